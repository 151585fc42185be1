import { z } from 'zod/mini'
import { basePath } from '../http.ts'
import { id, instant, route } from '../parts.ts'
import { user } from './users.ts'

/** A sign-in on one device, as long as its cookie is renewed. */

/** The cookie that renews; no script can read it. Sent to these calls only. */
export const refreshCookie = { name: 'motorkin-refresh', path: `${basePath}users/` } as const

/** Seconds. */
export const sessionLives = {
  /** With "Remember me": from the last use. */
  remembered: 60 * 24 * 3600,
  /** Without: the cookie goes with the browser, and at the latest after this time without use. */
  passing: 24 * 3600,
  /** Of a client that names no device (`X-Device`), and so cannot renew: its token lasts as long, from the sign-in. */
  plain: 30 * 24 * 3600,
} as const

export const session = z.object({
  _id: id,
  /** In plain words, such as "Chrome on Android". */
  device: z.string(),
  signed_in_at: instant,
  last_seen_at: instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type SignedInDevice = z.output<typeof session>

export const sessionRoutes = {
  /**
   * A new token for the cookie, which is exchanged for a new one. Asks for `content-type: application/json` and
   * `x-device`, which no page of another person can send; without a living session `unauthenticated`.
   */
  refreshSession: route('POST users/refresh-session', 'own:refresh-session', {
    auth: 'none',
    body: z.object({}),
    data: user,
    reply: { token: z.string() },
  }),
  mySessions: route('GET users/my-sessions', 'own:my-sessions', { data: z.array(session) }),
  /** Signs out there; one that is over already is as good as ended. */
  endSession: route('POST users/end-session', 'own:end-session', { body: z.object({ id }) }),
}
