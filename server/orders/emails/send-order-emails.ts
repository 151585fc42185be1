// Every e-mail is left in the transaction of what it tells of.
import { regionOf } from '#contract/values/region.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { EmailBody } from '../../kernel/mail/layout.ts'
import { queueEmail } from '../../kernel/mail/outbox.ts'
import { operatorAddress, siteIn } from '../../reference/reference-store.ts'
import type { OrderRow } from '../orders-store.ts'
import type { From, OrderWords } from './order-emails.ts'

export type PostDeps = Pick<Deps, 'config' | 'newId' | 'now'>

export const wordsOf = (o: OrderRow): OrderWords => ({
  id: o._id,
  plan: o.plan_name,
  months: o.months,
  amount: o.amount,
  reference: o.reference,
})

/** Writes to one address; `forget`: nothing of it is kept once it was carried away. */
export async function post(
  sql: Sql,
  { config, newId, now }: PostDeps,
  to: string,
  write: (from: From) => EmailBody,
): Promise<void> {
  const from = { ...(await siteIn(sql, config)), timeZone: regionOf[config.market].timeZone }
  const id = newId()
  await queueEmail(sql, {
    ...write(from),
    id,
    dedup_key: id,
    recipient: to,
    created_at: now(),
    forget: true,
  })
}

/** Writes to the buyer of an order; to nobody when the account is gone. */
export async function postToBuyer(
  sql: Sql,
  deps: PostDeps,
  order: OrderRow,
  write: (from: From, words: OrderWords) => EmailBody,
): Promise<void> {
  if (order.user_id === null) return
  await post(sql, deps, order.email, (from) => write(from, wordsOf(order)))
}

/** Writes to the operator. */
export async function postToOperator(
  sql: Sql,
  deps: PostDeps,
  order: OrderRow,
  write: (from: From, words: OrderWords) => EmailBody,
): Promise<void> {
  await post(sql, deps, await operatorAddress(sql), (from) => write(from, wordsOf(order)))
}
