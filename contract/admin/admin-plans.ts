import { z } from 'zod/mini'
import { adminRead, adminWrite } from './admin-route.ts'
import { id, line } from '../parts.ts'
import { plan } from '../plans/plans.ts'

/** Admin calls for the prices and contents of plans. */

export const planLimits = { title: 60, price: 1_000_000, cars: 100_000, includes: 12, sentence: 120 } as const

const money = `At most ${planLimits.price} rand`
const cars = `A whole number up to ${planLimits.cars}`

/** The editable fields of a plan. An order and an active plan keep the price of the purchase. */
const planChange = z.object({
  title: line('Please enter a title', planLimits.title),
  /** Price of one month in rand. A free plan stays free and a paid plan stays paid, so that a typing error gives no plan away. */
  price: z
    .number({ error: 'Please enter a price' })
    .check(
      z.minimum(0, 'Please enter a price'),
      z.maximum(planLimits.price, money),
      z.multipleOf(0.01, 'At most two decimals'),
    ),
  /** Maximum number of ads for sale at a time. A change also applies to active subscriptions. */
  car_limit: z.int({ error: cars }).check(z.minimum(0, cars), z.maximum(planLimits.cars, cars)),
  /** Sentences about the plan's contents; the number of ads is shown separately. */
  includes: z
    .array(line('Please leave no line empty', planLimits.sentence))
    .check(z.maxLength(planLimits.includes, `At most ${planLimits.includes} lines`)),
})
export type PlanEdit = z.output<typeof planChange>

const planForAdmin = z.object({
  ...plan.shape,
  /** Number of active subscriptions to the plan, and number of its unpaid orders. */
  running: z.int(),
  pending: z.int(),
})
export type PlanForAdmin = z.output<typeof planForAdmin>

export const adminPlanRoutes = {
  adminListPlans: adminRead('plans', 'plans', z.array(planForAdmin)),
  /** Changes the fields of the request only, so that a page loaded before a price change does not restore the old price. */
  savePlan: adminWrite('save-plan', { plan_id: id, ...z.partial(planChange).shape }),
}
