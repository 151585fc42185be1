import { orderRoutes, type Order, type Payable } from '#contract/plans/orders.ts'
import { planRoutes, type SubscriptionPlan } from '#contract/plans/plans.ts'
import { profileRoutes, type SubscriptionHistory } from '#contract/users/profile.ts'
import type { ReadResult } from '../read-result.ts'
import { useCached, useMine } from './use-mine.ts'

/** Hooks for plans, which are public, and for the person's own orders. */

/** Returns the plans, cheapest first; they are stored, so that they can be compared offline. */
export const usePlans = (): ReadResult<SubscriptionPlan[]> =>
  useCached('plans', async (get) => (await get(planRoutes.getSubscriptionList)).data)

/** Returns the person's orders, newest first, and their other subscriptions (R-PROF-12). */
export const useOwnOrders = (): ReadResult<{ orders: Order[]; others: SubscriptionHistory[] }> =>
  useMine('orders', async (get) => {
    const [{ data: orders }, { data: rows }] = await Promise.all([
      get(orderRoutes.getMyOrders),
      get(profileRoutes.getMySubscriptionHistory),
    ])
    const orderKeys = orders.map(({ plan, amount, months }) => `${plan.name} ${amount} ${months}`)
    // Subscriptions that match no order, such as those from before orders existed.
    const others = rows.filter(({ name, amount, duration }) => {
      const at = orderKeys.indexOf(`${name} ${amount} ${duration}`)
      if (at === -1) return true
      orderKeys.splice(at, 1)
      return false
    })
    return { value: { orders, others } }
  })

/** An order as this phone stores it, without the payment form, which is requested at payment. */
export type OwnOrder = Omit<Payable, 'payment_form'>

export const useOwnOrder = (id: string): ReadResult<OwnOrder> =>
  useMine(`order:${id}`, async (get) => {
    const { payment_form: _, ...order } = (await get(orderRoutes.getOrder, { params: { id } })).data
    return { value: order }
  })
