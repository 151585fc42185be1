import type { EmailDeps } from '../kernel/mail/outbox.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { type NewOrder, orderLimits } from '#contract/plans/orders.ts'
import { planMonths } from '#contract/plans/plans.ts'
import { countOf, idsOf, insertRow } from '../kernel/db/lists.ts'
import { fieldError } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { openSubscriptions } from './activate.ts'
import { gatewaysOf } from './gateways.ts'
import { depositEmail, postToBuyer } from './order-emails.ts'
import {
  heldOrder,
  holdBuyer,
  type OrderChoice,
  type OrderRow,
  planById,
  type PlanRow,
  sameOrder,
} from './orders-store.ts'
import { pay } from './settle.ts'
import { type Pace, takeTurn, throttleKey } from '../users/sign-in/throttle.ts'

const noPlan = () => fieldError('subs_id', 'This plan is not offered any more. Please choose another one.')
const tooMany = () =>
  fieldError(
    'subs_id',
    `You have ${orderLimits.pending} orders that wait for payment. Pay or cancel one of them first.`,
  )

/** Throttle of new orders of one person. */
const orderPace: Pace = { burst: 20, every: 300 }

/** Characters that are not confused when they are read aloud or written by hand. */
const plain = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const newReference = () => `MK-${Array.from({ length: 8 }, () => plain[randomInt(plain.length)]).join('')}`
/** Returns an unguessable id of 40 characters (R-EXT-13). */
const newPaymentId = () => randomBytes(20).toString('hex')

/**
 * Returns the pending order of the same choice, or places a new order. Only this function computes the price (R-SUBS-09). A
 * free order gives its plan at once (R-SUBS-12).
 */
export async function placeOrder(
  sql: Sql,
  deps: EmailDeps,
  { user, subs_id, duration, method }: NewOrder & { user: string },
): Promise<OrderRow> {
  // The buyer's row is locked until the transaction ends, so that two tabs order one after the other.
  if (!(await holdBuyer(sql, user))) throw new AppError('unauthenticated')
  const plan = await planById(sql, subs_id)
  const months = planMonths.find((n) => n === Number(duration))
  if (!plan || months === undefined) throw noPlan()
  if (plan.price === 0) return freeOrder(sql, deps, { user, plan, months })
  const way = method ?? 'card'
  const gateway = gatewaysOf(deps).find((g) => g.method === way)
  if (!gateway) throw new AppError('payment_unavailable')
  const choice = { user, plan: plan._id, months, price: plan.price, method: way }
  const same = await sameOrder(sql, choice)
  if (same) return same
  const pending = await countOf(sql)`select count(*)::int as n from orders
    where user_id = ${user} and state = 'pending'`
  if (pending >= orderLimits.pending) throw tooMany()
  // Without a throttle, repeated ordering and cancelling would send an e-mail each time, perhaps to an unverified address.
  const key = throttleKey(deps.config.authSecret, 'order', user)
  const retryAfter = await takeTurn(sql, key, orderPace, deps.now())
  if (retryAfter > 0)
    throw new AppError('rate_limited', { msg: 'You have ordered a lot. Please wait a moment.', retryAfter })
  const order = await addOrder(sql, deps, choice, plan)
  const payment = gateway.start(order)
  // A card payment needs no e-mail at this point: the buyer is about to pay and gets a receipt afterwards.
  if ('deposit' in payment)
    await postToBuyer(sql, deps, order, (from) => depositEmail(from, order, payment.deposit))
  return order
}

/** Returns the running free order of this plan, or places one: a second free subscription would give nothing more. */
async function freeOrder(
  sql: Sql,
  deps: EmailDeps,
  { user, plan, months }: { user: string; plan: PlanRow; months: number },
): Promise<OrderRow> {
  const now = deps.now()
  const [had] = await idsOf(sql)`select o.id from orders o join subscriptions s on s.id = o.subscription_id
    where o.user_id = ${user} and o.plan_id = ${plan._id} and s.status = 'active' and s.expires_at > ${now}
    limit 1`
  const there = had && (await heldOrder(sql, { id: had }))
  if (there) return there
  const [larger] = (await openSubscriptions(sql, user, now)).filter(
    ({ price, allowsAds }) => price > 0 && allowsAds,
  )
  if (larger)
    throw fieldError('subs_id', `You have ${larger.name}, which includes everything that ${plan.name} does.`)
  const free: OrderChoice = { user, plan: plan._id, months, price: 0, method: 'free' }
  const order = await addOrder(sql, deps, free, plan)
  await pay(sql, deps, order)
  return (await heldOrder(sql, { id: order._id })) ?? order
}

async function addOrder(
  sql: Sql,
  deps: EmailDeps,
  { user, plan: plan_id, months, price, method }: OrderChoice,
  { name }: PlanRow,
): Promise<OrderRow> {
  const now = deps.now()
  const id = deps.newId()
  const bought = { plan_id, plan_name: name, months, price, amount: price * months }
  const names = { reference: newReference(), payment_id: newPaymentId() }
  await insertRow(sql, 'orders', { id, user_id: user, method, ...bought, ...names, created_at: now })
  const added = await heldOrder(sql, { id })
  if (!added) throw new Error('An order is not there in the transaction that placed it.')
  return added
}
