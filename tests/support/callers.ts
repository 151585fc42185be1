/** Kinds of callers, and the response to each. */
export const roles = [
  'visitor',
  'user',
  'other',
  'subscriber',
  'expired',
  'owner',
  'locked',
  'admin',
] as const
export type Role = (typeof roles)[number]
/** Response to each kind of caller: `ok`, or the code of the refusal. */
export type Answers = Record<Role, string>

export const all = (answer: string): Answers => ({
  visitor: answer,
  user: answer,
  other: answer,
  subscriber: answer,
  expired: answer,
  owner: answer,
  locked: answer,
  admin: answer,
})
/** Answers for a call that everybody may make, signed in or not. */
export const anybody = all('ok')
/** Answers for a call that needs a login. */
export const signedIn = { ...all('ok'), visitor: 'unauthenticated' }
/** Answers for a call that only the owner of the ad may make (R-ROLE-13, R-ROLE-14). */
export const ownerOnly = { ...all('forbidden'), visitor: 'unauthenticated', owner: 'ok' }
/** Answers for a call that only the dealer of the import may make; for others it does not exist. */
export const ownImport = { ...all('not_found'), visitor: 'unauthenticated', owner: 'ok' }
/** Answers for a call that only the seller may make; for others the request does not exist. */
export const sellerOnly = ownImport
/** Answers for a call that only the buyer may make; for others the order does not exist. */
export const ownOrder = ownImport
/** Answers for a call that needs an admin (R-ROLE-20) in a session with a second factor. */
export const adminOnly = {
  ...all('forbidden'),
  visitor: 'unauthenticated',
  locked: 'second_factor_required',
  admin: 'ok',
}
/** Answers for a call that needs a current paid plan (R-ROLE-17). */
export const subscribed = { ...all('subscription_required'), visitor: 'unauthenticated', subscriber: 'ok' }
/** Answers for a call that a signed-in person may not make about themselves (R-STATE-17). */
export const notToOneself = { ...signedIn, owner: 'to_yourself' }
/** Answers for a call that only visitors may make (R-AUTH-16); the link in the test is invalid. */
export const signedOut = { ...all('forbidden'), visitor: 'link_expired' }

/** Request of a call, valid in everything but the caller. */
export interface Row {
  may: Answers
  body?: object
  params?: Record<string, string>
  headers?: Record<string, string>
}
