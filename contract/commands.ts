/**
 * Writes that may wait on the phone: which call they become and how two of them relate (SYNC 4.1).
 * Free of zod, so that the service worker stays small: a payload was checked when it was put.
 */
export interface FavSet {
  carId: string
  want: 'yes' | 'no'
}
export interface EnquirySend {
  carId: string
  /** Shown in the outbox. */
  carTitle: string
  name: string
  email: string
  countryCode: string
  gsm: string
  message: string
}
export interface Payloads {
  'fav.set': FavSet
  'enquiry.send': EnquirySend
}
export type CommandKind = keyof Payloads

/** What an item knows beside its payload when it becomes a request. */
export interface SendContext {
  itemId: string
  /** Place in this device's order of writes. */
  seq: number
}

export interface Command<P> {
  /** Version of the payload's shape. */
  v: number
  method: 'POST' | 'PUT' | 'DELETE'
  /** Below the base path. */
  path: string
  /** `user` waits for a login of its own partition; `none` goes without one. */
  auth: 'user' | 'none'
  /** Items of one lane are sent in order, lanes do not wait for each other. */
  lane: (payload: P, itemId: string) => string
  /** `replace`: a newer item of the same lane takes the place of one never attempted. `append`: never merged. */
  merge: 'replace' | 'append'
  /** What a 404 or 410 means: `done` (the wish is moot) or `rejected` (tell the person). */
  whenGone: 'done' | 'rejected'
  body: (payload: P, context: SendContext) => Record<string, unknown>
}

export const commands: { readonly [K in CommandKind]: Command<Payloads[K]> } = {
  'fav.set': {
    v: 1,
    method: 'POST',
    path: 'cars/like-dislike-car',
    auth: 'user',
    lane: (p) => `fav:${p.carId}`,
    merge: 'replace',
    whenGone: 'done',
    body: (p, c) => ({ car_id: p.carId, want: p.want, seq: c.seq }),
  },
  'enquiry.send': {
    v: 1,
    method: 'POST',
    path: 'users/send/car-enquiry-mail',
    auth: 'none',
    lane: (_, itemId) => itemId,
    merge: 'append',
    whenGone: 'rejected',
    body: (p, c) => ({
      car_id: p.carId,
      client_ref: c.itemId,
      name: p.name,
      email: p.email,
      countryCode: p.countryCode,
      gsm: p.gsm,
      message: p.message,
    }),
  },
}

export function isCommandKind(kind: string): kind is CommandKind {
  return Object.hasOwn(commands, kind)
}
