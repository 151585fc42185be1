import { refreshCookie, sessionLives } from '#contract/users/sessions.ts'
import type { Visitor } from '../../kernel/call.ts'
import type { Config } from '../../kernel/config.ts'
import { readRefreshToken, type RefreshToken, writeRefreshToken } from './sessions-store.ts'

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
