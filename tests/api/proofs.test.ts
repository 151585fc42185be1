import { fastify } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Order, orderLimits, orderRoutes } from '#contract/plans/orders.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { proofFile, sendProofFile } from '../../server/orders/proofs-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { boastingPng, noise } from '../support/bad-pictures.ts'
import { addUser } from '../support/motorkin.ts'

let server: TestServer
let token: string
let order: Order
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => db.tx(writeReference) })
})
afterAll(() => server.close())
const apply = async (body: object) =>
  (await server.call(orderRoutes.applySubscriptionOrder, { body, token })).reply.data
const gold = { subs_id: 'gold', duration: 3, method: 'deposit' }
beforeEach(async () => {
  await server.db.run({
    text: 'delete from orders; delete from users; delete from idempotency; delete from throttles',
  })
  token = await server.token(await addUser(server.db, { id: 'buyer' }))
  order = await apply(gold)
})

interface Answer {
  status: number
  data: Order
  error: ErrorBody
}
interface Sent {
  name?: string
  field?: string
  text?: Record<string, string>
  key?: string
  as?: string
  of?: string
}
async function send(bytes: Buffer | undefined, o: Sent = {}): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(o.text ?? {})) form.append(name, value)
  if (bytes) form.append(o.field ?? 'proof', new Blob([new Uint8Array(bytes)]), o.name ?? 'slip.pdf')
  const whole = new Response(form)
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/users/order/${o.of ?? order._id}/proof`,
    headers: {
      authorization: `Bearer ${o.as ?? token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      ...(o.key !== undefined && { 'idempotency-key': `"${o.key}"` }),
    },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  return { status: answer.statusCode, data: answer.json<{ data: Order }>().data, error: answer.json() }
}
const pdf = (what = 'a slip', length = 0) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n% ${what}\n`), Buffer.alloc(length, 32), Buffer.from('\n%%EOF\n')])
const stored = z.object({
  content: z.instanceof(Uint8Array),
  file_type: z.string(),
  dealership_id: z.string(),
  state: z.string(),
})
const rows = () => server.db.rows(stored, { text: 'select * from proofs order by created_at, id' })
const setState = (state: string) =>
  server.db.run({ text: 'update orders set state = $1, note = $1', values: [state] })

describe('Proof of a deposit', () => {
  test('A slip as a PDF waits with its order for the operator [R-EXT-15 R-DEAL-19]', async () => {
    const { status, data } = await send(pdf(), {
      text: { dealership_id: ' 2019/123456/07 ' },
      name: 'C:\\slips\\Mai 3.pdf',
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      _id: order._id,
      state: 'pending',
      proofs: [
        { name: 'Mai 3.pdf', type: 'application/pdf', bytes: pdf().length, state: 'waiting', note: '' },
      ],
    })
    expect(await rows()).toMatchObject([{ content: pdf(), dealership_id: '2019/123456/07' }])
  })

  test('A photo of a slip keeps its pixels and nothing else', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0e5a43' } })
      .withExif({ IFD0: { Copyright: 'somebody at home' } })
      .jpeg()
      .toBuffer()
    const hiding = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const { data } = await send(hiding, { name: 'slip.html' })
    expect(data.proofs).toMatchObject([{ name: 'slip.html', type: 'image/webp' }])
    const [row] = await rows()
    const content = Buffer.from(row?.content ?? [])
    const { format, width, height, exif } = await sharp(content).metadata()
    expect([format, width, height, exif]).toEqual(['webp', 40, 30, undefined])
    expect(content.includes('somebody')).toBe(false)
    expect(content.includes('script')).toBe(false)
  })

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a page', () => Buffer.from('<html><script>1</script></html>'), /picture .* or a PDF/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /picture .* or a PDF/],
    ['nothing', () => Buffer.alloc(0), /choose your proof/],
    ['half a PDF', () => pdf().subarray(0, 12), /damaged/],
    ['a PDF behind other bytes', () => Buffer.concat([Buffer.from('MZ'), pdf()]), /picture .* or a PDF/],
    ['half a picture', async () => (await noise('jpeg')).subarray(0, 2000), /damaged/],
    ['a picture that says it is immense', () => boastingPng(30_000, 30_000), /too many pixels/],
    ['too large a PDF', () => pdf('large', orderLimits.proof), /5 MB/],
  ])('%s is no proof, and the field says so [R-EXT-15]', async (_, make, sentence) => {
    const { status, error } = await send(await make())
    expect([status, error.code]).toEqual([422, 'validation_failed'])
    expect(error.fields?.['proof']).toMatch(sentence)
    expect(await rows()).toEqual([])
  })

  test('Forms without the file, with another file or far too large ones are refused', async () => {
    expect((await send(undefined, { text: { dealership_id: 'x' } })).error.fields).toHaveProperty('proof')
    expect((await send(pdf(), { field: 'photo' })).error.fields).toHaveProperty('photo')
    expect((await send(pdf(), { text: { dealership_id: 'x'.repeat(61) } })).error.fields).toHaveProperty(
      'dealership_id',
    )
    expect((await send(pdf('l', orderLimits.proof + 2_000_000))).status).toBe(413)
    const json = await server.call(orderRoutes.sendProof, {
      body: { proof: 'a' },
      params: { id: order._id },
      token,
    })
    expect(json.error.fields).toHaveProperty('proof')
    expect(await rows()).toEqual([])
  })

  test('The same file is the same proof, and a repeated call the same call', async () => {
    const first = await send(pdf(), { key: 'proof-1' })
    expect((await send(pdf(), { key: 'proof-1' })).data.proofs).toEqual(first.data.proofs)
    expect((await send(pdf(), { key: 'proof-2', name: 'other.pdf' })).data.proofs).toEqual(first.data.proofs)
    expect((await send(pdf('another'), { key: 'proof-1' })).error.code).toBe('key_reused')
    expect(await rows()).toHaveLength(1)
  })

  test('An order takes five proofs and no more', async () => {
    for (let n = 1; n <= orderLimits.proofs; n++) expect((await send(pdf(`${n}`))).status).toBe(200)
    expect((await send(pdf('one more'))).error.fields?.['proof']).toMatch(/5 proofs/)
    expect((await send(pdf('1'))).status).toBe(200)
  })

  test('Ordering and cancelling again and again makes no more room for files', async () => {
    const old = await apply({ ...gold, duration: 7 })
    await server.call(orderRoutes.cancelOrder, { params: { id: old._id }, token })
    await server.db.run({
      text: `insert into proofs (id, order_id, hash, file_name, file_type, content, created_at)
        select 'f' || n, $1, 'h' || n, 'a.pdf', 'application/pdf', '', $2 from generate_series(1, $3::int) n`,
      values: [old._id, server.clock.now(), orderLimits.proofsWaiting],
    })
    expect((await send(pdf())).error.fields).toEqual({
      proof: 'Many of your proofs wait already. Please let us look at them first.',
    })
    await server.db.run({ text: "update proofs set state = 'refused' where id = 'f1'" })
    expect((await send(pdf())).status).toBe(200)
  })

  test('Sending a proof, even the refused one, makes a refused order wait again [R-EXT-15]', async () => {
    await send(pdf())
    await setState('refused')
    await server.db.run({
      text: `update proofs set state = 'refused', note = 'No date.', decided_at = now()`,
    })
    const { data } = await send(pdf('better'))
    expect([data.state, data.note, data.proofs.map((one) => one.state)]).toEqual([
      'pending',
      '',
      ['refused', 'waiting'],
    ])
    await setState('refused')
    const again = (await send(pdf(), { text: { dealership_id: 'D-1' } })).data
    expect([again.state, again.proofs.map((one) => [one.state, one.note])]).toEqual([
      'pending',
      [
        ['waiting', ''],
        ['waiting', ''],
      ],
    ])
    expect((await rows()).map((row) => row.dealership_id)).toEqual(['D-1', ''])
  })

  test('A refused order still says where to pay after a payment of too little [R-STAT-25]', async () => {
    await setState('refused')
    const { data } = (await server.call(orderRoutes.getOrder, { params: { id: order._id }, token })).reply
    expect([data.state, data.deposit?.account_number]).toEqual(['refused', '000 000 0000'])
  })

  test('A refused order that was ordered again stays refused and names the new one', async () => {
    await setState('refused')
    const second = await apply(gold)
    expect(second._id).not.toBe(order._id)
    const { error } = await send(pdf())
    expect([error.code, error.msg.includes(second.reference)]).toEqual(['decided_meanwhile', true])
  })

  test.each(['paid', 'cancelled', 'refunded'])('An order that is %s takes no proof', async (state) => {
    await server.db.run({
      text: `update orders set state = $1, paid_at = case when $1 = 'cancelled' then null else now() end`,
      values: [state],
    })
    expect((await send(pdf())).error.code).toBe('decided_meanwhile')
  })

  test("Neither an order by card nor somebody else's takes a proof", async () => {
    const card = await apply({ subs_id: 'gold', duration: 3 })
    expect((await send(pdf(), { of: card._id })).error.code).toBe('decided_meanwhile')
    const as = await server.token(await addUser(server.db, { id: 'other' }))
    expect((await send(pdf(), { as })).error.code).toBe('not_found')
    expect((await send(pdf(), { of: 'none' })).error.code).toBe('not_found')
    expect(await rows()).toEqual([])
  })

  test('A proof is sent as a download, never as a page of ours', async () => {
    const { data } = await send(pdf(), { name: 'Zoë "x"\r\n;.html' })
    const app = fastify()
    app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
      const file = await proofFile(server.db, request.params.id)
      return file ? sendProofFile(reply, file) : reply.callNotFound()
    })
    const { headers, rawPayload } = await app.inject({ url: `/${data.proofs[0]?._id}` })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Zo_ _[\w ._-]*\.pdf"; filename\*=UTF-8''Zo%C3%AB/,
    )
    expect(rawPayload.equals(pdf())).toBe(true)
    expect((await app.inject({ url: '/none' })).statusCode).toBe(404)
  })
})
