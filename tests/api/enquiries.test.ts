import { z } from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let sellerToken: string
let otherToken: string
const car = testId('car', 1)
const evil = 'BMW X5 <b>cheap</b>\r\nBcc: everybody@example.org'

beforeAll(async () => {
  server = await testServer({
    env: { PUBLIC_URL: 'https://motorkin.example' },
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'seller', email: 'seller@example.org' })
      await addUser(db, { id: 'other' })
      await subscribe(db, 'seller', 'platinum', { until: '2026-04-01T00:00:00Z' })
      await subscribe(db, 'other', 'basic', { until: '2027-01-01T00:00:00Z' })
      await insertCars(db, [
        newCar(1, { creator: 'seller' }),
        newCar(2, { creator: 'seller', status: 'sold' }),
        newCar(3, { creator: 'seller', status: 'inactive' }),
        newCar(4, { creator: 'seller', title: evil }),
      ])
    },
  })
  const person = (id: string) => ({
    id,
    fullname: id,
    email: '',
    avatarurl: '',
    is_subscriber: true,
    role: 'user' as const,
  })
  sellerToken = await server.token(person('seller'))
  otherToken = await server.token(person('other'))
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from enquiries; delete from mail_outbox; delete from idempotency' })
})

const form = {
  car_id: car,
  name: 'Thandi Nkosi',
  email: 'thandi@example.org',
  countryCode: '+27' as const,
  gsm: '082 123 4567',
  message: 'Is it still there?',
}
const send = (over: object = {}, headers: Record<string, string> = {}) =>
  server.call(enquiryRoutes.sendCarEnquiryMail, { body: { ...form, ...over }, headers })
const inbox = (body: object = {}, token = sellerToken) =>
  server.call(enquiryRoutes.myCarsEnquiryList, { body, token })
const mail = z.object({
  dedup_key: z.string(),
  recipient: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
})
const mails = () => server.db.rows(mail, { text: 'select * from mail_outbox' })

test('A visitor’s enquiry reaches the seller’s inbox, and an e-mail is queued [R-API-38 R-ENT-29 R-ROLE-03 R-EXT-17 R-EXT-18 R-API-47]', async () => {
  const { reply } = await send()
  expect(reply.msg).toBe('Your enquiry has been sent')
  expect(reply.data).toMatchObject({ car_id: car, created_at: '2026-03-01T09:00:00.000Z' })
  const { data, totalCount } = (await inbox()).reply
  expect(totalCount).toBe(1)
  expect(data[0]).toEqual({
    _id: reply.data._id,
    name: 'Thandi Nkosi',
    email: 'thandi@example.org',
    gsm: '+27821234567',
    message: 'Is it still there?',
    date: '01-03-2026',
    time: '09:00',
    created_at: '2026-03-01T09:00:00.000Z',
    car_id: { _id: car, slug: 'car-1', title: '2020 BMW X5' },
  })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    dedup_key: reply.data._id,
    recipient: 'seller@example.org',
    // A reply to the e-mail goes to the person.
    reply_to: 'thandi@example.org',
    subject: 'Enquiry about 2020 BMW X5',
  })
  for (const part of [
    'https://motorkin.example/listing/car-1',
    'Thandi Nkosi',
    '+27821234567',
    'Is it still there?',
  ]) {
    expect(mail?.body_text).toContain(part)
    expect(mail?.body_html).toContain(part)
  }
})

test('Nothing that somebody typed becomes markup or a mail header [R-API-38 R-EXT-17]', async () => {
  await send({
    car_id: testId('car', 4),
    name: 'A\r\nBcc: x@example.org',
    message: '<script>x</script>\n"&\'',
  })
  const [mail] = await mails()
  expect(mail?.subject).toBe('Enquiry about BMW X5 <b>cheap</b> Bcc: everybody@example.org')
  expect(mail?.body_html).not.toContain('<script>')
  expect(mail?.body_html).not.toContain('<b>cheap')
  expect(mail?.body_html).toContain('&lt;script&gt;x&lt;/script&gt;<br>&quot;&amp;&#39;')
  expect(mail?.body_text).toContain('<script>x</script>')
})

test('An incomplete form is answered with the documented sentence at each field [R-VAL-12 R-VAL-13 R-VAL-14 R-VAL-15 R-VAL-16 R-VAL-17]', async () => {
  const { status, error } = await server.call(enquiryRoutes.sendCarEnquiryMail, { body: { car_id: car } })
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({
    name: 'Please enter your name',
    email: 'Please enter an email',
    countryCode: 'Please select country code',
    gsm: 'Contact no. is required',
    message: 'Please enter message',
  })
  expect((await send({ email: 'x' })).error.fields).toEqual({ email: 'Please enter a valid email' })
  expect((await send({ gsm: 'abc' })).error.fields).toEqual({ gsm: 'Must be positive numbers' })
  expect(await mails()).toEqual([])
})

