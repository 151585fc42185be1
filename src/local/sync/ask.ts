import { request, type Ask } from '../transport/request.ts'
import type { Wire } from '../transport/send.ts'
import type { Session } from '../session/session.ts'

/**
 * Calls in the name of whoever is signed in. A 401 is answered by exactly one more try, with the token as it is then
 * (another tab may have renewed it); a second 401 ends that session and is handed back (R-ERR-01, R-ERR-02).
 */
export function createAsk(o: { wire: Wire; session: Session; device: string; newKey: () => string }): Ask {
  /** Looked into by one call at a time (I14): what one of them learns about a token holds for all that wait. */
  let looking: Promise<unknown> = Promise.resolve()
  return async (route, call = {}) => {
    // The same key both times: the first try may have had an effect.
    const key = call.key ?? (route.write ? o.newKey() : undefined)
    const attempt = (token: string | undefined) =>
      request(o.wire, route, { ...call, key, token, device: o.device })
    const asked = o.session.refresh()
    const { token } = asked
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || route.auth === 'none' || token === undefined) return first
    const look = async () => {
      const newest = o.session.refresh()
      // While this one waited another learnt that the session is over.
      if (newest.token === undefined) return first
      // Someone else may have signed in meanwhile: a call of one person is never made in the name of another (I7).
      const renewed = newest.user?.id === asked.user?.id ? newest.token : token
      const second = await attempt(renewed)
      if (!second.ok && second.status === 401) o.session.drop(renewed)
      return second
    }
    const mine = looking.then(look)
    looking = mine.catch(() => undefined)
    return mine
  }
}
