import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { accountRoutes } from '#contract/users/account.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { confirmedAddresses } from '../../server/enquiries/newsletter/newsletter-store.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { drivesServer, type DriveMail, type DrivesServer } from '../support/drives-server.ts'
import { testDriveForm } from '../support/writes.ts'

let server: DrivesServer
beforeAll(async () => {
  server = await drivesServer()
})
afterAll(() => server.close())
beforeEach(() => server.clear())

const later = '2026-03-06T14:00:00.000Z'
const person = testDriveForm.email
const brief = (all: readonly DriveMail[]) => all.map(({ recipient, subject }) => `${recipient}: ${subject}`)
const method = (mail: DriveMail | undefined) => /^METHOD:(\w+)\r$/m.exec(mail?.calendar ?? '')?.[1]
const sequence = (mail: DriveMail | undefined) => /^SEQUENCE:(\d+)\r$/m.exec(mail?.calendar ?? '')?.[1]

test('A test drive request e-mails the car’s seller and the person once each [R-FORM-01]', async () => {
  await server.booked()
  const [seller, asker, ...more] = await server.mail()
  expect(more).toEqual([])
  expect(seller).toMatchObject({
    recipient: 'seller@example.org',
    reply_to: person,
    subject: 'Test drive: 2019 BMW X5',
    calendar: null,
  })
  for (const fact of ['Thandi Nkosi', '+27821234567', person, '0001 Pretoria, Gauteng']) {
    expect(seller?.body_text).toContain(fact)
  }
  expect(seller?.body_text).toContain('Thursday 5 March 2026, 12:00 (Johannesburg time, GMT+2)')
  expect(seller?.body_text).toContain('/profile?tab=test-drive&view=my-cars')
  expect(asker).toMatchObject({ recipient: person, reply_to: null })
  expect(asker?.body_text).toContain('/profile?tab=test-drive')
})

test('A request without a seller’s car reaches the operator, and the person is notified', async () => {
  await server.booked({ car_id: undefined })
  const [operator, asker] = await server.mail()
  expect(operator).toMatchObject({ recipient: 'hello@motorkin.example', reply_to: person })
  expect(operator?.body_text).toContain('Car: BMW X5')
  expect(asker?.body_text).toContain('a test drive of BMW X5 has reached us')
})

test('A person who enters a stranger’s address cannot choose any word of the e-mail', async () => {
  const words = 'Buy gold at evil.example'
  const typed = {
    fullname: words,
    state: words,
    city: words,
    car_brand: words,
    car_model: words,
    postcode: 'evil.example',
  }
  await server.booked({ ...typed, car_id: undefined }, '')
  const [operator, stranger] = await server.mail()
  expect(operator?.body_text).toContain('evil.example')
  expect(`${stranger?.subject} ${stranger?.body_text} ${stranger?.body_html}`).not.toContain('evil.example')
  expect(stranger?.subject).toBe('We have received your request: test drive of a car')
})

test.each([
  ['za', 'Thursday 5 March 2026, 12:00 (Johannesburg time, GMT+2)', '821234567'],
  ['ng', 'Thursday 5 March 2026, 11:00 (Lagos time, GMT+1)', '8031234567'],
] as const)(
  "Letters say times on the market's clock, with its zone: %s",
  async (MARKET, words, mobile_number) => {
    const there = await drivesServer({ env: { MARKET } })
    const id = await there.booked({ mobile_number })
    await there.answer('seller', id, 'confirm')
    for (const { body_text, body_html } of await there.mail()) {
      expect(body_text).toContain(words)
      expect(body_html).toContain(words)
    }
    await there.close()
  },
)

