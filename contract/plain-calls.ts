import type { Auth, HttpMethod, Route } from './http.ts'

/** Calls that must work without loading another file of the app: their callers read the responses without a schema. */

const plainCall = <A extends Auth>(
  method: HttpMethod,
  path: string,
  id: string,
  auth: A,
): Route<undefined, undefined, undefined, A> => ({
  method,
  path,
  id,
  auth,
  write: false,
  params: undefined,
  body: undefined,
  reply: undefined,
})

export const plainCalls = {
  /** Ends the session of the cookie or of the token, and clears the cookie. */
  logout: plainCall('POST', 'users/logout', 'R-API-45', 'optional'),
  /** Returns the settings of the site. The call succeeds whenever the server is reachable. */
  getSiteSettings: plainCall('GET', 'common/get-site-settings', 'R-NAV-45', 'none'),
}
