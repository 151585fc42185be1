import { z } from 'zod/mini'
import { adminRead, adminWrite } from './admin-route.ts'
import { id, line } from '../parts.ts'
import { plan } from '../plans/plans.ts'

/** What plans cost and include, for the operator. */

export const planLimits = { title: 60, price: 1_000_000, cars: 100_000, includes: 12, sentence: 120 } as const

const money = `At most ${planLimits.price} rand`
const cars = `A whole number up to ${planLimits.cars}`

/** What may be changed; an order and a running plan keep the price they were bought for. */
const planChange = z.object({
  title: line('Please enter a title', planLimits.title),
  /** Rand for one month. What is free stays free, and what is not stays so: nobody gives a plan away by a slip. */
  price: z
    .number({ error: 'Please enter a price' })
    .check(
      z.minimum(0, 'Please enter a price'),
      z.maximum(planLimits.price, money),
      z.multipleOf(0.01, 'At most two decimals'),
    ),
  /** Ads for sale at a time; counts for running plans at once. */
  car_limit: z.int({ error: cars }).check(z.minimum(0, cars), z.maximum(planLimits.cars, cars)),
  /** Beside the ads, which are said by their number. */
  includes: z
    .array(line('Please leave no line empty', planLimits.sentence))
    .check(z.maxLength(planLimits.includes, `At most ${planLimits.includes} lines`)),
})
export type PlanEdit = z.output<typeof planChange>

const planForAdmin = z.object({
  ...plan.shape,
  /** Subscriptions to it that run now, and orders of it that wait to be paid. */
  running: z.int(),
  pending: z.int(),
})
export type PlanForAdmin = z.output<typeof planForAdmin>

export const adminPlanRoutes = {
  adminListPlans: adminRead('plans', 'plans', z.array(planForAdmin)),
  /** What is left out stays: a page that was opened before a price changed does not change it back. */
  savePlan: adminWrite('save-plan', { plan_id: id, ...z.partial(planChange).shape }),
}