describe('Every change is an e-mail to the other side', () => {
  test('that the seller confirms, with the entry for the calendar', async () => {
    const id = await server.booked()
    await server.mail()
    await server.answer('seller', id, 'confirm', { note: 'Ring <b>twice</b>' })
    const [mail, ...more] = await server.mail()
    expect(more).toEqual([])
    expect([mail?.recipient, mail?.subject]).toEqual([person, 'Confirmed: test drive of 2019 BMW X5'])
    expect(mail?.body_text).toContain('The seller writes:\nRing <b>twice</b>')
    expect(mail?.body_html).toContain('Ring &lt;b&gt;twice&lt;/b&gt;')
    for (const fact of ['Nkosi Cars', '+27821110000']) expect(mail?.body_text).toContain(fact)
    // The location contains the street, and the city once, whether the street includes the city or not.
    expect(mail?.calendar).toMatch(/^LOCATION:1 Main Road\\, Pretoria\r$/m)
    await server.db.run({ text: `update cars set address = '1 Main Road, Pretoria'` })
    await server.answer('seller', id, 'confirm', { note: 'At the gate' })
    expect((await server.mail())[0]?.calendar).toMatch(/^LOCATION:1 Main Road\\, Pretoria\r$/m)
    expect([method(mail), sequence(mail)]).toEqual(['PUBLISH', '1'])
    expect(mail?.calendar).toContain('DTSTART:20260305T100000Z\r\n')
    expect(mail?.calendar).toContain(`UID:test-drive-${id}@motorkin\r\n`)
  })

  test('that another time is proposed and accepted', async () => {
    const id = await server.booked()
    await server.mail()
    await server.answer('seller', id, 'propose', { datetime: later })
    const [proposal, ...none] = await server.mail()
    expect(brief(none)).toEqual([])
    expect([proposal?.recipient, proposal?.calendar]).toEqual([person, null])
    expect(proposal?.body_text).toContain('Friday 6 March 2026, 16:00')
    await server.answer('buyer', id, 'accept')
    const accepted = await server.mail()
    expect(brief(accepted)).toEqual([
      'seller@example.org: Confirmed: test drive of 2019 BMW X5',
      `${person}: Confirmed: test drive of 2019 BMW X5`,
    ])
    for (const mail of accepted) {
      expect([method(mail), sequence(mail)]).toEqual(['PUBLISH', '2'])
      expect(mail.calendar).toContain('DTSTART:20260306T140000Z\r\n')
    }
    expect(accepted[0]?.calendar).toContain('Thandi Nkosi')
    expect(accepted[1]?.calendar).not.toContain('Thandi Nkosi')
  })

  test('that removes a moved, cancelled or declined test drive from the calendar', async () => {
    const [moved, cancelled, declined] = [await server.booked(), await server.booked(), await server.booked()]
    for (const id of [moved, cancelled, declined]) await server.answer('seller', id, 'confirm')
    await server.mail()
    await server.answer('seller', moved, 'propose', { datetime: later })
    await server.answer('buyer', cancelled, 'cancel')
    await server.answer('seller', declined, 'decline')
    const all = await server.mail()
    expect(brief(all)).toEqual([
      `${person}: Another time? Test drive of 2019 BMW X5`,
      'seller@example.org: Cancelled: test drive of 2019 BMW X5',
      `${person}: Declined: test drive of 2019 BMW X5`,
    ])
    for (const mail of all) {
      expect([method(mail), sequence(mail)]).toEqual(['CANCEL', '2'])
      expect(mail.calendar).not.toMatch(/Thandi|Nkosi Cars/)
    }
  })

  test('that it is declined or cancelled before it was in any calendar', async () => {
    const [one, two] = [await server.booked(), await server.booked()]
    await server.mail()
    await server.answer('seller', one, 'decline')
    await server.answer('buyer', two, 'cancel')
    const all = await server.mail()
    expect(all.map(({ recipient, calendar }) => [recipient, calendar])).toEqual([
      [person, null],
      ['seller@example.org', null],
    ])
  })

  test('that it took place', async () => {
    const id = await server.booked()
    await server.answer('seller', id, 'confirm')
    await server.mail()
    server.clock.set('2026-03-05T12:00:00.000Z')
    await server.answer('seller', id, 'done')
    expect(brief(await server.mail())).toEqual([`${person}: How was it? Test drive of 2019 BMW X5`])
  })

  test('with a link of its own for a guest', async () => {
    const id = await server.booked({}, '')
    await server.mail()
    await server.answer('seller', id, 'confirm')
    const [mail] = await server.mail()
    const secret = server.secretIn(mail ? [mail] : [])
    const opened = await server.call(testDriveRoutes.testDriveByLink, { params: { token: secret } })
    expect(opened.reply.data.status).toBe('confirmed')
    expect(mail?.forget).toBe(true)
  })

  test('also to the operator, once the seller is gone', async () => {
    const id = await server.booked({ car_id: undefined })
    await server.mail()
    await server.answer('buyer', id, 'cancel')
    expect(brief(await server.mail())).toEqual(['hello@motorkin.example: Cancelled: test drive of BMW X5'])
  })
})

