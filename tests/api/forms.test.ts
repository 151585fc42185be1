import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { contactRoutes } from '#contract/forms/contact.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { contactForm, testDriveForm } from '../support/writes.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => addUser(db, { id: 'buyer' }).then(() => undefined) })
})
afterAll(() => server.close())
const tables = ['test_drives', 'contact_messages', 'insurance_inquiries', 'mail_outbox', 'settings']
beforeEach(async () => {
  server.clock.set('2026-03-01T09:00:00.000Z')
  await server.db.run({ text: [...tables, 'idempotency'].map((table) => `delete from ${table}`).join(';') })
})

const buyer = {
  id: 'buyer',
  fullname: '',
  email: '',
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
} as const

type Headers = Record<string, string>
const book = (over: object = {}, headers: Headers = {}, token?: string) =>
  server.call(testDriveRoutes.bookTestDrive, {
    body: { ...testDriveForm, ...over },
    headers,
    ...(token && { token }),
  })
const contact = (over: object = {}, headers: Headers = {}) =>
  server.call(contactRoutes.saveContactUsEmail, { body: { ...contactForm, ...over }, headers })
const insure = (over: object = {}, headers: Headers = {}) =>
  server.call(contactRoutes.insuranceInquiry, { body: { phone: '082 123 4567', ...over }, headers })
const rows = async (table: string) =>
  (await server.db.row(z.object({ n: z.int() }), { text: `select count(*)::int as n from ${table}` }))?.n
const mail = z.object({
  recipient: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
})
const mails = () => server.db.rows(mail, { text: 'select * from mail_outbox order by id' })

test("A visitor books a test drive, and a signed-in person's is theirs [R-API-19 R-ENT-30 R-ENT-32 R-ROLE-11]", async () => {
  const { reply } = await book()
  expect(reply.msg).toBe('Your test drive request has been submitted successfully')
  expect(reply.data).toMatchObject({ status: 'pending', created_at: '2026-03-01T09:00:00.000Z' })
  const token = await server.token(buyer)
  await book({ car_model: '3 Series' }, {}, token)
  const stored = await server.db.rows(
    z.object({ user_id: z.nullable(z.string()), car_model: z.string(), datetime: z.date() }),
    { text: 'select * from test_drives order by user_id nulls first' },
  )
  const datetime = new Date(testDriveForm.datetime)
  expect(stored).toEqual([
    { user_id: null, car_model: 'X5', datetime },
    { user_id: 'buyer', car_model: '3 Series', datetime },
  ])
})

test('Each field of the test-drive form is asked for in the documented words [R-VAL-52 R-VAL-53 R-VAL-54 R-VAL-55 R-VAL-56 R-VAL-57 R-VAL-58 R-VAL-59 R-VAL-60]', async () => {
  const { status, error } = await server.call(testDriveRoutes.bookTestDrive, { body: {} })
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({
    fullname: 'Please enter full name',
    email: 'Please enter an email',
    mobile_number: 'Contact no. is required',
    state: 'Please select province',
    city: 'Please select city',
    postcode: 'Please enter post code',
    car_brand: 'Please select a make',
    car_model: 'Please select a model',
    datetime: 'Please select date & time',
  })
  const odd = { email: 'x', mobile_number: '-1', datetime: 'tomorrow' }
  expect((await book(odd)).error.fields).toEqual({
    email: 'Please enter a valid email',
    mobile_number: 'Must be positive numbers',
    datetime: 'Please select date & time',
  })
  for (const mobile_number of ['12345678', '0821234567', '012345678', '+27821234567']) {
    expect((await book({ mobile_number })).error.fields).toEqual({
      mobile_number: 'Must be exactly 9 digits',
    })
  }
  expect(await rows('test_drives')).toBe(0)
  expect((await book({ mobile_number: 821_234_567 })).status).toBe(200)
})

