import type { InjectOptions } from 'fastify'
import { basePath } from '#contract/http.ts'
import { all, type Answers, anybody } from './callers.ts'

/** A form with a proof of payment. */
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

/** Who may call what the payment provider calls, and the provider that a demo plays. */
export const paymentCalls: Record<string, { may: Answers; ask: () => InjectOptions }> = {
  // Believed by its signature and its source alone; who calls is no matter (payments.test.ts).
  [`POST ${basePath}users/save-payment-details`]: wireForm(`${basePath}users/save-payment-details`),
  // Of a demo alone.
  'GET /dev/pay/*': { may: all('not_found'), ask: () => ({ url: '/dev/pay/none' }) },
  'POST /dev/pay/*': wireForm('/dev/pay/eng/query/validate'),
}
