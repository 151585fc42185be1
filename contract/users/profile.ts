import { z } from 'zod/mini'
import { limits } from '../limits.ts'
import { gsm, id, instant, line, versionNumber, route, write } from '../parts.ts'

/** One's own account as one sees and edits it. */

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'))
const hours = z
  .object({ open: time, close: time })
  .check(
    z.refine((h) => h.open < h.close, { path: ['close'], error: 'Closing time must be after opening time' }),
  )
const sevenDays = 'Please enter the hours of seven days'
/** Monday first; null = closed. Empty: nobody has said. */
export const openingHours = z
  .array(z.nullable(hours), sevenDays)
  .check(z.refine((days) => [0, 7].includes(days.length), sevenDays))
export type OpeningHours = z.output<typeof openingHours>

/** What may be edited, by the names that edits and conflicts use (R-PROF-06, R-PROF-07). */
export const profileFields = z.object({
  fullname: z.string(),
  /** National number, without its country code. */
  gsm: z.string(),
  province: z.string(),
  city: z.string(),
  businessname: z.string(),
  businessAddress: z.string(),
  /** Absent in what was answered before there were any. */
  opening_hours: z._default(openingHours, []),
  /** The pictures by the names that edits use, so that two who change one are told; absent in older answers. */
  avatar_image: z.optional(z.string()),
  logo_image: z.optional(z.string()),
  /** E-mails about messages one has not read; absent in older answers, where it is on. */
  chat_emails: z.optional(z.boolean()),
})
export type ProfileFields = z.output<typeof profileFields>

/** Id of a picture one has uploaded (contract/sync/uploads.ts); empty takes the present one away. */
const ownPicture = z.string().check(z.regex(/^(img_[0-9a-f]{32})?$/, 'Please upload this image first.'))

/** Files of a form that is sent as multipart (R-API-33), and the field that each of them becomes. */
export const profileFiles = {
  avatar: 'avatar_image',
  logo: 'logo_image',
  // By the names that a profile has them under.
  avatarurl: 'avatar_image',
  logourl: 'logo_image',
} as const

/** R-VAL-28 to R-VAL-30; how many digits a number has is the market's business. */
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

/** The changed fields only. With `base_version` refused when the account is not at that version any more. */
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
  /** Ads for sale at a time, as the plan allows now; absent in older answers. */
  car_limit: z.optional(z.int()),
})
/**
 * R-ENT-27. `status` of what was paid: active, replaced (by a dearer plan) or cancelled; else what became of the order:
 * pending, cancelled, refused, refunded.
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
  /** The one that runs longest first. */
  subscriptions: z.array(subscription),
  histories: z.array(history),
  is_subscriber: z.boolean(),
  /** Ads that everybody may have for sale at a time, without paying; absent in older answers. */
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
  /** Newest end first; what has not begun has no date. */
  getMySubscriptionHistory: route('GET users/get-my-subscription-history', 'R-API-32', {
    data: z.array(history),
  }),
  /** Answered with the profile as it is then. JSON, or multipart with `profileFiles`; there `opening_hours` and `chat_emails` are JSON text and `base_version` digits. */
  updateUserDetails: write('PUT users/update-user-details', 'R-API-33', {
    body: profileEdit,
    data: profile,
  }),
}
