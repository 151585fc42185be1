import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { routes } from '#contract/index.ts'
import type { User } from '#contract/users/users.ts'
import { type AccountsServer, accountsServer, town } from '../support/accounts.ts'
import { testId } from '../support/cars.ts'
import { imported, tableHead } from '../support/import.ts'
import { addUser, adminSession, subscribe } from '../support/motorkin.ts'
import { adForm, contactForm, testDriveForm } from '../support/writes.ts'

/**
 * Texts for any field of any call, and the stored texts: for one-line fields, and for multi-line fields. At most 20 characters.
 */
const texts = [
  {
    called: 'controls, line breaks and marks that turn the writing around',
    sent: '\u202eA\0b\u001b\u200f\r\nC\td\u2028e\u2066',
    line: 'Ab C d e',
    many: 'Ab\u200f\nC\td\ne',
    /** Returns a known value surrounded by these characters. */
    pasted: (value: string) => `\u202e\0${value}\r\n\u2066`,
  },
  { called: 'HTML', sent: '<b onclick=x>"&lt;' },
  { called: 'a tag that runs', sent: '<svg onload=a()>' },
  { called: 'letters of many scripts', sent: 'Ṣọlá é علي' },
  { called: 'signs of several characters', sent: '👩🏽‍🔧 ❤️ 🇿🇦' },
].map((text) => ({ line: text.sent, many: text.sent, pasted: (value: string) => value, ...text }))
type Text = (typeof texts)[number]

const number = '821234567'
/** Returns the row without the country code in front of its phone number. */
const withoutCode = <R extends { mobile_number?: unknown }>(r: R): R =>
  typeof r.mobile_number === 'string' ? { ...r, mobile_number: r.mobile_number.slice(-number.length) } : r

let server: AccountsServer
const people: Record<string, User> = {}
const car = testId('car', 1)
const row = z.record(z.string(), z.unknown())
type Row = z.output<typeof row>
type Said = Readonly<Record<string, unknown>>

beforeAll(async () => {
  server = await accountsServer()
  const { db } = server
  const address = { address: '1 Main Road', ...town }
  people['seller'] = await addUser(db, { id: 'seller', businessname: 'Cars & Co', ...address })
  people['admin'] = await addUser(db, { id: 'admin', role: 'admin' })
  await subscribe(db, 'seller', 'platinum', { until: '2027-01-01T00:00:00Z' })
})
afterAll(() => server.close())

const tokenOf = async (who: string) => {
  const user = people[who]
  if (!user) throw new Error(`Nobody is called ${who}`)
  return server.token(user)
}
const fresh = () => server.db.run({ text: 'delete from cars; delete from car_ledger; delete from chats' })
/** Returns the newest row of a table. */
const stored = async (table: string, order = 'created_at'): Promise<Row> => {
  const text = `select * from ${table} order by ${order} desc limit 1`
  return (await server.db.row(row, { text })) ?? {}
}
const post = async (over: Said = {}) =>
  server.call(routes.addCar, { body: { ...adForm, id: car, ...over }, token: await tokenOf('seller') })
const ownAd = async () =>
  (await server.call(routes.myCarList, { body: {}, token: await tokenOf('seller') })).reply.data[0]
const profileOf = async (token: string) =>
  (await server.call(routes.getUserProfileData, { token })).reply.data.fields

const adLines = ['title', 'engine', 'address']
const adColours = { exteriorcolor: 'White', interiorcolor: 'Black' }
const adChosen = {
  ...adColours,
  make: 'BMW',
  model: 'X5',
  mileage: '68 123 Km',
  province: 'Gauteng',
  city: 'Pretoria',
}
const adStored = async () => {
  const { carfeatures, ...fields } = await stored('cars')
  return { ...fields, carfeatures: (carfeatures as string[])[0] }
}
const adRead = async () => {
  const fields = (await ownAd())?.fields
  return { ...fields, carfeatures: fields?.carfeatures[0] }
}
const listed = ({ carfeatures, ...values }: Said): Said => ({ ...values, carfeatures: [carfeatures] })

