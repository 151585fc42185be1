/** Every kind of caller, and what each is answered. */
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
/** `ok`, or the code of the refusal. */
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
/** Everybody, signed in or not. */
export const anybody = all('ok')
/** Whoever is signed in. */
export const signedIn = { ...all('ok'), visitor: 'unauthenticated' }
/** The owner of the ad alone (R-ROLE-13, R-ROLE-14). */
export const ownerOnly = { ...all('forbidden'), visitor: 'unauthenticated', owner: 'ok' }
/** The dealer alone who sent it in; to everybody else it is not there. */
export const ownImport = { ...all('not_found'), visitor: 'unauthenticated', owner: 'ok' }
/** The seller of the car alone: nobody else is told that there is such a request. */
export const sellerOnly = ownImport
/** Whoever ordered; to everybody else it is not there. */
export const ownOrder = ownImport
/** The operator's own people (R-ROLE-20), in a session with a second factor. */
export const adminOnly = {
  ...all('forbidden'),
  visitor: 'unauthenticated',
  locked: 'second_factor_required',
  admin: 'ok',
}
/** A paid plan that runs (R-ROLE-17). */
export const subscribed = { ...all('subscription_required'), visitor: 'unauthenticated', subscriber: 'ok' }
/** Everybody who is signed in but the one it is sent to (R-STATE-17). */
export const notToOneself = { ...signedIn, owner: 'to_yourself' }
/** Nobody who is signed in (R-AUTH-16); for a visitor the link in the test is none. */
export const signedOut = { ...all('forbidden'), visitor: 'link_expired' }

/** What each call is sent, so that nothing but the caller can be wrong with it. */
export interface Row {
  may: Answers
  body?: object
  params?: Record<string, string>
  headers?: Record<string, string>
}
