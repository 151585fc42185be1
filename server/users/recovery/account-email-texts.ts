import { emailLinkPaths } from '#contract/users/account.ts'
import type { Site } from '../../reference/reference-store.ts'
import { layOut, type EmailBody } from '../../kernel/mail/layout.ts'

/**
 * What accounts write. No e-mail carries a name: a person who signs another person up would choose its words. None asks
 * for a
 * password.
 */

const nothing = 'If this was not you, you need not do anything.'

const linkTo = (publicUrl: string, path: string, secret: string): string =>
  new URL(path.replace(':secret', secret), publicUrl).href

export const verificationEmail = ({ name, publicUrl }: Site, secret: string): EmailBody =>
  layOut({
    subject: 'Confirm your e-mail address',
    lines: [`Welcome to ${name}. Please confirm your e-mail address with this link.`],
    link: { url: linkTo(publicUrl, emailLinkPaths.verify, secret), words: 'Confirm my address' },
    notes: ['The link is valid for 7 days.', nothing],
  })

export const newAddressEmail = ({ name, publicUrl }: Site, secret: string): EmailBody =>
  layOut({
    subject: 'Confirm your new e-mail address',
    lines: [
      `Somebody wants to use this address for their ${name} account. Please confirm it with this link.`,
    ],
    link: { url: linkTo(publicUrl, emailLinkPaths.verify, secret), words: 'Use this address' },
    notes: ['The link is valid for 24 hours.', nothing],
  })

export const takenEmail = ({ name, publicUrl }: Site): EmailBody =>
  layOut({
    subject: 'You already have an account',
    lines: [
      `Somebody wanted to use this address for a new ${name} account, but it belongs to one already.`,
      'If you do not know its password, choose a new one here.',
    ],
    link: { url: new URL('/forgot-password', publicUrl).href, words: 'Choose a new password' },
    notes: [nothing],
  })

export const resetEmail = ({ name, publicUrl }: Site, secret: string): EmailBody =>
  layOut({
    subject: 'Choose a new password',
    lines: [`Somebody asked for a new password for your ${name} account. Choose it with this link.`],
    link: { url: linkTo(publicUrl, emailLinkPaths.reset, secret), words: 'Choose a new password' },
    notes: [
      'The link is valid for 2 hours and can be used once.',
      `${nothing} Your password stays as it is.`,
    ],
  })

export const passwordChangedEmail = ({ name, publicUrl }: Site): EmailBody =>
  layOut({
    subject: 'Your password was changed',
    lines: [
      `The password of your ${name} account was changed, and other devices were signed out.`,
      'If this was not you, choose a new password now.',
    ],
    link: { url: new URL('/forgot-password', publicUrl).href, words: 'Choose a new password' },
  })

export const addressChangingEmail = ({ name, publicUrl }: Site): EmailBody =>
  layOut({
    subject: 'Your e-mail address is being changed',
    lines: [
      `Somebody who knows your password asked to use another e-mail address for your ${name} account. It changes when the link in the letter to the new address is opened.`,
      'If this was not you, choose a new password now: the link is good no more then.',
    ],
    link: { url: new URL('/forgot-password', publicUrl).href, words: 'Choose a new password' },
  })

export const accountDeletedEmail = ({ name }: Site): EmailBody =>
  layOut({
    subject: 'Your account was deleted',
    lines: [
      `Your ${name} account, your ads and everything personal have been deleted, as you asked.`,
      'Thank you for having been with us.',
    ],
  })
