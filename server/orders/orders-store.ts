import { z } from 'zod/mini'
import { type Order, order, type PaymentMethod } from '#contract/plans/orders.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { featuredPlan, plan, type SubscriptionPlan } from '#contract/plans/plans.ts'
import { grouped } from '#contract/values/region.ts'
import { idsOf, instantColumn, findRow } from '../kernel/db/lists.ts'

const orderRow = z.extend(z.omit(order, { plan: true }), {
  /** Null when the account is deleted. */
  user_id: z.nullable(z.string()),
  plan_id: z.string(),
  plan_name: z.string(),
  plan_type: z.string(),
  payment_id: z.string(),
  created_at: z.date(),
  paid_at: z.nullable(instantColumn),
  starts_at: z.nullable(instantColumn),
  expires_at: z.nullable(instantColumn),
  fullname: z.string(),
  email: z.string(),
})
/** Order with its buyer, its proofs and the dates of its plan. */
export type OrderRow = z.output<typeof orderRow>

const proofsOfIt = `coalesce((select json_agg(json_build_object('_id', f.id, 'name', f.file_name, 'type', f.file_type,
    'bytes', octet_length(f.content), 'state', f.state, 'note', f.note,
    'created_at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by f.created_at, f.id) from proofs f where f.order_id = o.id), '[]') as proofs`
const orders = raw(`select o.id as _id, o.user_id, o.plan_id, o.plan_name, p.type as plan_type,
    o.months, o.price, o.amount, o.method, o.state, o.reference, o.payment_id, o.note, o.created_at, o.paid_at,
    s.started_at as starts_at, s.expires_at, coalesce(u.fullname, '') as fullname, coalesce(u.email, '') as email,
    ${proofsOfIt}
  from orders o join plans p on p.id = o.plan_id left join users u on u.id = o.user_id
    left join subscriptions s on s.id = o.subscription_id`)

/** Returns a person's own order; undefined when the order belongs to another person. */
export const ownOrder = (sql: Sql, o: { id: string; user: string }): Promise<OrderRow | undefined> =>
  sql.first(orderRow)`${orders} where o.id = ${o.id} and o.user_id = ${o.user}`

/** Returns the order of any person, for the operator. */
export const orderById = (sql: Sql, id: string): Promise<OrderRow | undefined> =>
  sql.first(orderRow)`${orders} where o.id = ${id}`

/** Returns a person's own orders, newest first. */
export const ownOrders = (sql: Sql, user: string): Promise<OrderRow[]> =>
  sql.all(orderRow)`${orders} where o.user_id = ${user} order by o.created_at desc, o.id desc limit 100`

/** Choice of a buyer: two pending orders with the same choice are the same order. */
export interface OrderChoice {
  user: string
  plan: string
  months: number
  price: number
  method: PaymentMethod
}
/** Returns the pending order of the same choice. */
export const sameOrder = (sql: Sql, c: OrderChoice): Promise<OrderRow | undefined> =>
  sql.first(orderRow)`${orders} where o.user_id = ${c.user} and o.plan_id = ${c.plan}
    and o.months = ${c.months} and o.price = ${c.price} and o.method = ${c.method} and o.state = 'pending'`

const holderRow = z.object({ user_id: z.nullable(z.string()) })

/**
 * Returns an order and locks its buyer's row, then its own row, until the transaction ends. All writers lock in this order,
 * which prevents deadlocks.
 */
export async function heldOrder(
  sql: Sql,
  by: { id: string } | { paymentId: string },
): Promise<OrderRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['payment_id', by.paymentId]
  const found = await sql.first(holderRow)`select user_id from orders where ${raw(column)} = ${value}`
  if (!found) return undefined
  if (found.user_id !== null) await holdBuyer(sql, found.user_id)
  const [held] = await idsOf(sql)`select id from orders where ${raw(column)} = ${value} for update`
  // A separate statement reads the order: a statement that waited for a lock sees other tables as they were before the wait.
  return held === undefined ? undefined : orderById(sql, held)
}

const buyerRow = z.object({ fullname: z.string(), email: z.string() })
export type Buyer = z.output<typeof buyerRow>

/** Returns a buyer and locks the row until the transaction ends; required before the buyer's plans change. */
export const holdBuyer = (sql: Sql, user: string): Promise<Buyer | undefined> =>
  findRow(sql, 'users', buyerRow, { id: user }, 'for no key update')

/** Converts the row to the order of the contract, which its buyer sees. */
export const orderFrom = (o: OrderRow): Order =>
  order.parse({
    ...o,
    plan: { _id: o.plan_id, name: o.plan_name, type: o.plan_type },
    created_at: o.created_at.toISOString(),
  })

export const planRow = z.omit(plan, { title: true })
export type PlanRow = z.output<typeof planRow>
const columns = 'id as _id, name, type, price, car_limit, includes'

export const planById = (sql: Sql, id: string): Promise<PlanRow | undefined> =>
  sql.first(planRow)`select ${raw(columns)} from plans where id = ${id}`

/** Returns the line about the number of ads; it is computed, because an operator may change the number. */
const adsOf = ({ car_limit: n }: PlanRow): string[] =>
  n === 0 ? [] : [`Up to ${grouped(n)} ads for sale at a time`]

/** Returns all plans on offer, cheapest first, Featured Dealership last. */
export async function plansOnOffer(sql: Sql): Promise<SubscriptionPlan[]> {
  const rows = await sql.all(planRow)`select ${raw(columns)} from plans
    order by name = ${featuredPlan}, price, position, id`
  return rows.map((row) => ({ ...row, title: row.name, includes: [...adsOf(row), ...row.includes] }))
}