test.each([
  ['za', '2026-03-05T10:00:00.000Z', '2026-03-05T12:00', '2026-03-05T12:01'],
  ['mixed', '2026-03-05T22:30:00.000Z', '2026-03-06T00:30', '2026-03-06T00:31'],
  ['ng', '2026-03-05T10:00:00.000Z', '2026-03-05T11:00', '2026-03-05T11:01'],
] as const)(
  'A time without a zone is on the clock of its market: %s [R-VAL-60 R-VAL-61]',
  async (market, now, present, next) => {
    const there = await testServer({ env: { MARKET: market } })
    there.clock.set(now)
    const mobile_number = market === 'ng' ? '8031234567' : testDriveForm.mobile_number
    const bookAt = (datetime: string) =>
      there.call(testDriveRoutes.bookTestDrive, { body: { ...testDriveForm, mobile_number, datetime } })
    expect((await bookAt(present)).error.fields).toEqual({ datetime: 'Please select date & time' })
    expect((await bookAt(next)).status).toBe(200)
    const stored = await there.db.row(z.object({ datetime: z.date() }), {
      text: 'select datetime from test_drives',
    })
    expect(stored?.datetime.getTime()).toBe(Date.parse(now) + 60_000)
    await there.close()
  },
)

test('An older app’s booking without login becomes the person’s with the signed-in copy [R-ROLE-11 R-API-18 I7]', async () => {
  const token = await server.token(buyer)
  const list = async () =>
    (await server.call(testDriveRoutes.getTestDriveList, { body: {}, token })).reply.data.map((d) => d._id)
  const first = await book({ client_ref: 'drive' }, { 'idempotency-key': '"drive.0"' })
  expect(await list()).toEqual([])
  const again = await book({ client_ref: 'drive' }, { 'idempotency-key': '"drive.0"' }, token)
  expect(again.reply.data).toEqual(first.reply.data)
  expect(await list()).toEqual([first.reply.data._id])
  expect(await rows('test_drives')).toBe(1)
  // Another person cannot take the booking, and its reference alone gives nobody a guest's booking.
  const guests = { client_ref: 'guest' }
  await book(guests)
  for (const guess of [{ email: 'guess@example.org' }, { mobile_number: '820000000' }]) {
    expect((await book({ ...guests, ...guess }, {}, token)).status).toBe(200)
  }
  expect(await list()).toEqual([first.reply.data._id])
  await book({ client_ref: 'drive' }, {}, await server.token({ ...buyer, id: 'other' }))
  expect(await list()).toEqual([first.reply.data._id])
})

test('The server refuses a test drive in the past by its own clock [S50 S35 I19 R-VAL-60 R-VAL-61]', async () => {
  const first = { 'idempotency-key': '"drive.1"' }
  server.clock.set('2026-03-05T10:00:00.000Z')
  const { status, error } = await book({ client_ref: 'drive' }, first)
  expect([status, error.code, error.fields]).toEqual([
    422,
    'validation_failed',
    { datetime: 'Please select date & time' },
  ])
  // With another date the booking may use the next key, and even the same key.
  const later = { client_ref: 'drive', datetime: '2026-03-09T10:00:00.000Z' }
  expect((await book(later, first)).status).toBe(200)
  expect(await rows('test_drives')).toBe(1)
})

test('A booking made in time stays when its copy arrives after that day [S49 S50 I2]', async () => {
  const key = { 'idempotency-key': '"drive.1"' }
  const first = (await book({ client_ref: 'drive' }, key)).reply
  server.clock.set('2026-07-01T00:00:00.000Z')
  expect((await book({ client_ref: 'drive' }, key)).reply).toEqual(first)
  await server.db.run({ text: 'delete from idempotency' })
  for (const headers of [key, { 'idempotency-key': '"drive.2"' }, {}]) {
    expect((await book({ client_ref: 'drive' }, headers)).reply).toEqual(first)
  }
  expect(await rows('test_drives')).toBe(1)
})

test('A contact message is saved, and e-mails to operator and sender are queued [R-API-43 R-ENT-33 R-EXT-17]', async () => {
  const { reply } = await contact({
    subject: 'A <b>question</b>\r\nBcc: x@example.org',
    message: 'One\n<two>',
  })
  expect(reply.data.created_at).toBe('2026-03-01T09:00:00.000Z')
  const [mail, answer, ...more] = await mails()
  expect(more).toEqual([])
  expect(answer).toMatchObject({ recipient: 'thandi@example.org', subject: 'Your message to Motorkin' })
  // The e-mail contains none of the person's words: anyone can enter another person's address, and must not control the text.
  expect(answer?.body_text).not.toMatch(/Thandi|question|two/)
  expect(mail).toMatchObject({
    recipient: 'hello@motorkin.example',
    reply_to: 'thandi@example.org',
    subject: 'Contact: A <b>question</b> Bcc: x@example.org',
  })
  for (const part of ['Thandi Nkosi', 'thandi@example.org', '821234567']) {
    expect(mail?.body_text).toContain(part)
    expect(mail?.body_html).toContain(part)
  }
  expect(mail?.body_html).toContain('One<br>&lt;two&gt;')
  expect(mail?.body_text).toContain('One\n<two>')
})

