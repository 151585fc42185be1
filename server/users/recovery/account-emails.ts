import { eachAlone } from '../../kernel/semaphore.ts'
import { type EmailDeps, type EmailWords, writeEmail } from '../../kernel/mail/outbox.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { endSessions } from '../sessions/sessions-store.ts'
import { forgetDevices, rememberDevice } from '../sign-in/known-devices.ts'
import { takeTurn, throttleKey } from '../sign-in/throttle.ts'
import { type Account, accountById, accountOf, emailKey } from '../users-store.ts'
import {
  type AccountLinkKind,
  askedFor,
  type EmailRequest,
  makeLink,
  revokeLinks,
  takeRequest,
} from './links-store.ts'
import { emailLinkPaths } from '#contract/users/account.ts'

/**
 * E-mails about accounts. No e-mail contains the name of the account: a stranger who signs up with another person's address
 * would choose that text. No e-mail asks for a password.
 */

const nothing = 'If this was not you, you need not do anything.'

const verificationEmail = (site: string, secret: string): EmailWords => ({
  subject: 'Confirm your e-mail address',
  lines: [`Welcome to ${site}. Please confirm your e-mail address with this link.`],
  link: { url: emailLinkPaths.verify.replace(':secret', secret), words: 'Confirm my address' },
  notes: ['The link is valid for 7 days.', nothing],
})

const newAddressEmail = (site: string, secret: string): EmailWords => ({
  subject: 'Confirm your new e-mail address',
  lines: [`Somebody wants to use this address for their ${site} account. Please confirm it with this link.`],
  link: { url: emailLinkPaths.verify.replace(':secret', secret), words: 'Use this address' },
  notes: ['The link is valid for 24 hours.', nothing],
})

const takenEmail = (site: string): EmailWords => ({
  subject: 'You already have an account',
  lines: [
    `Somebody wanted to use this address for a new ${site} account, but it belongs to one already.`,
    'If you do not know its password, choose a new one here.',
  ],
  link: { url: '/forgot-password', words: 'Choose a new password' },
  notes: [nothing],
})

const resetEmail = (site: string, secret: string): EmailWords => ({
  subject: 'Choose a new password',
  lines: [`Somebody asked for a new password for your ${site} account. Choose it with this link.`],
  link: { url: emailLinkPaths.reset.replace(':secret', secret), words: 'Choose a new password' },
  notes: ['The link is valid for 2 hours and can be used once.', `${nothing} Your password stays as it is.`],
})

const passwordChangedEmail = (site: string): EmailWords => ({
  subject: 'Your password was changed',
  lines: [
    `The password of your ${site} account was changed, and other devices were signed out.`,
    'If this was not you, choose a new password now.',
  ],
  link: { url: '/forgot-password', words: 'Choose a new password' },
})

export const addressChangingEmail = (site: string): EmailWords => ({
  subject: 'Your e-mail address is being changed',
  lines: [
    `Somebody who knows your password asked to use another e-mail address for your ${site} account. It changes when the link in the e-mail to the new address is opened.`,
    'If this was not you, choose a new password now: the link is good no more then.',
  ],
  link: { url: '/forgot-password', words: 'Choose a new password' },
})

export const accountDeletedEmail = (site: string): EmailWords => ({
  subject: 'Your account was deleted',
  lines: [
    `Your ${site} account, your ads and everything personal have been deleted, as you asked.`,
    'Thank you for having been with us.',
  ],
})

// Writes the requested e-mails with their links into the outbox. Only this job looks up whether an account exists, so the
// response to the request does not reveal it.

const batch = 50
/** Throttle of requested e-mails of one kind to one address, independent of the person who requests them. */
const emailPace = { burst: 6, every: 300 }

/** Queues an e-mail of an account; `write` gets the name of the site. The outbox deletes the e-mail after it was sent. */
export async function queueAccountEmail(
  sql: Sql,
  deps: EmailDeps,
  recipient: string,
  write: (site: string) => EmailWords,
): Promise<void> {
  const { name } = await siteIn(sql, deps.config)
  await writeEmail(sql, deps, write(name), { recipient, forget: true })
}

/**
 * Cleans up after a new password: ends all sessions except `session`, forgets all devices except `device`, revokes open links
 * and notifies the owner.
 */
export async function forgetOldPassword(
  sql: Sql,
  deps: Deps,
  o: { account: Pick<Account, 'id' | 'email'>; device: string | undefined; session?: string | undefined },
): Promise<void> {
  const { id: user, email } = o.account
  await endSessions(sql, user, o.session)
  await revokeLinks(sql, user, ['reset', 'email'])
  await forgetDevices(sql, user)
  await rememberDevice(sql, { secret: deps.config.authSecret, user, device: o.device, now: deps.now() })
  await queueAccountEmail(sql, deps, email, passwordChangedEmail)
}

/** Returns the recipient and the text for a request; undefined when there is nothing to send. */
async function addressed(sql: Sql, deps: Deps, { kind, email, user_id }: EmailRequest) {
  const now = deps.now()
  const there = await accountOf(sql, email, now)
  const linked =
    (of: AccountLinkKind, user: string, write: (site: string, secret: string) => EmailWords) => async () => {
      const secret = await makeLink(sql, { kind: of, user, email, now })
      return (site: string) => write(site, secret)
    }
  const taken = () => Promise.resolve(takenEmail)
  if (kind === 'email') {
    const account = user_id === null ? undefined : await accountById(sql, user_id, now)
    if (!account) return undefined
    if (there && there.id !== account.id) return { to: there.email, write: taken }
    return { to: email, write: linked('email', account.id, newAddressEmail) }
  }
  if (!there) return undefined
  const to = there.email
  if (kind === 'taken') return { to, write: taken }
  if (kind === 'reset') return { to, write: linked('reset', there.id, resetEmail) }
  return there.email_verified ? undefined : { to, write: linked('verify', there.id, verificationEmail) }
}

/** Writes the e-mail of one request. Only a written e-mail uses a turn of the throttle, and each kind has its own throttle. */
async function writeOne(sql: Sql, deps: Deps, request: EmailRequest): Promise<void> {
  const mail = await addressed(sql, deps, request)
  if (!mail) return
  const pace = throttleKey(deps.config.authSecret, 'letter', request.kind, emailKey(request.email))
  if ((await takeTurn(sql, pace, emailPace, deps.now())) > 0) return
  await queueAccountEmail(sql, deps, mail.to, await mail.write())
}

/** Writes the requested e-mails, each in its own transaction, so that a failure does not block the others. */
export async function writeAccountEmails(deps: Deps): Promise<void> {
  await eachAlone(await askedFor(deps.db, batch), (id) =>
    deps.db.tx(async (sql) => {
      const request = await takeRequest(sql, id)
      if (request) await writeOne(sql, deps, request)
    }),
  )
}
