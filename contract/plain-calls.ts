import type { Auth, HttpMethod, Route } from './http.ts'

/** Calls that must need no file of the app that may not be here: who makes them reads their answers without a schema. */

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
  /** Ends the session of the cookie, or of the token, and clears the cookie. */
  logout: plainCall('POST', 'users/logout', 'R-API-45', 'optional'),
  /** What the site says about itself; answered whenever the server is there. */
  getSiteSettings: plainCall('GET', 'common/get-site-settings', 'R-NAV-45', 'none'),
}
