import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testDriveRoutes, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { seedDemo } from '../../demo/seed.ts'
import { testServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { driveCar, drivesServer, type DrivesServer } from '../support/drives-server.ts'
import { untilWaiting } from '../support/locks.ts'
import { addUser } from '../support/motorkin.ts'
import { testDriveForm } from '../support/writes.ts'

let server: DrivesServer
beforeAll(async () => {
  server = await drivesServer()
})
afterAll(() => server.close())
beforeEach(() => server.clear())

const asked = testDriveForm.datetime
const later = '2026-03-06T14:00:00.000Z'
const latest = '2026-03-07T08:00:00.000Z'
const count = async (table: string) =>
  (await server.db.row(z.object({ n: z.int() }), { text: `select count(*)::int as n from ${table}` }))?.n

describe('Booking', () => {
  test('A visitor books a test drive of a car without an account [R-FORM-01 R-FORM-06 R-ROLE-04]', async () => {
    const { status, reply } = await server.book()
    expect([status, reply.data.status]).toEqual([200, 'pending'])
    const [row] = (await server.forSeller('seller')).data
    const { fullname, email, state, city, postcode } = testDriveForm
    expect(row).toMatchObject({ fullname, email, state, city, postcode, datetime: asked })
  })

  test.each(['sold', 'inactive', 'deleted'])(
    'Nobody can book a car that is %s, and the server says why [R-FORM-03 R-FORM-05]',
    async (status) => {
      const run = (text: string) => server.db.run({ text })
      if (status === 'deleted') {
        await run(
          `insert into car_ledger (car_id, creator, created_at, deleted_at) values ('gone', 'seller', now(), now())`,
        )
      } else await run(`update cars set status = '${status}' where id = '${driveCar}'`)
      const answer = await server.book(status === 'deleted' ? { car_id: 'gone' } : {})
      expect([answer.status, answer.error.code]).toEqual([410, 'gone'])
      expect(answer.error.msg).toBe('This car is no longer listed.')
      expect([await count('test_drives'), await server.mail()]).toEqual([0, []])
    },
  )

  test('An unknown car gives 404, and a booking made in time stays', async () => {
    expect((await server.book({ car_id: 'none' })).error.code).toBe('not_found')
    const first = await server.book({ client_ref: 'drive' })
    await server.db.run({ text: `update cars set status = 'sold'` })
    expect((await server.book({ client_ref: 'drive' })).reply).toEqual(first.reply)
    expect(await server.mail()).toHaveLength(2)
  })
})

describe('Lists', () => {
  test('The person sees their request with the car and its seller [R-ENT-31 R-API-18]', async () => {
    const id = await server.booked()
    const { data, totalCount } = await server.own('buyer')
    expect(totalCount).toBe(1)
    expect(data[0]).toEqual({
      ...testDriveForm,
      mobile_number: '+27821234567',
      _id: id,
      status: 'pending',
      version: 0,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      car: { _id: driveCar, slug: 'car-1', title: '2019 BMW X5' },
      seller: { _id: 'seller', fullname: 'Name of seller', businessname: 'Nkosi Cars' },
    })
  })

  test('The seller sees unanswered requests first, and how many there are', async () => {
    const first = await server.booked()
    server.clock.advance(1000)
    const second = await server.booked()
    server.clock.advance(1000)
    const third = await server.booked()
    await server.answer('seller', second, 'propose', { datetime: later })
    await server.answer('seller', third, 'confirm')
    const { data, totalCount, waiting } = await server.forSeller('seller')
    expect(data.map(({ _id }) => _id)).toEqual([first, third, second])
    expect([totalCount, waiting]).toEqual([3, 1])
    expect(data.every((row) => !('seller' in row))).toBe(true)
    const page = await server.forSeller('seller', { page: 2, limit: 2 })
    expect(page.data.map(({ _id }) => _id)).toEqual([second])
    expect((await server.forSeller('other')).totalCount).toBe(0)
  })

  test('A request outlives its ad, and its seller still answers it', async () => {
    const id = await server.booked()
    const { db } = server
    await db.tx(async (sql) => {
      await sql.run({ text: 'create temp table kept on commit drop as select * from cars' })
      await sql.run({ text: 'delete from cars' })
      await sql.run({ text: 'insert into cars select * from kept' })
    })
    const [row] = (await server.own('buyer')).data
    expect([row?._id, row?.car, row?.car_model]).toEqual([id, undefined, 'X5'])
    expect((await server.answer('seller', id, 'confirm')).status).toBe(200)
    const [mail] = (await server.mail()).slice(-1)
    expect(mail?.subject).toBe('Confirmed: test drive of 2019 BMW X5')
  })
})

describe('Answers', () => {
  test('The seller confirms, and marks it as done when its time has passed [R-ENT-32]', async () => {
    const id = await server.booked()
    const confirmed = await server.answer('seller', id, 'confirm', {
      datetime: asked,
      note: 'Bring\u202e it\r\nall',
    })
    expect(confirmed.reply.data).toMatchObject({ status: 'confirmed', datetime: asked, version: 1 })
    expect((await server.own('buyer')).data[0]?.note).toBe('Bring it\nall')
    const early = await server.answer('seller', id, 'done')
    expect([early.status, early.error.code]).toEqual([409, 'answered_meanwhile'])
    expect(early.error.msg).toContain('has not come yet')
    server.clock.set(later)
    expect((await server.answer('seller', id, 'done')).reply.data.status).toBe('done')
  })

  test('The seller proposes another time, and the person accepts it', async () => {
    const id = await server.booked()
    const proposal = await server.answer('seller', id, 'propose', { datetime: later })
    expect(proposal.reply.data).toMatchObject({
      status: 'pending',
      datetime: asked,
      proposed_datetime: later,
    })
    const accepted = await server.answer('buyer', id, 'accept', { datetime: later })
    expect(accepted.reply.data).toMatchObject({ status: 'confirmed', datetime: later, version: 2 })
    expect(accepted.reply.data).not.toHaveProperty('proposed_datetime')
  })

  test("A proposal is on the market's clock, and never in the past [R-VAL-60]", async () => {
    const id = await server.booked()
    const { reply } = await server.answer('seller', id, 'propose', { datetime: '2026-03-06T16:00' })
    expect(reply.data.proposed_datetime).toBe(later)
    for (const datetime of [undefined, '2026-03-01T10:59', 'soon', '2026-02-31']) {
      const { error } = await server.answer('seller', id, 'propose', { datetime })
      expect([error.code, error.fields]).toEqual([
        'validation_failed',
        { datetime: 'Please select date & time' },
      ])
    }
    const long = await server.answer('seller', id, 'decline', { note: 'x'.repeat(501) })
    expect(long.error.fields).toEqual({ note: 'At most 500 characters' })
    expect((await server.answer('seller', id, 'perhaps')).error.fields).toEqual({
      answer: 'Please choose an answer',
    })
  })

  test('The person cancels, and the seller declines; both are told apart', async () => {
    const [one, two] = [await server.booked(), await server.booked()]
    expect((await server.answer('buyer', one, 'cancel')).reply.data).toMatchObject({
      status: 'declined',
      cancelled: true,
    })
    const declined = (await server.answer('seller', two, 'decline')).reply.data
    expect([declined.status, declined.cancelled]).toEqual(['declined', undefined])
    const late = await server.answer('seller', one, 'confirm')
    expect([late.error.code, late.error.msg]).toEqual([
      'answered_meanwhile',
      'The person who asked has cancelled this test drive. You need not do anything.',
    ])
    expect((await server.answer('seller', one, 'decline')).status).toBe(200)
  })

  test('To anybody but the two a request is not there, whatever they answer', async () => {
    const id = await server.booked()
    const tries = [
      ['other', 'confirm'],
      ['other', 'cancel'],
      ['buyer', 'confirm'],
      ['buyer', 'decline'],
      ['seller', 'accept'],
      ['seller', 'cancel'],
    ] as const
    for (const [who, answer] of tries) {
      const { status, error } = await server.answer(who, id, answer)
      expect([status, error.code]).toEqual([404, 'not_found'])
    }
    expect((await server.answer('seller', 'none', 'confirm')).error.code).toBe('not_found')
    const guests = await server.booked({}, '')
    expect((await server.answer('buyer', guests, 'cancel')).error.code).toBe('not_found')
  })
})

describe('Races', () => {
  test('When seller and person answer at once, one counts and the other is notified [I2]', async () => {
    for (let n = 0; n < 6; n++) {
      const id = await server.booked()
      const answers = await Promise.all([
        server.answer('seller', id, 'confirm'),
        server.answer('buyer', id, 'cancel'),
      ])
      const [row] = (await server.own('buyer')).data.filter(({ _id }) => _id === id)
      // In either order the drive does not take place: a confirmation that came first is cancelled afterwards.
      expect([row?.status, row?.cancelled]).toEqual(['declined', true])
      expect(answers[1]?.status).toBe(200)
      expect([200, 409]).toContain(answers[0]?.status)
      expect(row?.version).toBe(answers[0]?.status === 200 ? 2 : 1)
    }
  })

  test('Whoever asks about a car while its seller leaves holds up neither', async () => {
    const fake = { id: 'leaving', email: 'leaving@example.org' }
    await addUser(server.db, fake)
    await insertCars(server.db, [newCar(7, { creator: fake.id })])
    let hold = () => {}
    const held = new Promise<void>((done) => (hold = done))
    const leaving = server.db.tx(async (sql) => {
      await sql.run({ text: `select 1 from users where id = '${fake.id}' for update` })
      hold()
      await untilWaiting(sql, 1)
      // A request that waits for the seller holds no lock on the car: else the two would deadlock.
      await sql.run({ text: `select 1 from cars where creator = '${fake.id}' for update nowait` })
      await sql.run({ text: `delete from cars where creator = '${fake.id}'` })
    })
    await held
    const [asked] = await Promise.all([server.book({ car_id: testId('car', 7) }), leaving])
    expect(asked.status).toBe(404)
  })

  test('Two answers of one seller at once leave one state and one e-mail', async () => {
    const id = await server.booked()
    await server.mail()
    const all = await Promise.all([1, 2, 3, 4].map(() => server.answer('seller', id, 'confirm')))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(all.map(({ reply }) => reply.data.version))).toEqual(new Set([1]))
    expect(await server.mail()).toHaveLength(1)
  })

  test('Whoever accepts a time that was replaced meanwhile agrees to nothing', async () => {
    const id = await server.booked()
    await server.answer('seller', id, 'propose', { datetime: later })
    await server.answer('seller', id, 'propose', { datetime: latest })
    const { error } = await server.answer('buyer', id, 'accept', { datetime: later })
    expect([error.code, error.msg]).toEqual([
      'answered_meanwhile',
      'The time has changed meanwhile. Please look at this test drive again.',
    ])
    expect((await server.answer('buyer', id, 'accept', { datetime: latest })).reply.data.datetime).toBe(
      latest,
    )
  })

  test('An answer that arrives again changes nothing, with its key, another one or none [I2 R-PWA-28]', async () => {
    const id = await server.booked()
    const send = async (headers: Record<string, string>) =>
      server.call(testDriveRoutes.answerTestDrive, {
        body: { test_drive_id: id, answer: 'propose', datetime: later, client_ref: 'item' },
        token: await server.tokenOf('seller'),
        headers,
      })
    const key = { 'idempotency-key': '"item.0"' }
    const first = await send(key)
    await server.answer('buyer', id, 'accept')
    expect((await send(key)).reply).toEqual(first.reply)
    await server.db.run({ text: 'delete from idempotency' })
    for (const headers of [key, { 'idempotency-key': '"item.1"' }, {}]) {
      // The response contains the current state: the earlier proposal is not repeated.
      expect((await send(headers)).reply.data).toMatchObject({ status: 'confirmed', datetime: later })
    }
    expect(await server.mail()).toHaveLength(5)
  })

  test('Whoever has cancelled is not told that the seller declined, whatever their words', async () => {
    const id = await server.booked()
    await server.answer('buyer', id, 'cancel')
    await server.mail()
    const { reply } = await server.answer('seller', id, 'decline', { note: 'It is sold' })
    expect(reply.data).toMatchObject({ status: 'declined', cancelled: true, version: 1 })
    expect(await server.mail()).toEqual([])
  })

  test('New words with the same answer are kept and told', async () => {
    const id = await server.booked()
    await server.answer('seller', id, 'confirm')
    await server.mail()
    await server.answer('seller', id, 'confirm', { note: 'The gate is on the left.' })
    const [mail, ...more] = await server.mail()
    expect(more).toEqual([])
    expect(mail?.body_text).toContain('The gate is on the left.')
  })
})