interface Writing {
  call: string
  /** Free texts with one line, and with several lines. */
  lines?: readonly string[]
  many?: readonly string[]
  /** Fields whose value must be a known value, or have a fixed shape. */
  chosen?: Readonly<Record<string, string>>
  write: (values: Said) => Promise<{ status: number }>
  stored: () => Promise<Row>
  /** Returns the data that other people read. */
  read?: () => Promise<Row>
  /** Fields that other people read. */
  told?: readonly string[]
}
let signUps = 0
const address = () => `hostile${signUps}@example.org`

const writings: readonly Writing[] = [
  {
    call: 'sign-up',
    lines: ['fullname'],
    chosen: { ...town, gsm: number },
    write: (values) => {
      signUps += 1
      return server.signUp(address(), values)
    },
    stored: () => stored('users', `email = '${address()}'`),
    read: async () => {
      const id = await server.secret(address(), '/user/verify/')
      await server.call(routes.verifyUser, { params: { id } })
      const browser = server.browser()
      await browser.signIn(address())
      return profileOf(browser.token)
    },
  },
  {
    call: 'profile and company',
    lines: ['fullname', 'businessname', 'businessAddress'],
    chosen: { ...town, gsm: number },
    write: async (body) => server.call(routes.updateUserDetails, { body, token: await tokenOf('seller') }),
    stored: async () => {
      const { business_address: businessAddress, ...kept } = await stored('users', `id = 'seller'`)
      return { ...kept, businessAddress }
    },
    read: async () => profileOf(await tokenOf('seller')),
  },
  {
    call: 'new ad',
    lines: [...adLines, 'carfeatures'],
    many: ['description'],
    chosen: adChosen,
    write: async (values) => {
      await fresh()
      return post(listed(values))
    },
    stored: adStored,
    read: adRead,
  },
  {
    call: 'edited ad',
    lines: [...adLines, 'carfeatures'],
    many: ['description'],
    chosen: adChosen,
    write: async (values) => {
      await fresh()
      await post()
      const body = { car_id: car, ...listed(values) }
      return server.call(routes.updateCarDetails, { body, token: await tokenOf('seller') })
    },
    stored: adStored,
    read: adRead,
  },
  {
    call: 'enquiry',
    lines: ['name'],
    many: ['message'],
    chosen: { gsm: number },
    write: async (values) => {
      await fresh()
      await post()
      const body = { car_id: car, email: 'thandi@example.org', countryCode: '+27', ...values }
      return server.call(routes.sendCarEnquiryMail, { body })
    },
    stored: () => stored('enquiries'),
    read: async () => {
      const token = await tokenOf('seller')
      const { data } = (await server.call(routes.myCarsEnquiryList, { body: {}, token })).reply
      return { ...data[0], gsm: data[0]?.gsm.replace(/^\+27/, '') }
    },
  },
  {
    call: 'test drive',
    lines: ['fullname', 'state', 'city', 'postcode', 'car_brand', 'car_model'],
    chosen: { mobile_number: number, datetime: testDriveForm.datetime },
    write: async (values) => {
      await server.db.run({ text: 'delete from test_drives' })
      const body = { ...testDriveForm, ...values }
      return server.call(routes.bookTestDrive, { body, token: await tokenOf('seller') })
    },
    stored: async () => {
      const { datetime, ...kept } = withoutCode(await stored('test_drives'))
      return { ...kept, datetime: (datetime as Date).toISOString() }
    },
    read: async () => {
      const token = await tokenOf('seller')
      const { data } = (await server.call(routes.getTestDriveList, { body: {}, token })).reply
      return withoutCode({ ...data[0] })
    },
    told: ['car_brand', 'car_model', 'mobile_number', 'datetime'],
  },
  {
    call: 'answer to a test drive',
    many: ['note'],
    write: async (values) => {
      await fresh()
      await server.db.run({ text: 'delete from test_drives' })
      await post()
      const token = await tokenOf('seller')
      const body = { ...testDriveForm, car_id: car }
      const { _id } = (await server.call(routes.bookTestDrive, { body, token })).reply.data
      const answer = { test_drive_id: _id, answer: 'confirm', title: values['note'], ...values }
      return server.call(routes.answerTestDrive, { body: answer, token })
    },
    stored: () => stored('test_drives'),
    read: async () => {
      const token = await tokenOf('seller')
      return { ...(await server.call(routes.myCarsTestDriveList, { body: {}, token })).reply.data[0] }
    },
  },
  {
    call: 'contact page',
    lines: ['fullname', 'subject'],
    many: ['message'],
    chosen: { mobile_number: number },
    write: async (values) => {
      await server.db.run({ text: 'delete from contact_messages' })
      return server.call(routes.saveContactUsEmail, { body: { ...contactForm, ...values } })
    },
    stored: async () => withoutCode(await stored('contact_messages')),
  },
  {
    call: 'insurance',
    chosen: { phone: number },
    write: (body) => server.call(routes.insuranceInquiry, { body }),
    stored: () => stored('insurance_inquiries'),
  },
  {
    call: 'draft of an ad',
    many: ['title', 'description', 'carfeatures', 'step'],
    write: async ({ step, ...values }) => {
      const of = Object.entries(values).map(([name, v]) => [name, { v, at: 1 }] as const)
      await server.db.run({ text: 'delete from drafts' })
      return server.call(routes.putDraft, {
        params: { id: 'draft-0001' },
        body: { fields: Object.fromEntries(of), images: {}, step: { v: step, at: 1 } },
        token: await tokenOf('seller'),
      })
    },
    stored: async () => valuesOf(await stored('drafts', 'rev')),
    read: async () => {
      const token = await tokenOf('seller')
      const { data } = (await server.call(routes.getDrafts, { params: { rev: '0' }, token })).reply
      return valuesOf({ ...data.drafts[0] })
    },
  },
  {
    call: 'title of an article',
    lines: ['title'],
    write: async (values) => {
      await server.db.run({ text: 'delete from blogs' })
      const body = { description: '<p>Look for stamps.</p>', image: '', ...values }
      return server.call(routes.saveBlog, { body, token: await adminSession(server, { id: 'admin' }) })
    },
    stored: () => stored('blogs'),
    read: async () => ({ ...(await server.call(routes.listBlogs, { body: {} })).reply.data[0] }),
  },
]
const kept = z.object({ v: z.string() })
const valuesOf = ({ fields, step }: Row): Row => ({
  ...Object.fromEntries(Object.entries(row.parse(fields)).map(([name, at]) => [name, kept.parse(at).v])),
  step: kept.parse(step).v,
})

