// Writes the e-mails that were asked for into the outbox, together with their links: found out here, away from any
// request, is who has an account.
import type { EmailBody } from '../../kernel/mail/layout.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { queueEmail } from '../../kernel/mail/outbox.ts'
import { type Site, siteIn } from '../../reference/reference-store.ts'
import { takeTurn, throttleKey } from '../sign-in/throttle.ts'
import { accountById, accountOf, emailKey } from '../users-store.ts'
import { askedFor, type EmailRequest, takeRequest } from './email-requests.ts'
import { newAddressEmail, resetEmail, takenEmail, verificationEmail } from './account-email-texts.ts'
import { type AccountLinkKind, makeLink } from './links-store.ts'

const batch = 50
/** E-mails of one kind that an address gets by asking, no matter who asks. */
export const emailPace = { burst: 6, every: 300 }

/** An e-mail of an account; it is gone from the outbox when it was carried away. */
export const queueAccountEmail = (
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  to: string,
  mail: EmailBody,
) => {
  const id = deps.newId()
  return queueEmail(sql, {
    ...mail,
    id,
    dedup_key: id,
    recipient: to,
    created_at: deps.now(),
    forget: true,
  })
}

/** Who gets an e-mail for a request, and how it is written; undefined when there is nothing to write. */
async function addressed(sql: Sql, deps: Deps, { kind, email, user_id }: EmailRequest) {
  const now = deps.now()
  const site = await siteIn(sql, deps.config)
  const there = await accountOf(sql, email, now)
  const linked =
    (of: AccountLinkKind, user: string, write: (site: Site, secret: string) => EmailBody) => async () =>
      write(site, await makeLink(sql, { kind: of, user, email, now }))
  const taken = () => Promise.resolve(takenEmail(site))
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

/** A turn is used up by an e-mail only, and by its own kind: asking for one keeps nobody from getting another. */
async function writeOne(sql: Sql, deps: Deps, request: EmailRequest): Promise<void> {
  const mail = await addressed(sql, deps, request)
  if (!mail) return
  const pace = throttleKey(deps.config.authSecret, 'letter', request.kind, emailKey(request.email))
  if ((await takeTurn(sql, pace, emailPace, deps.now())) > 0) return
  await queueAccountEmail(sql, deps, mail.to, await mail.write())
}

/** Writes what was asked for by now; each request alone, so that one that fails holds up no other. */
export async function writeAccountEmails(deps: Deps): Promise<void> {
  const failures: unknown[] = []
  for (const id of await askedFor(deps.db, batch)) {
    await deps.db
      .tx(async (sql) => {
        const request = await takeRequest(sql, id)
        if (request) await writeOne(sql, deps, request)
      })
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
