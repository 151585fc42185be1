/** What renewing a login needs; free of zod, for the service worker. */

/** Below the base path. */
export const refreshPath = 'users/refresh-session'
/** The claim of a token that can be renewed: the session it belongs to. */
export const sessionClaim = 'sid'