const pick = (from: Row, names: readonly string[]) => Object.fromEntries(names.map((n) => [n, from[n]]))
const filled = ({ lines = [], many = [], chosen = {} }: Writing, text: Text) => {
  const all = (names: readonly string[], v: string) => Object.fromEntries(names.map((n) => [n, v]))
  const odd = Object.entries(chosen).map(([name, value]) => [name, text.pasted(value)])
  return {
    sent: { ...all([...lines, ...many], text.sent), ...(Object.fromEntries(odd) as Said) },
    kept: { ...all(lines, text.line), ...all(many, text.many), ...chosen } as Row,
  }
}

describe.each(texts)('What is written with $called', (text) => {
  test.each(writings)('is kept and told as plain text in every field: $call', async (writing) => {
    server.clock.advance(1000)
    const { sent, kept: wanted } = filled(writing, text)
    const answer = await writing.write(sent)
    expect([answer.status, 'error' in answer && answer.status !== 200 ? answer.error : '']).toEqual([200, ''])
    const names = Object.keys(wanted)
    expect(pick(await writing.stored(), names)).toEqual(wanted)
    const told = writing.told ?? names
    const read = writing.read ?? writing.stored
    expect(pick(await read(), told)).toEqual(pick(wanted, told))
  })

  test('becomes no markup and no other line in an e-mail', async () => {
    await server.db.run({ text: 'delete from mail_outbox; delete from throttles' })
    for (const { call, ...writing } of writings) {
      if (['enquiry', 'contact page', 'test drive', 'answer to a test drive'].includes(call))
        await writing.write(filled({ call, ...writing }, text).sent)
    }
    const mails = await server.db.rows(row, { text: 'select * from mail_outbox' })
    // A form with an e-mail address sends a confirmation to it, and an answer is another e-mail.
    expect(mails).toHaveLength(8)
    // A sender cannot control the text of an e-mail to an address that may belong to another person.
    const toStrangers = mails.filter(({ dedup_key }) => String(dedup_key).endsWith('.person'))
    const unasked = toStrangers.filter(({ subject }) => !String(subject).startsWith('Confirmed'))
    expect([toStrangers.length, unasked.length]).toEqual([4, 3])
    for (const { body_text } of unasked) expect(body_text).not.toContain(text.line)
    for (const { subject, body_html } of mails) {
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      expect(body_html).not.toMatch(/<(svg|b )|(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    }
  })

  test('in an ad’s title is plain text on its page, in lists and chats', async () => {
    await fresh()
    const { slug } = (await post({ title: text.sent, description: text.sent })).reply.data
    const page = (await server.call(routes.getSingleCar, { params: { slug } })).reply.data
    const list = (await server.call(routes.getCarList, { body: {} })).reply.data
    expect([page.title, ...list.map(({ title }) => title)]).toEqual([text.line, text.line])
    expect(page.description).not.toMatch(/<svg|onclick|onload|(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    await server.call(routes.saveChatInfo, {
      body: { receiver: 'seller', car_id: car },
      token: await adminSession(server, { id: 'admin' }),
    })
    const { message } = await stored('chat_messages', 'sent_at')
    expect(message).toBe(`Hi, I want to know about the car titled ${text.line} that you posted.`)
  })

  test('in a table of cars is plain text in ads, columns and problems', async () => {
    await fresh()
    await server.db.run({ text: 'delete from dealer_stock; delete from imports' })
    const who = people['seller']
    if (!who) throw new Error('nobody')
    // The import refuses a table with NUL characters.
    const cell = `"${text.sent.replaceAll('\0', '').replaceAll('"', '""')}"`
    const more = ['title', 'engine', 'address', 'description', cell]
    const table = [
      `${tableHead.trim()},${more.join(',')}`,
      `S1,bmw,x5,2019,100001,61001,Diesel,Manual,white,${cell},${cell},${cell},${cell},x`,
      `${cell},bmw,x5,${cell},100001,61001,Diesel,Manual,white,${cell},${cell},${cell},${cell},x`,
    ].join('\n')
    const job = await imported(server, who, table, `name=${encodeURIComponent(text.sent)}`)
    expect(job).toMatchObject({ file_name: text.line, counts: { added: 1, refused: 1 } })
    expect(job.columns.at(-1)?.name).toBe(text.line)
    expect(job.columns.find(({ name }) => name === 'title')?.samples).toEqual([text.line])
    expect(job.problems).toMatchObject([{ stock_no: text.line, value: text.line, column: 'year' }])
    const { title, engine, address: street, description } = (await ownAd())?.fields ?? {}
    expect([title, engine, street, description]).toEqual([text.line, text.line, text.line, text.many])
  })
})

test('A device is called by words of ours, whatever its browser says of itself', async () => {
  const email = 'device@example.org'
  await server.member(email)
  const agents = ['<b onclick=x>Chrome</b> Android', 'Mozilla \u009b\t<svg onload=a()> Firefox/1 Windows']
  for (const agent of agents) {
    const browser = server.browser(undefined, { 'user-agent': agent })
    await browser.signIn(email)
    const { data } = (await server.call(routes.mySessions, { token: browser.token })).reply
    for (const { device } of data) expect(device).toMatch(/^[A-Za-z ]{1,60}$/)
  }
})

test('A raw write queued by an older app happens once, however often it arrives [I2]', async () => {
  await fresh()
  await server.db.run({ text: 'delete from idempotency' })
  const [text] = texts
  const sent = text?.sent ?? ''
  const headers = { 'idempotency-key': '"older.1"' }
  const send = async (title: string) =>
    server.call(routes.addCar, {
      body: { ...adForm, id: car, title },
      token: await tokenOf('seller'),
      headers,
    })
  const first = await send(sent)
  expect(first.reply.data.fields.title).toBe(text?.line)
  const again = await send(sent)
  expect([again.reply, again.headers['idempotency-replayed']]).toEqual([first.reply, 'true'])
  // Without the key, the id of the ad identifies the request.
  expect((await post({ title: sent })).reply).toEqual(first.reply)
})
