// Writes the letters that were asked for into the outbox, together with their links: found out here, away from any
// request, is who has an account.
import type { LetterBody } from '../../kernel/mail/layout.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { queueLetter } from '../../kernel/mail/outbox.ts'
import { takeTurn, throttleKey } from '../sign-in/throttle.ts'
import { type Account, accountById, accountOf, emailKey } from '../users-store.ts'
import { askedFor, type LetterRequest, takeRequest } from './letter-requests.ts'
import { newAddressLetter, resetLetter, takenLetter, verifyLetter } from './letters.ts'
import { type LinkKind, makeLink } from './links-store.ts'

const batch = 50
/** Letters one address gets by asking, whoever asks. */
export const letterPace = { burst: 6, every: 300 }

/** A letter of an account; it is gone from the outbox when it was carried away. */
export const sendLetter = (sql: Sql, deps: Pick<Deps, 'newId' | 'now'>, to: string, letter: LetterBody) => {
  const id = deps.newId()
  return queueLetter(sql, {
    ...letter,
    id,
    dedup_key: id,
    recipient: to,
    created_at: deps.now(),
    forget: true,
  })
}

async function writeOne(sql: Sql, deps: Deps, { kind, email, user_id }: LetterRequest): Promise<void> {
  const now = deps.now()
  const { publicUrl, authSecret } = deps.config
  const there = await accountOf(sql, email, now)
  const linked = async (of: LinkKind, user: string, write: (url: string, secret: string) => LetterBody) =>
    write(publicUrl, await makeLink(sql, { kind: of, user, email, now }))
  const written = async (): Promise<{ to: string; letter: LetterBody } | undefined> => {
    if (kind === 'email') {
      const account = user_id === null ? undefined : await accountById(sql, user_id, now)
      if (!account) return undefined
      if (there && there.id !== account.id) return { to: there.email, letter: takenLetter(publicUrl) }
      return { to: email, letter: await linked('email', account.id, newAddressLetter) }
    }
    return there && letterTo(there)
  }
  const letterTo = async (account: Account) => {
    const to = account.email
    if (kind === 'taken') return { to, letter: takenLetter(publicUrl) }
    if (kind === 'reset') return { to, letter: await linked('reset', account.id, resetLetter) }
    return account.email_verified
      ? undefined
      : { to, letter: await linked('verify', account.id, verifyLetter) }
  }
  const pace = throttleKey(authSecret, 'letter', emailKey(email))
  if ((await takeTurn(sql, pace, letterPace, now)) > 0) return
  const result = await written()
  if (result) await sendLetter(sql, deps, result.to, result.letter)
}

/** Writes what was asked for by now; each request alone, so that one that fails holds up no other. */
export async function writeLetters(deps: Deps): Promise<void> {
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
