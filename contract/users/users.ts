import { z } from 'zod/mini'
import { limits } from '../limits.ts'
import { email, id, okShape, route } from '../parts.ts'
import { plainCalls } from '../plain-calls.ts'

export const roles = ['user', 'admin'] as const
/** The signed-in user (R-ENT-19), with the fields that screens decide by. */
export const user = z.object({
  id,
  fullname: z.string(),
  email: z.string(),
  avatarurl: z.string(),
  is_subscriber: z.boolean(),
  role: z.enum(roles),
})
export type User = z.output<typeof user>

/** R-VAL-18, R-VAL-19, R-API-25 */
export const credentials = z.object({
  email,
  password: z
    .string({ error: 'Please enter a password' })
    .check(z.minLength(1, 'Please enter a password'), z.maxLength(limits.message)),
  /** Whether the session outlives the browser (R-AUTH-02, R-AUTH-03). */
  remember: z.optional(z.boolean()),
})

export const userRoutes = {
  /**
   * R-ENT-23: `token` is a JWT whose claims contain the user. The response also sets the cookie of
   * contract/users/sessions.ts. After too many wrong passwords the call fails with `rate_limited` and the seconds to wait;
   * `email_unverified` occurs only on servers that require a verified address.
   */
  userLogin: route('POST users/user-login', 'R-API-24', {
    auth: 'none',
    body: credentials,
    data: user,
    reply: { token: z.string() },
  }),
  logout: { ...plainCalls.logout, reply: z.object(okShape) },
}
