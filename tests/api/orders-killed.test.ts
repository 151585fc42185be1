import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { orderRoutes } from '#contract/plans/orders.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { fakePayfast, type ListeningPayfast } from '../fakes/listen.ts'
import { readNotice } from '../../server/integrations/payfast/signature.ts'
import { testConfig } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { merchant, notifyUrl, postForm } from '../support/payments.ts'
import { place, type ServerProcesses } from '../support/processes.ts'

let there: ServerProcesses | undefined
let provider: ListeningPayfast | undefined
afterEach(async () => {
  await there?.remove()
  await provider?.close()
  there = provider = undefined
})

const counts = z.object({ paid: z.int(), plans: z.int(), notices: z.int() })
/** Counts the stored rows; receipts include those that were sent. */
async function counted(from: ServerProcesses) {
  const kept = await from.look(async (db) => ({
    waiting: await db.rows(z.object({ key: z.string() }), {
      text: "select dedup_key as key from mail_outbox where subject like 'Receipt%'",
    }),
    row: await db.row(counts, {
      text: `select (select count(*)::int from orders where state = 'paid') as paid,
        (select count(*)::int from subscriptions) as plans,
        (select count(*)::int from payment_notices where verdict = 'paid') as notices`,
    }),
  }))
  const carried = from.mails().map((name) => name.replace(/\.\d+$/, ''))
  return { ...kept.row, receipts: new Set([...carried, ...kept.waiting.map(({ key }) => key)]).size }
}
const nothing = { paid: 0, plans: 0, receipts: 0, notices: 0 }
const once = { paid: 1, plans: 1, receipts: 1, notices: 1 }

test.each([
  ['before', 'effect', nothing],
  ['after', 'committed', once],
] as const)(
  'A server killed %s the commit of a payment still gives its plan once [R-API-49 R-EXT-15]',
  { tags: ['full'], timeout: 120_000 },
  async (_, death, left) => {
    const { fake, url, close } = await fakePayfast({ merchant: () => merchant })
    provider = { fake, url, close }
    let token = ''
    there = await place(
      async (db) => {
        await db.tx(writeReference)
        const user = await addUser(db, { id: 'buyer' })
        token = await issueToken(user, { config: testConfig(), now: () => new Date() }, 600)
      },
      {
        PAYFAST_URL: url,
        PAYFAST_MERCHANT_ID: merchant.id,
        PAYFAST_MERCHANT_KEY: merchant.key,
        PAYFAST_PASSPHRASE: merchant.passphrase,
      },
    )
    const dying = await there.start(death)
    const said = await dying.ask({
      method: 'POST',
      path: 'users/apply-subscription-order',
      body: { subs_id: 'gold', duration: 3 },
      headers: { authorization: `Bearer ${token}` },
    })
    const order = orderRoutes.applySubscriptionOrder.reply.parse(said.body).data
    const payment = fake.payments.get((await postForm(order)).split('/').at(-1) ?? '')
    if (!payment) throw new Error('The provider does not know the payment it has begun.')
    const notice = fake.noticeOf(payment, 'COMPLETE')
    fake.sent.set(readNotice(notice).signed, 0)
    const tell = async (origin: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await fetch(origin + notifyUrl, { method: 'POST', body: notice, headers })).status
    }
    await expect(tell(dying.origin)).rejects.toThrow('fetch failed')
    await dying.gone
    expect(await counted(there)).toEqual(left)

    const next = await there.start()
    expect([await tell(next.origin), await tell(next.origin)]).toEqual([200, 200])
    await next.kill()
    expect(await counted(there)).toEqual(once)
  },
)
