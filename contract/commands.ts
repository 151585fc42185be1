import type { CarStatus } from './limits.ts'
import { carLane, profileLane } from './sync/lanes.ts'
import type { AnyPayload, CommandKind, Fields, Payloads, ProfileEditPayload } from './sync/payloads.ts'
import { listOf } from './values/unknown.ts'
import { uploadedUrl } from './values/pictures.ts'

export type * from './sync/payloads.ts'

/**
 * Writes that may wait on the phone: which call they become and how two of them merge (R-PWA-30). Free of zod, so that the
 * service worker stays small; a payload was validated when it was queued.
 */

/** Context of an outbox item when it becomes a request. */
export interface SendContext {
  itemId: string
  /** Position in this device's order of writes. */
  seq: number
  /** Version that the person saw when they decided; only for kinds with a precondition. */
  baseVersion: number | undefined
}
type Body<P> = (payload: P, context: SendContext) => Record<string, unknown>

/**
 * How a new item merges with an older item of its lane that certainly had no effect: `replace` removes the older item,
 * `patch` is merged into it, `absorb` makes the older item unnecessary, `append` keeps both.
 */
export type MergeRule = 'replace' | 'patch' | 'absorb' | 'append'

/** The editable part of a payload, for kinds whose effect depends on what the person saw. */
export interface Editing<P> {
  of: (payload: P) => Fields
  with: (payload: P, patch: Fields) => P
  /** Names of fields that are sets: additions and removals of both sides can be merged. */
  sets: readonly string[]
}

export interface Command<P> {
  /** Version of the payload's shape. */
  v: number
  method: 'POST' | 'PUT' | 'DELETE'
  /** Path below the base path. */
  path: string | ((payload: P) => string)
  /**
   * `user` waits for a login of its own partition; `none` is sent without a login. `optional` is sent as `user` or as `none`,
   * depending on whether the person was signed in when the item was queued.
   */
  auth: 'user' | 'none' | 'optional'
  /** Name of the lane. Items of one lane are sent in order; lanes do not wait for each other. */
  lane: (payload: P, itemId: string) => string
  merge: MergeRule
  /** Set when the lane names an item with a version. The response carries the new version and its fields. */
  versioned?: true
  /**
   * Set when the request carries the version that the person saw. The server refuses the request with a conflict when that
   * version is outdated.
   */
  editing?: Editing<P>
  /** Computes the fields after this command has had its effect; patches need no function of their own. */
  apply?: (fields: Fields, payload: P) => Fields
  /**
   * Set when the command creates the lane's item. When the person withdraws the command before it is sent, no other item of
   * the lane needs to be sent.
   */
  creates?: true
  /**
   * Meaning of a 404 or 410: the command is unnecessary (`done`), the person is notified (`rejected`), or the person decides
   * what happens to the text (`conflict`).
   */
  whenGone: 'done' | 'rejected' | 'conflict'
  /** Required fields of a payload and their types (`typeof`, or `array`), to recognise a damaged record. */
  shape: Readonly<Record<string, 'string' | 'object' | 'array'>>
  /** Converts a payload of version `n` to `n + 1`; only for items that were never attempted. */
  upcast?: Readonly<Record<number, (older: unknown) => unknown>>
  /** Builds the bodies of older payload versions, for items that were attempted with such a version and must not change. */
  older?: Readonly<Record<number, Body<unknown>>>
  body: Body<P>
}

/** The command kinds of an app; tests pass the registry of an older or newer app. */
export type CommandRegistry = Readonly<Record<string, Command<AnyPayload>>>

const ofCar = (p: { adId: string }) => carLane(p.adId)
const ownLane = (_: unknown, itemId: string) => itemId
const based = (c: SendContext) => (c.baseVersion === undefined ? {} : { base_version: c.baseVersion })
const adSets = ['carfeatures', 'images'] as const
const profileBody: Body<ProfileEditPayload> = (p, c) => ({ ...p.patch, ...based(c) })

/**
 * Declares a form that is sent unchanged. `client_ref`, minted here, makes a late duplicate harmless. With a `lane` the
 * latest item of the lane replaces earlier ones.
 */
const mailed = <P extends object>(
  path: string,
  auth: Command<P>['auth'],
  shape: Command<P>['shape'],
  lane?: Command<P>['lane'],
): Command<P> => ({
  v: 1,
  method: 'POST',
  path,
  auth,
  lane: lane ?? ownLane,
  merge: lane ? 'replace' : 'append',
  whenGone: 'rejected',
  shape,
  body: (p, c) => ({ ...p, client_ref: c.itemId }),
})

