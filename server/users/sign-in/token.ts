import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { userOf } from '../users-rules.ts'
import type { Account } from '../users-store.ts'

/** The user and a token that says so, as long as a token lasts. */
export async function tokenFor(
  account: Account,
  deps: Deps,
  session: string,
): Promise<{ data: User; token: string }> {
  const data = userOf(account)
  return { data, token: await issueToken(data, deps, deps.config.accessTokenMinutes * 60, session) }
}
