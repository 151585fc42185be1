import { AppError } from '#contract/errors.ts'
import { accountWords } from '#contract/users/account.ts'
import type { Deps } from '../../kernel/deps.ts'
import { passwordMatches } from '../../kernel/secrets/passwords.ts'
import { countPasswordTry } from '../sign-in/login-throttle.ts'
import { type Account, accountById } from '../users-store.ts'

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
  const msg = accountWords.passwordWrong
  throw new AppError('validation_failed', { msg, fields: { password: msg } })
}
