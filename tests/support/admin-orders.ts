import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { orderRoutes, type Payable } from '#contract/plans/orders.ts'
import type { TestServer } from './api.ts'

/** Helpers for orders that an operator decides. */

export async function placeOrder(
  server: TestServer,
  token: string,
  body: { subs_id: string; duration: number; method?: 'card' | 'deposit' },
): Promise<Payable> {
  return (await server.call(orderRoutes.applySubscriptionOrder, { body, token })).reply.data
}

/** Adds an empty proof of payment to an order, as a picture or a PDF; returns its id. */
export async function addTestProof(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  order: { _id: string },
  o: { type?: 'image/webp' | 'application/pdf'; name?: string; content?: Buffer; dealership?: string } = {},
): Promise<string> {
  const id = randomUUID()
  const { type = 'application/pdf', name = 'slip.pdf', content = Buffer.from('%PDF-1.4 %%EOF') } = o
  await db.run({
    text: `insert into proofs (id, order_id, hash, file_name, file_type, content, dealership_id, created_at)
      values ($1, $2, $1, $3, $4, $5, $6, $7)`,
    values: [id, order._id, name, type, content, o.dealership ?? '', clock.now()],
  })
  return id
}

const subscriptionRow = z.object({ plan: z.string(), status: z.string(), ends: z.date() })
/** Returns the subscriptions of a person in the order of their creation. */
export const subscriptionsOf = ({ db }: Pick<TestServer, 'db'>, user: string) =>
  db.rows(subscriptionRow, {
    text: `select plan_id as plan, status, expires_at as ends from subscriptions where user_id = $1
      order by created_at, id`,
    values: [user],
  })
