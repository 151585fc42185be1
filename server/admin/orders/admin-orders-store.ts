import { z } from 'zod/mini'
import {
  type AdminOrder,
  type AdminOrderEntry,
  adminOrderEntry,
  type orderFilters,
  paymentNotice,
} from '#contract/admin/admin-orders.ts'
import type { PaymentMethod } from '#contract/plans/orders.ts'
import {
  hasWords,
  idsOf,
  instantColumn,
  type RowPage,
  type PageQuery,
  pageOf,
} from '../../kernel/db/lists.ts'
import { part, raw, type Sql } from '../../kernel/db/sql.ts'
import { orderById, orderFrom } from '../../orders/orders-store.ts'
import { endsAfterRefund } from '../../orders/plan-rules.ts'

const entryRow = z.extend(adminOrderEntry, { created_at: instantColumn })

const waits = `(select min(f.created_at) from proofs f where f.order_id = o.id and f.state = 'waiting')`
const texts = `concat_ws(' ', o.reference, o.payment_id, o.plan_name, u.fullname, u.email,
  (select string_agg(n.payment, ' ') from payment_notices n where n.order_id = o.id))`

/** Returns one page of orders: those whose proofs wait longest first, then all others, newest first. */
export const adminOrders = (
  sql: Sql,
  q: PageQuery & { show: (typeof orderFilters)[number]; method: PaymentMethod | 'all' },
): Promise<RowPage<AdminOrderEntry>> =>
  pageOf(sql, entryRow, q, {
    columns: `o.id as _id, json_build_object('_id', o.plan_id, 'name', o.plan_name, 'type', p.type) as plan, o.months,
      o.amount, o.method, o.state, o.reference, o.created_at, json_build_object('_id', coalesce(u.id, ''),
        'fullname', coalesce(u.fullname, ''), 'email', coalesce(u.email, '')) as buyer,
      (select count(*)::int from proofs f where f.order_id = o.id and f.state = 'waiting') as proofs_waiting`,
    from: part`from orders o join plans p on p.id = o.plan_id left join users u on u.id = o.user_id
      where (${q.show} = 'all' or o.state = ${q.show} or (${q.show} = 'proof' and ${raw(waits)} is not null))
        and (${q.method} = 'all' or o.method = ${q.method}) and ${hasWords(q.search, texts)}`,
    order: `${waits} asc nulls last, o.created_at desc, o.id desc`,
  })

const noticeRow = z.extend(paymentNotice, {
  received_at: instantColumn,
  returned_at: z.nullable(instantColumn),
})
const noticeColumns = `id as _id, payment, status, amount, verdict, received_at, returned_at,
  returned_note as note`

/** Returns an order with its buyer and all payment notices. */
export async function adminOrderById(sql: Sql, id: string): Promise<AdminOrder | undefined> {
  const row = await orderById(sql, id)
  if (!row) return undefined
  const notices = await sql.all(noticeRow)`select ${raw(noticeColumns)} from payment_notices
    where id in (select id from payment_notices where order_id = ${id}
    order by believed desc, received_at desc, id limit 500) order by received_at, id`
  const dealership_ids = await idsOf(sql)`select dealership_id as id from proofs
    where order_id = ${id} and dealership_id <> '' group by dealership_id order by max(created_at) desc`
  return {
    ...orderFrom(row),
    buyer: { _id: row.user_id ?? '', fullname: row.fullname, email: row.email },
    payment_id: row.payment_id,
    dealership_ids,
    notices,
  }
}

const endedRow = z.object({ starts: z.date(), ends: z.date(), credit: z.int() })
/**
 * Ends the part of a subscription that an order paid for. Returns `was`, the end before, and `until`, the new end if credit
 * days of earlier plans remain. Returns undefined when the subscription has ended already.
 */
export async function endSubscription(
  sql: Sql,
  order: string,
  now: Date,
): Promise<{ was: Date; until: Date | undefined } | undefined> {
  const running = await sql.first(endedRow)`select s.started_at as starts, s.expires_at as ends,
    s.credit_days as credit from subscriptions s join orders o on o.subscription_id = s.id
    where o.id = ${order} and s.status = 'active' and s.expires_at > ${now} for update of s`
  if (!running) return undefined
  const stays = running.credit > 0
  // A subscription that has not begun never begins, unless it holds credit of other plans.
  const until = stays ? endsAfterRefund(now, running) : running.starts > now ? running.starts : now
  await sql.exec`update subscriptions set status = case when ${stays} then status else 'cancelled' end,
    expires_at = ${until}, ended_told_at = case when ${stays} then ended_told_at else ${now}::timestamptz end
    where id = (select subscription_id from orders where id = ${order})`
  return { was: running.ends, until: stays ? until : undefined }
}

/** Returns a payment notice of an order and locks its row until the transaction ends. */
export const heldNotice = (sql: Sql, id: string) =>
  sql.first(z.extend(noticeRow, { order_id: z.string() }))`select ${raw(noticeColumns)}, order_id
    from payment_notices where id = ${id} and order_id is not null for update`