test('An e-mail and its change are one: what fails leaves neither', async () => {
  const id = await server.booked()
  await server.mail()
  // Another row has the key of the next e-mail.
  await server.db.run({
    text: `insert into mail_outbox (id, dedup_key, recipient, subject, body_text, body_html, created_at, next_at)
      values ('x', $1, 'x', 'x', 'x', 'x', now(), now())`,
    values: [`${id}.1.person`],
  })
  expect((await server.answer('seller', id, 'confirm')).status).toBe(500)
  expect((await server.own('buyer')).data[0]).toMatchObject({ status: 'pending', version: 0 })
})

describe('Whoever leaves', () => {
  const password = 'correct horse'
  const leave = async (who: string) => {
    await server.db.run({
      text: 'update users set password_hash = $1, email_verified_at = now() where id = $2',
      values: [await hashPassword(password), who],
    })
    return server.call(accountRoutes.deleteAccount, { body: { password }, token: await server.tokenOf(who) })
  }
  const rows = async () =>
    (await server.db.row(z.object({ n: z.int() }), { text: 'select count(*)::int as n from test_drives' }))?.n

  test('lets no seller wait, who is told without a word about them', async () => {
    const id = await server.booked({}, 'other')
    await server.answer('seller', id, 'confirm')
    const ended = await server.booked({}, 'other')
    await server.answer('seller', ended, 'decline')
    await server.mail()
    const subscribers = [
      ['other@motorkin.test', 'confirmed'],
      ['stays@example.org', 'confirmed'],
    ] as const
    for (const [email, state] of subscribers) {
      await server.db.run({
        text: `insert into newsletter_subscribers (id, email, address_hash, state, asked_at, letter_due, forward_at)
          values ($1, $1, $1, $2, now(), false, now())`,
        values: [email, state],
      })
    }
    expect((await leave('other')).status).toBe(200)
    expect(await confirmedAddresses(server.db)).toEqual(['stays@example.org'])
    const all = await server.mail()
    const toSeller = all.filter(({ recipient }) => recipient === 'seller@example.org')
    expect(brief(toSeller)).toEqual(['seller@example.org: Cancelled: test drive of 2019 BMW X5'])
    expect(method(toSeller[0])).toBe('CANCEL')
    expect(JSON.stringify(toSeller)).not.toMatch(/Thandi|thandi|821234567/)
    expect(await rows()).toBe(0)
  })

  test('declines the requests that wait, and past e-mails go with the account', async () => {
    const ended = await server.booked()
    await server.answer('seller', ended, 'decline', { note: 'I am away' })
    server.clock.advance(1000)
    const id = await server.booked()
    await server.answer('seller', id, 'confirm', { note: 'Ring twice' })
    for (const name of ['c', 'a', 'b']) await server.booked({ email: `${name}@example.org` }, '')
    await server.mail()
    expect((await leave('seller')).status).toBe(200)
    const all = await server.mail()
    // Each e-mail locks the count of its address: a fixed order keeps two sellers who leave at once from a deadlock.
    const told = all.filter(({ subject }) => subject.startsWith('Declined'))
    expect(told.map(({ recipient }) => recipient[0])).toEqual(['a', 'b', 'c', 't'])
    const toPerson = all.filter(({ recipient }) => recipient === person)
    expect(brief(toPerson)).toEqual([`${person}: Declined: test drive of 2019 BMW X5`])
    expect(method(toPerson[0])).toBe('CANCEL')
    const [row, older] = (await server.own('buyer')).data
    expect(row).toMatchObject({ _id: id, status: 'declined' })
    expect([older?._id, older?.note]).toEqual([ended, undefined])
    expect([row?.note, row?.seller, row?.car]).toEqual([undefined, undefined, undefined])
  })
})

test('Links of test drives that were long ago are forgotten', async () => {
  await server.booked({ car_id: undefined }, '')
  const links = async () =>
    (
      await server.db.row(z.object({ n: z.int() }), {
        text: 'select count(*)::int as n from test_drive_links',
      })
    )?.n
  await forgetOld(server.deps)
  expect(await links()).toBe(1)
  server.clock.set('2026-04-05T09:00:00.000Z')
  await forgetOld(server.deps)
  expect(await links()).toBe(0)
})