test('A sold or hidden car takes no enquiries, and an unknown one gives 404 [R-API-38 R-ERR-08 R-PWA-29]', async () => {
  for (const n of [2, 3]) {
    const { status, error } = await send({ car_id: testId('car', n) })
    expect([status, error.code, error.msg]).toEqual([410, 'gone', 'This car is no longer listed.'])
  }
  const { status, error } = await send({ car_id: 'nothing' })
  expect([status, error.code]).toEqual([404, 'not_found'])
  expect((await inbox()).reply.totalCount).toBe(0)
  expect(await mails()).toEqual([])
})

test('A late duplicate under any key adds no enquiry and gets the first answer [R-PWA-28 R-API-38]', async () => {
  const headers = (key: string) => ({ 'idempotency-key': `"${key}"`, 'x-device': 'phone' })
  const first = (await send({ client_ref: 'item-1' }, headers('item-1.1'))).reply
  server.clock.advance(60_000)
  const again = await send({ client_ref: 'item-1' }, headers('item-1.1'))
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.reply).toEqual(first)
  await server.db.run({ text: 'delete from idempotency' })
  for (const later of [headers('item-1.1'), headers('item-1.2'), {}]) {
    expect((await send({ client_ref: 'item-1', message: 'Once more' }, later)).reply).toEqual(first)
  }
  expect((await inbox()).reply.totalCount).toBe(1)
  expect(await mails()).toHaveLength(1)
})

test('A duplicate gets the first answer even when the car is sold meanwhile [R-PWA-28]', async () => {
  const first = (await send({ client_ref: 'item-2' })).reply
  await server.db.run({ text: "update cars set status = 'sold' where id = $1", values: [car] })
  expect((await send({ client_ref: 'item-2' })).reply).toEqual(first)
  expect((await send({ client_ref: 'item-3' })).error.code).toBe('gone')
  await server.db.run({ text: "update cars set status = 'active' where id = $1", values: [car] })
})

test('Ten copies of one enquiry at the same moment are one enquiry [R-PWA-28]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send({ client_ref: 'item-4' }, { 'idempotency-key': `"k${n}"` })),
  )
  expect(new Set(answers.map((a) => a.reply.data._id)).size).toBe(1)
  expect((await inbox()).reply.totalCount).toBe(1)
  expect(await mails()).toHaveLength(1)
})

test("The inbox shows the newest first, nine a page, and only one's own [R-API-35 R-PROF-13]", async () => {
  for (let n = 1; n <= 11; n += 1) {
    server.clock.advance(1000)
    await send({ message: `Question ${n}` })
  }
  const first = (await inbox()).reply
  expect(first.data.map((e) => e.message)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Question ${n}`))
  expect(first.totalCount).toBe(11)
  expect((await inbox({ page: 2 })).reply.data.map((e) => e.message)).toEqual(['Question 2', 'Question 1'])
  await subscribe(server.db, 'other', 'platinum', { until: '2027-01-01T00:00:00Z' })
  expect((await inbox({}, otherToken)).reply.totalCount).toBe(0)
  await server.db.run({ text: "delete from subscriptions where user_id = 'other' and plan_id = 'platinum'" })
})

test('Without a running paid plan the inbox is closed, whatever the token claims [R-ROLE-17 R-PROF-14 R-PROF-15 R-ERR-19 R-ROLE-18]', async () => {
  const refusal = [403, 'subscription_required', 'You need to be a paid subscriber to view car inquiries.']
  const basic = await inbox({}, otherToken)
  expect([basic.status, basic.error.code, basic.error.msg]).toEqual(refusal)
  const before = server.clock.now()
  server.clock.set('2026-04-01T00:00:00Z')
  const token = await server.token({
    id: 'seller',
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: true,
    role: 'user',
  })
  const lapsed = await inbox({}, token)
  server.clock.set(before)
  expect([lapsed.status, lapsed.error.code, lapsed.error.msg]).toEqual(refusal)
})

test('The inbox needs a sign-in [R-API-35]', async () => {
  const { status, error } = await server.call(enquiryRoutes.myCarsEnquiryList, { body: {} })
  expect([status, error.code]).toEqual([401, 'unauthenticated'])
})
