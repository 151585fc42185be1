/** Constants for the renewal of a login; free of zod, for the service worker. */

/** Path below the base path. */
export const refreshPath = 'users/refresh-session'
/** Claim of a renewable token: the id of its session. */
export const sessionClaim = 'sid'
