import { refreshCookie, sessionLives } from '#contract/users/sessions.ts'
import type { Visitor } from '../../kernel/call.ts'
import type { Config } from '../../kernel/config.ts'
import { readRefreshToken, type RefreshToken, writeRefreshToken } from './sessions-store.ts'
import { type User, user } from '#contract/users/users.ts'
import { issueToken } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Account } from '../users-store.ts'

type Secret = Pick<Config, 'authSecret'>

/** The session whose cookie came along; undefined for none and for a made up one. */
export const sessionIn = (visitor: Visitor, { authSecret }: Secret): RefreshToken | undefined =>
  readRefreshToken(authSecret, visitor.cookie(refreshCookie.name))

export function setSessionCookie(
  visitor: Visitor,
  { authSecret }: Secret,
  o: { token: RefreshToken; remember: boolean },
): void {
  const maxAge = o.remember ? sessionLives.remembered : undefined
  visitor.setCookie({ ...refreshCookie, value: writeRefreshToken(authSecret, o.token), maxAge })
}

export const clearSessionCookie = (visitor: Visitor): void =>
  visitor.setCookie({ ...refreshCookie, value: '', maxAge: 0 })

/** The user, as far as a token and the phone may know of an account (R-ENT-19), and a token that says so, for `life` seconds or as long as one lasts that is renewed. */
export async function tokenFor(
  account: Account,
  deps: Deps,
  session: string,
  life = 0,
): Promise<{ data: User; token: string }> {
  const data = user.parse(account)
  const usual = deps.config.accessTokenMinutes * 60
  return { data, token: await issueToken(data, deps, Math.max(usual, life), session) }
}
