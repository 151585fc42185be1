import { basePath } from '#contract/http.ts'
import { refreshPath } from '#contract/users/refresh.ts'
import { send, type HttpClient } from '../transport/send.ts'
import type { Renewal } from './session.ts'
import { isRenewable, readToken } from './token.ts'

/** Asks the server for a token in place of this one. The cookie that proves the login is out of reach for scripts. */
export async function renewalOf(
  o: { http: HttpClient; device: string | undefined },
  token: string,
): Promise<Renewal> {
  if (!isRenewable(token)) return { is: 'over' }
  const answer = await send(o.http, {
    method: 'POST',
    path: basePath + refreshPath,
    body: {},
    device: o.device,
    cookies: true,
  })
  if (!answer.ok) return { is: answer.status === 401 ? 'over' : 'unknown' }
  const next = (answer.body as { token?: unknown }).token
  const claims = typeof next === 'string' ? readToken(next) : undefined
  if (answer.fromPhone || typeof next !== 'string' || !claims) return { is: 'unknown' }
  return claims.sub === readToken(token)?.sub ? { is: 'new', token: next } : { is: 'over' }
}

/** Renews for everybody on a page who finds the same token expired: one question at a time (I14). */
export function createRenewal(o: {
  http: HttpClient
  device: string
  /** The login of this page, if it is still the one of that token, now has this one. */
  take: (expired: string, token: string) => boolean
}): (expired: string) => Promise<Renewal> {
  const asking = new Map<string, Promise<Renewal>>()
  return (expired) => {
    const under = asking.get(expired)
    if (under) return under
    const mine = renewalOf(o, expired)
      .then((renewal): Renewal =>
        renewal.is === 'new' && !o.take(expired, renewal.token) ? { is: 'over' } : renewal,
      )
      .finally(() => asking.delete(expired))
    asking.set(expired, mine)
    return mine
  }
}