describe('Without an account', () => {
  const open = (token: string) => server.call(testDriveRoutes.testDriveByLink, { params: { token } })
  const answer = (token: string, said: 'accept' | 'cancel', over: object = {}) =>
    server.call(testDriveRoutes.answerTestDriveByLink, { body: { token, answer: said, ...over } })

  test('A guest sees and cancels by the e-mail link, whose secret is not saved', async () => {
    const id = await server.booked({}, '')
    const mails = await server.mail()
    const secret = server.secretIn(mails)
    expect(secret).toMatch(/^[\w-]{43}$/)
    const { data } = (await open(secret)).reply
    expect(data).toMatchObject({ _id: id, status: 'pending', seller: { businessname: 'Nkosi Cars' } })
    const kept = await server.db.rows(z.object({ hash: z.string() }), {
      text: 'select * from test_drive_links',
    })
    expect(kept.map(({ hash }) => hash)).not.toContain(secret)
    // The server deletes the e-mail with the link after it was sent.
    expect(mails.map(({ recipient, forget }) => [recipient, forget])).toEqual([
      ['seller@example.org', false],
      [testDriveForm.email, true],
    ])
    expect((await answer(secret, 'cancel')).reply.data).toMatchObject({ status: 'declined', cancelled: true })
    expect((await answer(secret, 'cancel')).status).toBe(200)
  })

  test('Each e-mail has its own link, and a guest accepts with the newest', async () => {
    const id = await server.booked({}, '')
    const first = server.secretIn(await server.mail())
    await server.answer('seller', id, 'propose', { datetime: later })
    const second = server.secretIn(await server.mail())
    expect(second).not.toBe(first)
    expect((await open(first)).reply.data.proposed_datetime).toBe(later)
    expect((await answer(second, 'accept', { datetime: asked })).error.code).toBe('answered_meanwhile')
    expect((await answer(second, 'accept', { datetime: later })).reply.data.status).toBe('confirmed')
  })

  test('A made-up link fails, and a real one expires a month after the drive', async () => {
    await server.booked({}, '')
    const secret = server.secretIn(await server.mail())
    for (const token of ['made-up', `${secret}x`, secret.slice(1)]) {
      expect((await open(token)).error.code).toBe('link_expired')
      expect((await answer(token, 'cancel')).error.code).toBe('link_expired')
    }
    server.clock.set('2026-04-04T09:00:00.000Z')
    expect((await open(secret)).status).toBe(200)
    server.clock.set('2026-04-05T09:00:00.000Z')
    expect((await open(secret)).error.code).toBe('link_expired')
  })
})

