// Asks what became of payments that nobody has reported, and cancels orders that nobody pays.
import { z } from 'zod/mini'
import { orderLimits } from '#contract/plans/orders.ts'
import type { Deps } from '../../kernel/deps.ts'
import { gatewaysOf } from '../gateways.ts'
import { lapsedEmail, postToBuyer } from '../order-emails.ts'
import { billOf, heldOrder, type OrderRow } from '../orders-store.ts'
import { settlePayment } from '../settle.ts'
import { eachAlone } from './each-alone.ts'

const minute = 60_000
const day = 24 * 60 * minute
const batch = 50

const idRow = z.object({ id: z.string() })

/** Looks at every order whose time has come; each is taken by one process. */
export async function reconcileOrders(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  const due = await deps.db.rows(idRow, {
    text: `select id from orders where look_at <= $1 order by look_at limit ${batch}`,
    values: [deps.now()],
  })
  await eachAlone(due, async ({ id }) => {
    if (stopping.aborted) return
    const order = await takeOrder(deps, id)
    if (!order) return
    await ask(deps, order, stopping)
    await lapse(deps, order)
  })
}

/** When to look again: after as long as it has waited already, a day at most, and when it lapses. */
function nextLook({ state, created_at, method }: OrderRow, now: Date): Date | null {
  // The last time: money may have come in the moment of its cancelling.
  if (state !== 'pending') return null
  const end = created_at.getTime() + orderLimits.pendingDays * day
  const waited = Math.min(Math.max(now.getTime() - created_at.getTime(), minute), day)
  if (now.getTime() >= end) return new Date(now.getTime() + day)
  return new Date(method === 'deposit' ? end : Math.min(now.getTime() + waited, end))
}

/** The order, if nobody else looks at it; written before anything is asked, so that nobody asks twice. */
function takeOrder({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<OrderRow | undefined> {
  return db.tx(async (sql) => {
    const order = await heldOrder(sql, { id })
    const taken =
      order &&
      (await sql.run({
        text: 'update orders set look_at = $3 where id = $1 and look_at <= $2',
        values: [id, now(), nextLook(order, now())],
      }))
    return taken === 1 ? order : undefined
  })
}

async function ask(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  order: OrderRow,
  stopping: AbortSignal,
): Promise<void> {
  const gateway = gatewaysOf(deps).find(({ method }) => method === order.method)
  const news = await gateway?.ask?.(billOf(order), stopping)
  if (news && news.status !== 'pending') await deps.db.tx((sql) => settlePayment(sql, deps, news))
}

const waitingProof = (order: OrderRow) => order.proofs.some(({ state }) => state === 'waiting')

/** Nobody has paid for so long: the order is cancelled, unless an operator has yet to look at its proof. */
async function lapse(deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>, { _id }: OrderRow): Promise<void> {
  await deps.db.tx(async (sql) => {
    const order = await heldOrder(sql, { id: _id })
    const now = deps.now()
    if (order?.state !== 'pending' || waitingProof(order)) return
    if (now.getTime() < order.created_at.getTime() + orderLimits.pendingDays * day) return
    await sql.run({
      text: "update orders set state = 'cancelled', closed_at = $2, look_at = null, note = $3 where id = $1",
      values: [_id, now, `Nobody paid it within ${orderLimits.pendingDays} days.`],
    })
    await postToBuyer(sql, deps, order, lapsedEmail)
  })
}
