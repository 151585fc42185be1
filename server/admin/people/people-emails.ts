import { layOut, type EmailBody } from '../../kernel/mail/layout.ts'
import type { Site } from '../../reference/reference-store.ts'

/** What is written to a person about their account when the operator changed it. */

const contact = ({ publicUrl }: Site) => ({
  url: new URL('/contact', publicUrl).href,
  words: 'Write to us',
})

export const suspendedEmail = (site: Site, reason: string): EmailBody =>
  layOut({
    subject: 'Your account is suspended',
    lines: [
      `We have suspended your ${site.name} account. You are signed out everywhere, and your ads are hidden. The reason:`,
    ],
    quote: reason,
    link: contact(site),
    notes: ['Nothing was deleted. If you think this is a mistake, please write to us.'],
  })

export const liftedEmail = (site: Site): EmailBody =>
  layOut({
    subject: 'Your account is open again',
    lines: [`Your ${site.name} account is not suspended any more. You can sign in, and your ads are back.`],
    link: { url: new URL('/login', site.publicUrl).href, words: 'Sign in' },
  })

export const guessedEmail = (site: Site): EmailBody =>
  layOut({
    subject: 'Somebody tries codes of your second factor',
    lines: [
      `Several wrong codes were given for your ${site.name} account, by somebody who knows its password.`,
      'If this was not you, choose a new password now.',
    ],
    link: { url: new URL('/forgot-password', site.publicUrl).href, words: 'Choose a new password' },
    notes: ['A recovery code still opens the admin area at once.'],
  })

export const signedOutEmail = (site: Site): EmailBody =>
  layOut({
    subject: 'You were signed out everywhere',
    lines: [
      `We have signed you out of ${site.name} on every device. Please sign in again.`,
      'If you think that somebody else knows your password, choose a new one.',
    ],
    link: { url: new URL('/forgot-password', site.publicUrl).href, words: 'Choose a new password' },
  })
