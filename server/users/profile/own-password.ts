import { AppError } from '#contract/errors.ts'
import { accountWords } from '#contract/users/account.ts'
import type { Deps } from '../../kernel/deps.ts'
import { hashPassword, passwordMatches } from '../../kernel/secrets.ts'
import { countPasswordTry } from '../sign-in/throttle.ts'
import { type Account, accountById } from '../users-store.ts'
import { limits } from '#contract/limits.ts'
import { fieldError, type SentBody } from '../../kernel/call.ts'

/** What became of the password that a person was asked for again. */
export interface PasswordCheck {
  /** Seconds to wait before it may be tried. */
  wait: number
  /** Missing when the token outlived it. */
  account: Account | undefined
  matches: boolean
}

/** Not inside a transaction: comparing takes its time. */
export async function askPassword(deps: Deps, user: string, password: unknown): Promise<PasswordCheck> {
  const wait = await countPasswordTry(deps, user)
  const account = await accountById(deps.db, user, deps.now())
  const usable = wait === 0 && typeof password === 'string'
  const matches = usable && (await passwordMatches(account?.password_hash, password))
  return { wait, account, matches }
}

/** The account, if the password was its own. */
export function proved({ wait, account, matches }: PasswordCheck): Account {
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  if (!account) throw new AppError('unauthenticated')
  if (matches) return account
  throw fieldError('password', accountWords.passwordWrong)
}

/** Hashed before the transaction begins; nothing for what is refused anyway. */
export const hashIn = async (sent: SentBody, name: string): Promise<string> => {
  const password = sent[name]
  const usable =
    typeof password === 'string' &&
    password.length >= limits.passwordMin &&
    password.length <= limits.passwordMax
  return usable ? hashPassword(password) : ''
}