test('The demo dealer has test drives in each state, the buyer some of them', async () => {
  const demo = await testServer({ seed: async (deps) => void (await seedDemo(deps, { cars: 60 })) })
  const tokenOf = async (email: string) => {
    const sql = { text: 'select id, fullname, email, avatarurl from users where email = $1', values: [email] }
    const row = z.object({ id: z.string(), fullname: z.string(), email: z.string(), avatarurl: z.string() })
    const user = await demo.db.row(row, sql)
    if (!user) throw new Error(email)
    return demo.token({ ...user, is_subscriber: false, role: 'user' })
  }
  const states = (all: readonly TestDriveRow[]) =>
    new Set(all.map((d) => (d.cancelled ? 'cancelled' : d.proposed_datetime ? 'proposed' : d.status)))
  const token = await tokenOf('dealer@motorkin.test')
  const { data, waiting } = (await demo.call(testDriveRoutes.myCarsTestDriveList, { body: {}, token })).reply
  const every = ['pending', 'proposed', 'confirmed', 'declined', 'cancelled', 'done']
  expect([states(data), waiting]).toEqual([new Set(every), 2])
  // A drive that has not taken place is in the future, and every car belongs to the dealer.
  const now = demo.clock.now().toISOString()
  for (const d of data) expect([d.car !== undefined, d.datetime > now]).toEqual([true, !isPast(d)])
  const buyer = await tokenOf('buyer@motorkin.test')
  const own = (await demo.call(testDriveRoutes.getTestDriveList, { body: {}, token: buyer })).reply
  expect(states(own.data)).toEqual(new Set(['proposed', 'confirmed', 'done']))
  expect(await demo.db.rows(z.object({}), { text: 'select 1 from mail_outbox' })).toEqual([])
  await demo.close()
})
const isPast = ({ status, cancelled }: TestDriveRow) =>
  status === 'done' || (status === 'declined' && cancelled === undefined)
