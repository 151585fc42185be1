import { newsletterPaths } from '#contract/forms/newsletter.ts'
import { layOut, type EmailBody } from '../../kernel/mail/layout.ts'
import type { Site } from '../../reference/reference-store.ts'
import { newsletterLives } from './newsletter-store.ts'

/**
 * What the newsletter writes about itself. No e-mail carries anything that a person who asked for it could have chosen.
 */

const linkTo = (site: Site, path: string, secret: string): string =>
  new URL(path.replace(':secret', secret), site.publicUrl).href

/** Where an address leaves the list, on a page and by one click of a mail program. */
export const unsubscribeLink = (site: Site, secret: string): string =>
  linkTo(site, newsletterPaths.unsubscribe, secret)

interface Secrets {
  confirm: string
  unsubscribe: string
}

export const confirmationEmail = (site: Site, secrets: Secrets): EmailBody =>
  layOut({
    subject: `Confirm your ${site.name} newsletter`,
    lines: [
      `Somebody asked for the ${site.name} newsletter at this address. If it was you, please confirm it with this link.`,
    ],
    link: { url: linkTo(site, newsletterPaths.confirm, secrets.confirm), words: 'Confirm my subscription' },
    notes: [
      `The link is valid for ${newsletterLives.confirm} days.`,
      'If this was not you, you need not do anything: without the link no newsletter is sent.',
    ],
    end: { url: unsubscribeLink(site, secrets.unsubscribe), words: 'Unsubscribe' },
  })

export const welcomeEmail = (site: Site, secrets: Pick<Secrets, 'unsubscribe'>): EmailBody =>
  layOut({
    subject: `You are subscribed to the ${site.name} newsletter`,
    lines: [`This address is on the list for the ${site.name} newsletter. Thank you for reading us.`],
    link: { url: new URL('/listings', site.publicUrl).href, words: 'See the newest cars' },
    end: { url: unsubscribeLink(site, secrets.unsubscribe), words: 'Unsubscribe' },
  })
