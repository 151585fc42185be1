import { z } from 'zod/mini'
import { basePath } from '../http.ts'
import { id, instant, route } from '../parts.ts'
import { user } from './users.ts'

/** A session is the sign-in on one device; it lives while its cookie is renewed. */

/** The refresh cookie, not readable by scripts. The browser sends it to calls below this path only. */
export const refreshCookie = { name: 'motorkin-refresh', path: `${basePath}users/` } as const

/** Lifetimes in seconds. */
export const sessionLives = {
  /** With "Remember me": counted from the last use. */
  remembered: 60 * 24 * 3600,
  /** Without "Remember me": the cookie ends with the browser, at the latest this time after the last use. */
  passing: 24 * 3600,
  /** For a client without a device id (`X-Device`), which cannot renew: lifetime of its token, counted from the sign-in. */
  plain: 30 * 24 * 3600,
} as const

export const session = z.object({
  _id: id,
  /** Device in plain words, such as "Chrome on Android". */
  device: z.string(),
  signed_in_at: instant,
  last_seen_at: instant,
  /** Whether this is the session of the request. */
  current: z.boolean(),
})
export type SignedInDevice = z.output<typeof session>

export const sessionRoutes = {
  /**
   * Exchanges the cookie for a new cookie and a new token. Requires `content-type: application/json` and `x-device`, which a
   * page of another origin cannot send. Fails with `unauthenticated` without a valid session.
   */
  refreshSession: route('POST users/refresh-session', 'own:refresh-session', {
    auth: 'none',
    body: z.object({}),
    data: user,
    reply: { token: z.string() },
  }),
  mySessions: route('GET users/my-sessions', 'own:my-sessions', { data: z.array(session) }),
  /** Ends a session on another device; a session that has already ended is a success, too. */
  endSession: route('POST users/end-session', 'own:end-session', { body: z.object({ id }) }),
}
