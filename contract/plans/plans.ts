import { z } from 'zod/mini'
import { id, route } from '../parts.ts'

/** Months for which a plan can be bought: 1 to 11, one year and two years (R-SUBS-08). */
export const planMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24] as const
export type PlanMonths = (typeof planMonths)[number]

/** Name of the add-on plan that shows a dealership on the home page (R-SUBS-06). */
export const featuredPlan = 'Featured Dealership'

/** A plan (R-ENT-28) with its contents. */
export const plan = z.object({
  _id: id,
  /** Heading of the plan. */
  title: z.string(),
  name: z.string(),
  type: z.string(),
  /** Rand for one month; 0 needs no payment (R-SUBS-12). */
  price: z.number(),
  /** Maximum number of ads for sale at a time. */
  car_limit: z.int(),
  /** Contents of the plan, one sentence each, in display order. */
  includes: z.array(z.string()),
})
export type SubscriptionPlan = z.output<typeof plan>

export const planRoutes = {
  /** Lists plans, cheapest first, the dealership add-on last. */
  getSubscriptionList: route('GET admin_master/get-subscription-list', 'R-API-36', {
    auth: 'optional',
    data: z.array(plan),
  }),
}
