import type { InjectOptions } from 'fastify'
import { basePath } from '#contract/http.ts'
import { all, type Answers, anybody } from './callers.ts'

/** Multipart form with a proof of payment. */
export const proofForm = {
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="proof"; filename="p.pdf"\r\n\r\n%PDF-1.4\n%%EOF\r\n--b--\r\n',
  ),
}

const wireForm = (url: string) => ({
  may: anybody,
  ask: (): InjectOptions => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'm_payment_id=1',
  }),
})

/** Callers of the routes for the payment provider, and of the provider that a demo simulates. */
export const paymentCalls: Record<string, { may: Answers; ask: () => InjectOptions }> = {
  // The server verifies signature and source, so any caller is allowed (payments.test.ts).
  [`POST ${basePath}users/save-payment-details`]: wireForm(`${basePath}users/save-payment-details`),
  // These routes exist only in a demo.
  'GET /dev/pay/*': { may: all('not_found'), ask: () => ({ url: '/dev/pay/none' }) },
  'POST /dev/pay/*': wireForm('/dev/pay/eng/query/validate'),
}