export const commands: { readonly [K in CommandKind]: Command<Payloads[K]> } = {
  'fav.set': {
    ...mailed<Payloads['fav.set']>(
      'cars/like-dislike-car',
      'user',
      { carId: 'string', want: 'string' },
      (p) => `fav:${p.carId}`,
    ),
    whenGone: 'done',
    body: (p, c) => ({ car_id: p.carId, want: p.want, seq: c.seq }),
  },
  'alert.set': mailed(
    'cars/set-alert',
    'user',
    { model: 'string', want: 'string' },
    (p) => `alert:${p.model}`,
  ),
  'ad.create': {
    ...mailed<Payloads['ad.create']>(
      'cars/add-car',
      'user',
      { adId: 'string', ad: 'object', imageIds: 'array' },
      ofCar,
    ),
    merge: 'append',
    versioned: true,
    creates: true,
    apply: (_, p) => ({ ...p.ad, images: p.imageIds.map(uploadedUrl) }),
    body: (p) => ({
      ...p.ad,
      id: p.adId,
      image_ids: p.imageIds,
      ...(p.replaces !== undefined && { replaces: p.replaces }),
    }),
  },
  'ad.edit': {
    v: 1,
    method: 'POST',
    path: 'cars/update-car-details',
    auth: 'user',
    lane: ofCar,
    merge: 'patch',
    versioned: true,
    editing: { of: (p) => p.patch, with: (p, patch) => ({ ...p, patch }), sets: adSets },
    whenGone: 'conflict',
    shape: { adId: 'string', patch: 'object' },
    body: (p, c) => ({ ...p.patch, car_id: p.adId, ...based(c) }),
  },
  'ad.status': {
    v: 1,
    method: 'POST',
    path: 'cars/update-car-details',
    auth: 'user',
    lane: ofCar,
    merge: 'replace',
    versioned: true,
    editing: {
      of: (p) => ({ status: p.want }),
      with: (p, patch) => ({ ...p, want: patch['status'] as CarStatus }),
      sets: [],
    },
    whenGone: 'conflict',
    shape: { adId: 'string', want: 'string' },
    body: (p, c) => ({ car_id: p.adId, status: p.want, ...based(c) }),
  },
  'ad.delete': {
    v: 1,
    method: 'DELETE',
    path: (p) => `cars/delete-car/${encodeURIComponent(p.adId)}`,
    auth: 'user',
    lane: ofCar,
    merge: 'absorb',
    whenGone: 'done',
    shape: { adId: 'string' },
    body: () => ({}),
  },
  'ad.image.delete': {
    v: 1,
    method: 'DELETE',
    path: 'cars/delete-car-single-image',
    auth: 'user',
    lane: ofCar,
    merge: 'append',
    versioned: true,
    apply: (fields, p) => ({
      ...fields,
      images: listOf(fields['images']).filter((url) => url !== p.imageUrl),
    }),
    whenGone: 'done',
    shape: { adId: 'string', imageUrl: 'string' },
    body: (p) => ({ car_id: p.adId, image_url: p.imageUrl }),
  },
  'enquiry.send': {
    ...mailed('users/send/car-enquiry-mail', 'none', {
      carId: 'string',
      name: 'string',
      email: 'string',
      message: 'string',
    }),
    body: (p, c) => {
      const { carId, carTitle: _, ...words } = p
      return { ...words, car_id: carId, client_ref: c.itemId }
    },
  },
  // R-ROLE-11: with the login at the time of booking, or without a login.
  'testdrive.book': mailed('cars/test-drive/book-test-drive', 'optional', {
    fullname: 'string',
    email: 'string',
    datetime: 'string',
  }),
  'contact.send': mailed('contact_us/save-contact-us-email', 'none', {
    fullname: 'string',
    email: 'string',
    message: 'string',
  }),
  'insurance.send': mailed('appointments/insurance-inquiry', 'none', { phone: 'string' }),
  'newsletter.subscribe': mailed('newsletter', 'none', { EMAIL: 'string' }),
  'ad.report': mailed(
    'cars/report-ad',
    'optional',
    { car_id: 'string', reason: 'string' },
    (p) => `ad:${p.car_id}`,
  ),
  'testdrive.answer': mailed(
    'cars/test-drive/answer',
    'user',
    { test_drive_id: 'string', answer: 'string' },
    (p) => `drive:${p.test_drive_id}`,
  ),
  'profile.edit': {
    // Version 2 allows `opening_hours`, `avatar_image` and `logo_image` in a patch.
    v: 2,
    method: 'PUT',
    path: 'users/update-user-details',
    auth: 'user',
    lane: (p) => profileLane(p.uid),
    merge: 'patch',
    versioned: true,
    editing: { of: (p) => p.patch, with: (p, patch) => ({ ...p, patch }), sets: [] },
    whenGone: 'rejected',
    shape: { uid: 'string', patch: 'object' },
    upcast: { 1: (older) => older },
    older: { 1: profileBody as Body<unknown> },
    body: profileBody,
  },
  'chat.send': {
    ...mailed<Payloads['chat.send']>('chat/send-message', 'user', { receiver: 'string', message: 'string' }),
    lane: (p) => `chat:${p.receiver}`,
  },
}

/** The commands of this app, without the types of their payloads. */
export const commandRegistry = commands as unknown as CommandRegistry
