import { z } from 'zod/mini'
import { limits } from '../limits.ts'
import { gsm, id, instant, line, versionNumber, route, write } from '../parts.ts'

/** Calls to read and edit one's own account. */

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'))
const hours = z
  .object({ open: time, close: time })
  .check(
    z.refine((h) => h.open < h.close, { path: ['close'], error: 'Closing time must be after opening time' }),
  )
const sevenDays = 'Please enter the hours of seven days'
/** Seven days, Monday first; null means closed. An empty list means unknown. */
export const openingHours = z
  .array(z.nullable(hours), sevenDays)
  .check(z.refine((days) => [0, 7].includes(days.length), sevenDays))
export type OpeningHours = z.output<typeof openingHours>

/** Editable fields, under the names that edits and conflicts use (R-PROF-06, R-PROF-07). */
export const profileFields = z.object({
  fullname: z.string(),
  /** National number without the country code. */
  gsm: z.string(),
  province: z.string(),
  city: z.string(),
  businessname: z.string(),
  businessAddress: z.string(),
  /** Absent in responses of older servers. */
  opening_hours: z._default(openingHours, []),
  /**
   * The pictures under the names that edits use, so that concurrent changes of a picture cause a conflict; absent in older
   * responses.
   */
  avatar_image: z.optional(z.string()),
  logo_image: z.optional(z.string()),
  /** Whether unread messages cause e-mails; absent in older responses, and then true. */
  chat_emails: z.optional(z.boolean()),
})
export type ProfileFields = z.output<typeof profileFields>

/** Id of an uploaded picture (contract/sync/uploads.ts); an empty text removes the current picture. */
const ownPicture = z.string().check(z.regex(/^(img_[0-9a-f]{32})?$/, 'Please upload this image first.'))

/** Files of a multipart form (R-API-33), and the field that each file fills. */
export const profileFiles = {
  avatar: 'avatar_image',
  logo: 'logo_image',
  // The names that a profile uses.
  avatarurl: 'avatar_image',
  logourl: 'logo_image',
} as const

/** R-VAL-28 to R-VAL-30; the market defines the number of digits. */
const typed = z.object({
  fullname: line('Please enter full name', limits.name),
  gsm: gsm('Contact no. is required'),
  province: line('Please select province', 80),
  city: line('Please select city', 80),
  businessname: line('Please enter business name', limits.name),
  businessAddress: line('Please enter business address', 200),
  opening_hours: openingHours,
  avatar_image: ownPicture,
  logo_image: ownPicture,
  chat_emails: z.boolean(),
})

/** The changed fields only. With `base_version` the edit is refused when the account no longer has that version. */
export const profileEdit = z.object({
  ...z.partial(typed).shape,
  base_version: z.optional(versionNumber),
})
export type ProfileEdit = z.output<typeof profileEdit>

/** R-ENT-22; `expirytimes` in seconds since 1970. */
const subscription = z.object({
  name: z.string(),
  expirycdate: z.string(),
  expirytimes: z.int(),
  /** Maximum number of ads for sale at a time under the current plan; absent in older responses. */
  car_limit: z.optional(z.int()),
})
/**
 * R-ENT-27. `status` of a paid order: active, replaced (by a more expensive plan) or cancelled; otherwise the state of the
 * order: pending, cancelled, refused, refunded.
 */
export const history = z.object({
  name: z.string(),
  amount: z.number(),
  duration: z.int(),
  price: z.number(),
  expirycdate: z.string(),
  status: z.string(),
})
export type SubscriptionHistory = z.output<typeof history>

/** R-ENT-20 to R-ENT-22 */
export const profile = z.object({
  ...profileFields.shape,
  id,
  email: z.string(),
  country_code: z.string(),
  avatarurl: z.string(),
  logourl: z.string(),
  sold_cars_count: z.int(),
  listing_cars_count: z.int(),
  favourite_cars_count: z.int(),
  /** Subscriptions, the one with the latest end first. */
  subscriptions: z.array(subscription),
  histories: z.array(history),
  is_subscriber: z.boolean(),
  /** Number of ads that everybody may have for sale without a plan; absent in older responses. */
  free_ads: z.optional(z.int()),
  version: z.int(),
  fields: profileFields,
})
export type Profile = z.output<typeof profile>

export const profileRoutes = {
  getUserProfileData: route('GET users/get-user-profile-data', 'R-API-31', {
    data: profile,
    reply: { as_of: instant },
  }),
  /** Lists subscriptions, the latest end first; one that has not begun has no date. */
  getMySubscriptionHistory: route('GET users/get-my-subscription-history', 'R-API-32', {
    data: z.array(history),
  }),
  /**
   * Takes JSON, or multipart with `profileFiles`; in multipart, `opening_hours` and `chat_emails` are JSON text and
   * `base_version` is digits. Returns the profile after the change.
   */
  updateUserDetails: write('PUT users/update-user-details', 'R-API-33', {
    body: profileEdit,
    data: profile,
  }),
}
