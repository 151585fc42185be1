import { AppError } from '#contract/errors.ts'
import { accountWords } from '#contract/users/account.ts'
import type { Deps } from '../../kernel/deps.ts'
import { hashPassword, passwordMatches } from '../../kernel/secrets.ts'
import { countPasswordTry } from '../sign-in/throttle.ts'
import { type Account, accountById } from '../users-store.ts'
import { limits } from '#contract/limits.ts'
import { fieldError, type SentBody } from '../../kernel/call.ts'

/** Result of checking the current password again. */
export interface PasswordCheck {
  /** Seconds until the next try; 0 when the password could be tried. */
  wait: number
  /** Undefined when the account was deleted before the token expired. */
  account: Account | undefined
  matches: boolean
}

/** Checks the current password. Must run outside a transaction, because hashing is slow. */
export async function askPassword(deps: Deps, user: string, password: unknown): Promise<PasswordCheck> {
  const wait = await countPasswordTry(deps, user)
  const account = await accountById(deps.db, user, deps.now())
  const usable = wait === 0 && typeof password === 'string'
  const matches = usable && (await passwordMatches(account?.password_hash, password))
  return { wait, account, matches }
}

/** Returns the account when the password matched; else throws. */
export function proved({ wait, account, matches }: PasswordCheck): Account {
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  if (!account) throw new AppError('unauthenticated')
  if (matches) return account
  throw fieldError('password', accountWords.passwordWrong)
}

/** Hashes a password before the transaction begins; returns an empty text when the schema refuses the password anyway. */
export const hashIn = async (sent: SentBody, name: string): Promise<string> => {
  const password = sent[name]
  const usable =
    typeof password === 'string' &&
    password.length >= limits.passwordMin &&
    password.length <= limits.passwordMax
  return usable ? hashPassword(password) : ''
}
