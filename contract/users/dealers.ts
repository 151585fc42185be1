import { z } from 'zod/mini'
import { pageSizes } from '../limits.ts'
import { id, instant, paging, route } from '../parts.ts'
import { searchWords } from '../values/list-inputs.ts'
import { openingHours } from './profile.ts'

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
  /** Verified mark: an active plan and an approved proof of the dealership (R-ROLE-15); a business name alone is not enough. */
  verified: z.boolean(),
  /** Other verified contact data (R-DEAL-13). */
  email_verified: z.boolean(),
  mobile_verified: z.boolean(),
  member_since: instant,
})
export type DealerSummary = z.output<typeof dealer>

/** A dealer on their own page. */
const dealerProfile = z.object({
  ...dealer.shape,
  opening_hours: openingHours,
  /**
   * Minutes within which the dealer answered at least half of the recent conversations that others began; absent when there
   * were too few conversations or answers.
   */
  answers_within_minutes: z.optional(z.int()),
})
export type DealerProfile = z.output<typeof dealerProfile>

export const dealerRoutes = {
  /** Lists dealers that pay for a place on the home page. */
  getDealershipList: route('GET users/get-dealership-list', 'R-API-20', {
    auth: 'none',
    data: z.array(dealer),
  }),
  /** Lists all dealers by name. Each word of a search must be the beginning of a word of the dealer. */
  getDealerList: route('POST users/get-dealer-list', 'R-API-21', {
    auth: 'optional',
    body: z.object({
      ...paging(pageSizes.dealers),
      search: searchWords,
    }),
    data: z.array(dealer),
    reply: { totalCount: z.int() },
  }),
  getDealerProfile: route('GET users/get-dealer-profile/:id', 'R-API-22', {
    auth: 'optional',
    params: { id },
    data: dealerProfile,
    reply: { sold_cars_count: z.int(), listing_cars_count: z.int() },
  }),
  /** Counts the accounts that can sign in. */
  allActiveUserCount: route('GET users/all-active-user-count', 'R-API-23', {
    auth: 'optional',
    reply: { users_count: z.int() },
  }),
}
