import type { Route } from '../http.ts'

/** What renewing a login and ending it need; free of schemas, for the service worker and the first view. */

/** Below the base path. */
export const refreshPath = 'users/refresh-session'
/** The claim of a token that can be renewed: the session it belongs to. */
export const sessionClaim = 'sid'

/** Ends the session of the cookie, or of the token, and clears the cookie. Nothing of its answer is read. */
export const logout: Route<undefined, undefined, undefined, 'optional'> = {
  method: 'POST',
  path: 'users/logout',
  id: 'R-API-45',
  auth: 'optional',
  write: false,
  params: undefined,
  body: undefined,
  reply: undefined,
}
