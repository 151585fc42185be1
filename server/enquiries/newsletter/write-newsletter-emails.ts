// Writes the e-mails of the newsletter into the outbox, away from the request that asked: how long an answer takes says
// nothing of whose address it was.
import { eachAlone } from '../../kernel/semaphore.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { unsubscribeHeaders } from '../../kernel/http/one-click.ts'
import { type EmailBody, layOut, queueEmail } from '../../kernel/mail/outbox.ts'
import { siteIn, type Site } from '../../reference/reference-store.ts'
import {
  type DueEmail,
  dueEmails,
  makeNewsletterLink,
  noteEmails,
  takeDueEmail,
  newsletterLives,
} from './newsletter-store.ts'
import { newsletterPaths } from '#contract/forms/newsletter.ts'

/**
 * What the newsletter writes about itself. No e-mail carries anything that a person who asked for it could have chosen.
 */

const linkTo = (site: Site, path: string, secret: string): string =>
  new URL(path.replace(':secret', secret), site.publicUrl).href

/** Where an address leaves the list, on a page and by one click of a mail program. */
const unsubscribeLink = (site: Site, secret: string): string =>
  linkTo(site, newsletterPaths.unsubscribe, secret)

interface Secrets {
  confirm: string
  unsubscribe: string
}

const confirmationEmail = (site: Site, secrets: Secrets): EmailBody =>
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

const welcomeEmail = (site: Site, secrets: Pick<Secrets, 'unsubscribe'>): EmailBody =>
  layOut({
    subject: `You are subscribed to the ${site.name} newsletter`,
    lines: [`This address is on the list for the ${site.name} newsletter. Thank you for reading us.`],
    link: { url: new URL('/listings', site.publicUrl).href, words: 'See the newest cars' },
    end: { url: unsubscribeLink(site, secrets.unsubscribe), words: 'Unsubscribe' },
  })

const batch = 50
/** An address gets one e-mail in so many milliseconds, and so many a day, no matter who asks. */
export const newsletterPace = { every: 600_000, aDay: 5 } as const
const day = 86_400_000

/** When e-mails were written in the last day; undefined when the next one has to wait. */
function emailsUntil(times: readonly Date[], now: Date): Date[] | undefined {
  const recent = times.filter((at) => now.getTime() - at.getTime() < day)
  const tooSoon = recent.some((at) => now.getTime() - at.getTime() < newsletterPace.every)
  return tooSoon || recent.length >= newsletterPace.aDay ? undefined : [...recent, now]
}

async function writeOne(sql: Sql, deps: Deps, due: DueEmail): Promise<void> {
  const now = deps.now()
  const times = emailsUntil(due.letters_at, now)
  if (!times) return
  const link = (kind: 'confirm' | 'unsubscribe') => makeNewsletterLink(sql, { subscriber: due.id, kind, now })
  const site = await siteIn(sql, deps.config)
  const secret = await link('unsubscribe')
  const mail =
    due.state === 'asked'
      ? confirmationEmail(site, { confirm: await link('confirm'), unsubscribe: secret })
      : welcomeEmail(site, { unsubscribe: secret })
  await queueEmail(sql, deps, {
    ...mail,
    recipient: due.email,
    created_at: now,
    headers: unsubscribeHeaders(unsubscribeLink(site, secret), deps.config.unsubscribeEmail),
    forget: true,
  })
  await noteEmails(sql, due.id, times)
}

/** Writes what was asked for by now; each e-mail alone, so that one that fails holds up no other. */
export async function writeNewsletterEmails(deps: Deps): Promise<void> {
  await eachAlone(await dueEmails(deps.db, batch), (id) =>
    deps.db.tx(async (sql) => {
      const due = await takeDueEmail(sql, id)
      if (due) await writeOne(sql, deps, due)
    }),
  )
}
