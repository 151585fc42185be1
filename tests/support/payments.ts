import type { InjectOptions } from 'fastify'
import { basePath } from '#contract/http.ts'
import { orderRoutes, type Payable, type PaymentForm } from '#contract/plans/orders.ts'
import { z } from 'zod/mini'
import { writeReference } from '../../server/reference/reference-rows.ts'
import type { FakePayfast } from '../../server/integrations/payfast/fake-payfast.ts'
import { fakePayfast } from '../fakes/listen.ts'
import type { FakePayment } from '../../server/integrations/payfast/fake-pages.ts'
import { readNotice } from '../../server/integrations/payfast/signature.ts'
import { testServer, type TestServer, type TestServerOptions } from './api.ts'
import { addUser, type NewUser } from './motorkin.ts'

/** A server, its card payment provider, and people who order. */

export const merchant = {
  id: '10009876',
  key: 'keyofthetest1',
  passphrase: 'PassphraseOfTheTest',
}
export const notifyUrl = `${basePath}users/save-payment-details`
const formType = 'application/x-www-form-urlencoded'

const noticeRow = z.object({
  order_id: z.nullable(z.string()),
  payment: z.string(),
  status: z.string(),
  amount: z.nullable(z.number()),
  verdict: z.string(),
})
export type NoticeRow = z.output<typeof noticeRow>

export interface PaymentsServer extends TestServer {
  fake: FakePayfast
  /** Creates a person and returns their token. */
  buyer: (o: NewUser) => Promise<string>
  order: (token: string, body?: object) => Promise<Payable>
  seen: (token: string, order: { _id: string }) => Promise<Payable>
  /** Posts the form of an order to the provider, as the buyer's browser does. */
  begin: (order: Payable) => Promise<FakePayment>
  /** Sends a payment notice from an address; the provider confirms it unless `unknown` is set. */
  notify: (notice: string, o?: { from?: string; headers?: object; unknown?: boolean }) => Promise<number>
  notices: () => Promise<NoticeRow[]>
}

/** Returns the request body of a form. */
export const wireOf = (form: PaymentForm): string =>
  new URLSearchParams(form.fields.map(({ name, value }): [string, string] => [name, value])).toString()

const formOf = ({ payment_form }: Payable): PaymentForm => {
  if (!payment_form) throw new Error('The order has no form to pay with.')
  return payment_form
}

/** Posts the form; returns the URL of the provider's page, which contains the payment id. */
export async function postForm(order: Payable): Promise<string> {
  const form = formOf(order)
  const answer = await fetch(form.action, {
    method: 'POST',
    body: wireOf(form),
    headers: { 'content-type': formType },
    redirect: 'manual',
  })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new URL(location, form.action).href
}

/** Presses a button of the provider's page; returns the target URL. */
export async function press(page: string, act: string): Promise<string> {
  const body = `act=${act}`
  const answer = await fetch(page, {
    method: 'POST',
    body,
    headers: { 'content-type': formType },
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? `${answer.status}`
}

export async function paymentsServer(o: TestServerOptions = {}): Promise<PaymentsServer> {
  const { url, fake, close } = await fakePayfast({
    merchant: () => merchant,
    reach: (to) => to,
    later: 0,
    again: [0, 0, 0],
  })
  const server = await testServer({
    seed: ({ db }) => db.tx(writeReference),
    ...o,
    env: {
      PAYFAST_URL: url,
      PAYFAST_MERCHANT_ID: merchant.id,
      PAYFAST_MERCHANT_KEY: merchant.key,
      PAYFAST_PASSPHRASE: merchant.passphrase,
      ...o.env,
    },
  })
  return {
    ...server,
    fake,
    buyer: async (user) => server.token(await addUser(server.db, user)),
    order: async (token, body = { subs_id: 'gold', duration: 3 }) =>
      (await server.call(orderRoutes.applySubscriptionOrder, { body, token })).reply.data,
    seen: async (token, { _id }) =>
      (await server.call(orderRoutes.getOrder, { params: { id: _id }, token })).reply.data,
    begin: async (order) => {
      const page = await postForm(order)
      const payment = fake.payments.get(page.split('/').at(-1) ?? '')
      if (!payment) throw new Error('The provider does not know the payment it has begun.')
      return payment
    },
    notify: async (notice, { from = '127.0.0.1', headers = {}, unknown = false } = {}) => {
      if (!unknown) fake.sent.set(readNotice(notice).signed, 0)
      const call: InjectOptions = {
        method: 'POST',
        url: notifyUrl,
        headers: { 'content-type': formType, ...headers },
        remoteAddress: from,
        payload: Buffer.from(notice, 'latin1'),
      }
      const answer = await server.app.inject(call)
      if (answer.statusCode === 200 && answer.body !== '')
        throw new Error(`A notice got words: ${answer.body}`)
      return answer.statusCode
    },
    notices: () => {
      const text = `select order_id, payment, status, amount::float8 as amount, verdict from payment_notices
        order by received_at, id`
      return server.db.rows(noticeRow, { text })
    },
    close: async () => {
      await server.close()
      await close()
    },
  }
}
