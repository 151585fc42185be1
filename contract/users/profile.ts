import { z } from 'zod/mini'
import { route } from '../http.ts'
import { limits } from '../limits.ts'
import { gsm, id, instant, ok, text } from '../parts.ts'

/** One's own account as one sees and edits it. */

/** What may be edited, by the names that edits and conflicts use (R-PROF-06, R-PROF-07). */
export const profileFields = z.object({
  fullname: z.string(),
  /** National number, without its country code. */
  gsm: z.string(),
  province: z.string(),
  city: z.string(),
  businessname: z.string(),
  businessAddress: z.string(),
})
export type ProfileFields = z.output<typeof profileFields>

/** R-VAL-28 to R-VAL-30; how many digits a number has is the market's business. */
const typed = z.object({
  fullname: text('Please enter full name', limits.name),
  gsm: gsm('Contact no. is required'),
  province: text('Please select province', 80),
  city: text('Please select city', 80),
  businessname: text('Please enter business name', limits.name),
  businessAddress: text('Please enter business address', 200),
})

/** The changed fields only. With `base_version` refused when the account is not at that version any more. */
export const profileEdit = z.object({
  ...z.partial(typed).shape,
  base_version: z.optional(z.int().check(z.minimum(0))),
})
export type ProfileEdit = z.output<typeof profileEdit>

export const profileVersion = z.object({ _id: id, version: z.int(), fields: profileFields })
export type ProfileVersion = z.output<typeof profileVersion>

/** R-ENT-22; `expirytimes` in seconds since 1970. */
const subscription = z.object({ name: z.string(), expirycdate: z.string(), expirytimes: z.int() })
/** R-ENT-27 */
const history = z.object({
  name: z.string(),
  amount: z.number(),
  duration: z.int(),
  price: z.number(),
  expirycdate: z.string(),
  status: z.string(),
})

/** R-ENT-20 to R-ENT-22 */
export const profile = z.extend(profileFields, {
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
  version: z.int(),
  fields: profileFields,
})
export type Profile = z.output<typeof profile>

export const profileRoutes = {
  getUserProfileData: route('GET', 'users/get-user-profile-data', {
    id: 'R-API-31',
    auth: 'required',
    reply: z.object({ ...ok, data: profile, as_of: instant }),
  }),
  updateUserDetails: route('PUT', 'users/update-user-details', {
    id: 'R-API-33',
    auth: 'required',
    write: true,
    body: profileEdit,
    reply: z.object({ ...ok, data: profileVersion }),
  }),
}
