import type { CarStatus } from './limits.ts'
import { carLane, profileLane } from './sync/lanes.ts'
import type { AnyPayload, CommandKind, Fields, Payloads, ProfileEditPayload } from './sync/payloads.ts'
import { listOf } from './values/unknown.ts'
import { uploadedUrl } from './values/pictures.ts'

export type * from './sync/payloads.ts'

/**
 * Writes that may wait on the phone: which call they become and how two of them relate (R-PWA-30).
 * Free of zod, so that the service worker stays small: a payload was checked when it was put.
 */

/** What an item knows beside its payload when it becomes a request. */
export interface SendContext {
  itemId: string
  /** Place in this device's order of writes. */
  seq: number
  /** Version of what the person saw when they decided; for kinds with a precondition. */
  baseVersion: number | undefined
}
type Body<P> = (payload: P, context: SendContext) => Record<string, unknown>

/**
 * How a new item meets an older one of its lane that has certainly had no effect:
 * `replace` takes its place, `patch` is folded into it, `absorb` makes it moot, `append` stands beside it.
 */
export type MergeRule = 'replace' | 'patch' | 'absorb' | 'append'

/** The editable part of a payload, for kinds whose effect depends on what the person saw. */
export interface Editing<P> {
  of: (payload: P) => Fields
  with: (payload: P, patch: Fields) => P
  /** Fields that are sets: what both sides added or took away can be joined. */
  sets: readonly string[]
}

export interface Command<P> {
  /** Version of the payload's shape. */
  v: number
  method: 'POST' | 'PUT' | 'DELETE'
  /** Below the base path. */
  path: string | ((payload: P) => string)
  /**
   * `user` waits for a login of its own partition; `none` goes without one. `optional` is the one or the other, as it
   * was when it was written.
   */
  auth: 'user' | 'none' | 'optional'
  /** Items of one lane are sent in order, lanes do not wait for each other. */
  lane: (payload: P, itemId: string) => string
  merge: MergeRule
  /** The lane names something with a version; an answer carries it and the fields as they are then. */
  versioned?: true
  /** Goes with the version the person saw; refused with a conflict when it is over. */
  editing?: Editing<P>
  /** How the thing looks once this has had its effect; patches need no own rule. */
  apply?: (fields: Fields, payload: P) => Fields
  /** Brings what the lane names into being: taken back before it left, nothing of the lane needs to be sent. */
  creates?: true
  /** What a 404 or 410 means: the wish is moot, tell the person, or they must decide what to do with their text. */
  whenGone: 'done' | 'rejected' | 'conflict'
  /** What a whole payload has, so that a damaged record is recognised: names and types (`typeof`, or `array`). */
  shape: Readonly<Record<string, 'string' | 'object' | 'array'>>
  /** Brings a payload of version `n` to `n + 1`; only for what was never attempted. */
  upcast?: Readonly<Record<number, (older: unknown) => unknown>>
  /** Bodies of older shapes, for what was attempted under them and keeps its payload. */
  older?: Readonly<Record<number, Body<unknown>>>
  body: Body<P>
}

/** The kinds an app knows; tests hand in the book of an older or newer app. */
export type CommandRegistry = Readonly<Record<string, Command<AnyPayload>>>

const ofCar = (p: { adId: string }) => carLane(p.adId)
const ownLane = (_: unknown, itemId: string) => itemId
const based = (c: SendContext) => (c.baseVersion === undefined ? {} : { base_version: c.baseVersion })
const adSets = ['carfeatures', 'images'] as const
const profileBody: Body<ProfileEditPayload> = (p, c) => ({ ...p.patch, ...based(c) })

/**
 * A form that is sent as it was typed; the reference minted here makes a late duplicate harmless. With a lane of its own
 * the latest word about a thing counts.
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
  // R-ROLE-11: with a login as it was written, or without one.
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
    // Since 2 a patch may hold `opening_hours`, `avatar_image` and `logo_image`.
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

/** The kinds of this app, without their payloads' types. */
export const commandRegistry = commands as unknown as CommandRegistry
