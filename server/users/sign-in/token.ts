import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Account } from '../users-store.ts'

/** The user and a token that says so, for `life` seconds or as long as one lasts that is renewed. */
export async function tokenFor(
  account: Account,
  deps: Deps,
  session: string,
  life = 0,
): Promise<{ data: User; token: string }> {
  const data = userOf(account)
  const usual = deps.config.accessTokenMinutes * 60
  return { data, token: await issueToken(data, deps, Math.max(usual, life), session) }
}

/** What a token and the phone may know of an account (R-ENT-19). */
function userOf({ id, fullname, email, avatarurl, is_subscriber, role }: Account): User {
  return { id, fullname, email, avatarurl, is_subscriber, role }
}
