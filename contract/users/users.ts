import { z } from 'zod/mini'
import { route } from '../http.ts'
import { limits } from '../limits.ts'
import { email, id, ok } from '../parts.ts'

export const roles = ['user', 'admin'] as const
/** R-ENT-19, with what screens need to decide. */
export const user = z.object({
  id,
  fullname: z.string(),
  email: z.string(),
  avatarurl: z.string(),
  is_subscriber: z.boolean(),
  role: z.enum(roles),
})
export type User = z.output<typeof user>

/** R-VAL-18, R-VAL-19, R-API-25 */
export const credentials = z.object({
  email,
  password: z
    .string({ error: 'Please enter a password' })
    .check(z.minLength(1, 'Please enter a password'), z.maxLength(limits.message)),
})

/** R-ENT-17 */
export const dealer = z.object({
  _id: id,
  fullname: z.string(),
  avatarurl: z.string(),
  businessname: z.string(),
  logourl: z.string(),
  businessAddress: z.string(),
  address: z.string(),
  city: z.string(),
  gsm: z.string(),
  email: z.string(),
  total_cars: z.int(),
  soldCarsCount: z.int(),
  listingCarsCount: z.int(),
})
export type Dealer = z.output<typeof dealer>

export const userRoutes = {
  /** R-ENT-23: `token` is a JWT whose claims carry the user. */
  userLogin: route('POST', 'users/user-login', {
    id: 'R-API-24',
    auth: 'none',
    body: credentials,
    reply: z.object({ ...ok, data: user, token: z.string() }),
  }),
  logout: route('POST', 'users/logout', {
    id: 'R-API-45',
    auth: 'optional',
    reply: z.object(ok),
  }),
  /** Dealers that pay to be shown on the home page. */
  getDealershipList: route('GET', 'users/get-dealership-list', {
    id: 'R-API-20',
    auth: 'none',
    reply: z.object({ ...ok, data: z.array(dealer) }),
  }),
  getDealerProfile: route('GET', 'users/get-dealer-profile/:id', {
    id: 'R-API-22',
    auth: 'optional',
    params: z.object({ id }),
    reply: z.object({
      ...ok,
      data: dealer,
      sold_cars_count: z.int(),
      listing_cars_count: z.int(),
    }),
  }),
}