test('E-mails to the operator go where the settings say [R-NAV-45]', async () => {
  await server.db.run({ text: `insert into settings values ('email', '"office@example.org"')` })
  await contact()
  expect((await mails())[0]?.recipient).toBe('office@example.org')
})

test('Each field of the contact page is asked for in the documented words [R-VAL-62 R-VAL-63 R-VAL-64 R-VAL-65 R-VAL-66]', async () => {
  const { error } = await server.call(contactRoutes.saveContactUsEmail, { body: {} })
  expect(error.fields).toEqual({
    fullname: 'Please enter full name',
    email: 'Please enter an email',
    mobile_number: 'Contact no. is required',
    subject: 'Please enter subject',
    message: 'Please enter message',
  })
  for (const mobile_number of ['1', '0821234567', '012345678', '+234821234567', 8_212_345_678]) {
    expect((await contact({ mobile_number })).error.fields).toEqual({
      mobile_number: 'Must be exactly 9 digits',
    })
  }
  expect(await mails()).toEqual([])
  expect((await contact({ mobile_number: 821_234_567 })).status).toBe(200)
})

test('A number is kept with the country code that its form shows [R-CONST-16 R-FORM-07 R-FORM-11]', async () => {
  await contact()
  await book()
  const kept = await server.db.rows(z.object({ n: z.string() }), {
    text: 'select mobile_number as n from contact_messages union all select mobile_number from test_drives',
  })
  expect(kept.map(({ n }) => n)).toEqual(['+234821234567', '+27821234567'])
  expect((await mails()).map((l) => l.body_text).join()).toContain('+234821234567')
})

test('A wish for an insurance call needs a number and nothing else [R-API-44 R-ENT-34 R-VAL-67]', async () => {
  for (const phone of [undefined, '', ' ']) {
    expect((await insure({ phone })).error.fields).toEqual({ phone: 'Phone number is required' })
  }
  for (const phone of ['call me', '-5', '0', '1234567890123456', '082+1234567']) {
    const { status, error } = await insure({ phone })
    expect([status, error.msg, error.fields]).toEqual([
      422,
      'Error submitting form',
      { phone: 'Error submitting form' },
    ])
  }
  expect(await mails()).toEqual([])
  const { reply } = await insure()
  expect(reply.msg).toBe('Thank you for contacting us!, We will reach you soon')
  expect((await mails())[0]?.body_text).toContain('0821234567')
  for (const phone of ['+27 (82) 123-4567', '8031234567', 821_234_567]) {
    expect((await insure({ phone })).status).toBe(200)
  }
  expect((await mails())[1]?.body_text).toContain('+27821234567')
})

test.each([
  ['contact', contact, 'contact_messages'],
  ['insurance', insure, 'insurance_inquiries'],
] as const)(
  'A repeated write (%s) with any key or none adds no row or e-mail [S49 S01 I2 R-PWA-28]',
  async (_, send, table) => {
    const key = (n: number) => ({ 'idempotency-key': `"item.${n}"`, 'x-device': 'phone' })
    const first = (await send({ client_ref: 'item' }, key(1))).reply
    server.clock.advance(60_000)
    expect((await send({ client_ref: 'item' }, key(1))).reply).toEqual(first)
    await server.db.run({ text: 'delete from idempotency' })
    for (const headers of [key(1), key(2), {}]) {
      expect((await send({ client_ref: 'item' }, headers)).reply).toEqual(first)
    }
    const many = await Promise.all([3, 4, 5, 6].map((n) => send({ client_ref: 'burst' }, key(n))))
    expect(new Set(many.map((answer) => answer.reply.data._id)).size).toBe(1)
    expect(await rows(table)).toBe(2)
    const each = table === 'contact_messages' ? 2 : 1
    expect(await mails()).toHaveLength(2 * each)
    await send()
    await send()
    expect(await rows(table)).toBe(4)
  },
)
