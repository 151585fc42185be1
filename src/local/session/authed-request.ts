import { AppError } from '#contract/errors.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { type Renewal, type Session, isRenewable, readToken } from './session.ts'
import { loadedRoute, request, type AuthedRequest, type HttpClient, send } from '../transport/http-client.ts'
import { basePath } from '#contract/http.ts'
import { refreshPath } from '#contract/users/refresh.ts'

/**
 * Creates requests in the name of the signed-in person. An expired token is exchanged first. A 401 is followed by exactly one
 * retry, with the current token (another tab may have renewed it) or a new one; a second 401 ends that session and is returned
 * (R-ERR-01, R-ERR-02).
 */
export function createAuthedRequest(o: {
  http: HttpClient
  session: Session
  device: string
  newKey: () => string
  renew: (expired: string) => Promise<Renewal>
}): AuthedRequest {
  /** Lets one request at a time handle a 401 (I14), so that its result applies to all that wait. */
  const looking = createInTurn()
  return async (given, call = {}) => {
    const asker = o.session.state().user?.id
    const route = typeof given === 'function' ? await loadedRoute(o.http, given) : given
    // A request that one person began is never sent in the name of another (I7).
    if (!route || o.session.state().user?.id !== asker) return silence()
    // Both attempts use the same key, because the first may have had an effect.
    const key = call.key ?? (route.write ? o.newKey() : undefined)
    const attempt = (token: string | undefined) =>
      request(o.http, route, { ...call, key, token, device: o.device })
    const before = o.session.refresh()
    let { token } = before
    if (before.expired !== undefined && route.auth !== 'none') {
      const renewal = await o.renew(before.expired)
      if (renewal.is === 'unknown') return silence()
      if (renewal.is === 'over') o.session.drop(before.expired)
      else token = renewal.token
    }
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || route.auth === 'none' || token === undefined) return first
    const look = async () => {
      const newest = o.session.refresh()
      // Another request has found meanwhile that the session is over.
      if (newest.token === undefined && newest.expired === undefined) return first
      // Another person may have signed in meanwhile: their token must not be used for this request (I7).
      let renewed = newest.user?.id === before.user?.id ? (newest.token ?? newest.expired ?? token) : token
      if (renewed === token) {
        const renewal = await o.renew(token)
        if (renewal.is === 'unknown') return silence()
        if (renewal.is === 'new') renewed = renewal.token
      }
      const second = await attempt(renewed)
      if (!second.ok && second.status === 401) o.session.drop(renewed)
      return second
    }
    return looking(look)
  }
}

/** Result when the token could not be exchanged for lack of a response: nothing is known, and the session has not ended. */
const silence = () => ({ ok: false, status: 0, error: new AppError('network') }) as const

/** Requests a token in place of this one. Scripts cannot read the cookie that proves the login. */
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

/** Creates the renewal of a page: all requests with the same expired token share one exchange (I14). */
export function createRenewal(o: {
  http: HttpClient
  device: string
  /** Stores the new token; false when that login is no longer the one of this page. */
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
