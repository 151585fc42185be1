import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { contactRoutes } from '#contract/forms/contact.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { formLimits } from '#contract/limits.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { heldVerbs } from '../../server/cli/admin/content-verbs.ts'
import { drivesServer, type DrivesServer } from '../support/drives-server.ts'
import { contactForm } from '../support/writes.ts'

let server: DrivesServer
beforeAll(async () => {
  server = await drivesServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.clear()
  await server.db.run({ text: 'delete from contact_messages; delete from insurance_inquiries' })
})

const person = { ms: 20_000, trap: '' }
const quick = { ms: 400, trap: '' }
const program = { ms: 20_000, trap: 'https://spam.example' }
type Headers = Record<string, string>
const contact = (over: object = {}, headers: Headers = {}) =>
  server.call(contactRoutes.saveContactUsEmail, { body: { ...contactForm, ...over }, headers })
const insure = (over: object = {}, headers: Headers = {}) =>
  server.call(contactRoutes.insuranceInquiry, { body: { phone: '0821234567', ...over }, headers })
const count = async (text: string) =>
  (await server.db.row(z.object({ n: z.int() }), { text: `select count(*)::int as n from ${text}` }))?.n
const carried: string[] = []
const carry = async () => {
  carried.length = 0
  const transport = { send: async (l: { recipient: string }) => void carried.push(l.recipient) }
  await startMailer(server.deps, transport, { warn: () => undefined }, 1e9).drain()
  return carried
}

describe('What fills the field that no person sees', () => {
  test.each([
    ['contact_messages', contact],
    ['insurance_inquiries', insure],
    ['test_drives', bookOne],
  ] as const)('is kept and answered as ever, and no e-mail leaves: %s', async (table, send) => {
    const honest = await send({ filled: person })
    await carry()
    const caught = await send({ filled: program })
    expect([caught.status, caught.reply.msg]).toEqual([200, honest.reply.msg])
    expect(Object.keys(caught.reply.data)).toEqual(Object.keys(honest.reply.data))
    expect(await count(`${table} where held_at is not null`)).toBe(1)
    expect(await carry()).toEqual([])
    server.clock.advance(29 * 86_400_000)
    expect(await carry()).toEqual([])
  })

  test('reaches no seller and is answered by none, until an operator releases it', async () => {
    const id = await server.booked({ filled: program })
    const { data, totalCount, waiting } = await server.forSeller('seller')
    expect([data, totalCount, waiting]).toEqual([[], 0, 0])
    expect((await server.answer('seller', id, 'confirm')).error.code).toBe('not_found')
    expect((await server.own('buyer')).totalCount).toBe(1)
    const [held, release] = heldVerbs
    expect((await held?.run(server.deps, []))?.[0]).toContain(id)
    expect(await release?.run(server.deps, [id])).toEqual([`Released ${id}.`])
    expect((await carry()).toSorted()).toEqual(['seller@example.org', 'thandi@example.org'])
    expect((await server.forSeller('seller')).waiting).toBe(1)
    expect(await held?.run(server.deps, [])).toEqual(['Nothing is held.'])
    await expect(release?.run(server.deps, [id])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('loses its e-mails after a month, and a release tells the operator so', async () => {
    const id = await server.booked({ filled: program })
    server.clock.advance(31 * 86_400_000)
    await forgetOld(server.deps)
    expect((await heldVerbs[1]?.run(server.deps, [id]))?.[0]).toContain('no e-mail tells of it')
    expect((await server.forSeller('seller')).waiting).toBe(1)
  })

  test('tells nobody either when it is cancelled', async () => {
    const id = await server.booked({ filled: program })
    expect(await count('mail_outbox')).toBe(2)
    expect((await server.answer('buyer', id, 'cancel')).status).toBe(200)
    // A cancelled test drive causes no e-mail, whether it was released or not.
    expect(await server.mail()).toEqual([])
  })
})
function bookOne(over: object, headers: Headers = {}) {
  return server.book(over, { headers })
}

describe('A form that was filled at once', () => {
  test('goes through for a quick person, and is held only when it repeats', async () => {
    const phone = { 'x-device': 'phone-of-somebody-quick' }
    for (let n = 0; n < formLimits.quickOfDevice; n++) await contact({ filled: quick }, phone)
    expect(await count('contact_messages where held_at is not null')).toBe(0)
    await contact({ filled: quick }, phone)
    expect(await count('contact_messages where held_at is not null')).toBe(1)
    // A slow form of the same phone is no spam, and neither is a quick form of another phone.
    await contact({ filled: person }, phone)
    await contact({ filled: quick }, { 'x-device': 'phone-of-somebody-else' })
    expect(await count('contact_messages where held_at is not null')).toBe(1)
    server.clock.advance(3_600_000)
    await contact({ filled: quick }, phone)
    expect(await count('contact_messages where held_at is not null')).toBe(1)
  })

  test('is held from an address that always calls itself another phone', async () => {
    for (let n = 0; n < formLimits.quickOfAddress + 3; n++) {
      await contact({ filled: quick }, { 'x-device': `phone-number-${n}-of-many` })
    }
    expect(await count('contact_messages where held_at is not null')).toBe(3)
  })

  test('without a device counts too; a form without timing data is not held', async () => {
    for (let n = 0; n < formLimits.quickOfDevice + 2; n++) await contact({ filled: quick })
    expect(await count('contact_messages where held_at is not null')).toBe(2)
    await contact()
    for (const filled of [null, 'x', 7, [], { ms: 'soon' }, { ms: -1, trap: 4 }]) {
      expect((await contact({ filled })).status).toBe(200)
    }
    expect(await count('contact_messages')).toBe(formLimits.quickOfDevice + 9)
  })
})

describe('Too many forms', () => {
  test('of one phone wait, and the answer says how long', async () => {
    const phone = { 'x-device': 'phone-that-never-rests' }
    for (let n = 0; n < formLimits.ofDevice; n++) expect((await insure({}, phone)).status).toBe(200)
    const refused = await insure({}, phone)
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(180)
    // The limit does not affect other phones, and it ends for this phone after that time.
    expect((await insure({}, { 'x-device': 'phone-of-a-neighbour' })).status).toBe(200)
    expect((await server.book({}, { headers: phone })).error.code).toBe('rate_limited')
    server.clock.advance(wait * 1000)
    expect((await insure({}, phone)).status).toBe(200)
    expect((await insure({}, phone)).status).toBe(429)
  })

  test('from one address must wait whatever phones they name; repeats still get answers', async () => {
    const first = await insure({ client_ref: 'first' })
    for (let n = 1; n < formLimits.ofAddress; n++) {
      expect((await insure({}, { 'x-device': `phone-number-${n}-of-many` })).status).toBe(200)
    }
    const refused = await insure()
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 30])
    expect((await insure({ client_ref: 'first' })).reply).toEqual(first.reply)
  })

  test('What is refused for its words uses up nothing', async () => {
    const phone = { 'x-device': 'phone-of-somebody-slow' }
    for (let n = 0; n < formLimits.ofDevice + 5; n++) {
      expect((await contact({ mobile_number: '1' }, phone)).status).toBe(422)
    }
    expect((await contact({}, phone)).status).toBe(200)
  })
})

describe('E-mails to an address that somebody has typed', () => {
  test('are ten a day, whatever form they come from, and every form arrives', async () => {
    for (let n = 0; n < 8; n++) await contact({ email: n % 2 ? 'Victim@example.org' : 'victim@example.org' })
    for (let n = 0; n < 8; n++) await server.book({ email: 'victim@example.org' })
    const to = async (address: string) => count(`mail_outbox where lower(recipient) = '${address}'`)
    expect(await to('victim@example.org')).toBe(formLimits.confirmations)
    expect([await to('hello@motorkin.example'), await to('seller@example.org')]).toEqual([8, 8])
    await contact({ email: 'somebody@example.org' })
    expect(await to('somebody@example.org')).toBe(1)
  })

  test('and of its seller are limited by themselves, so that a confirmation still arrives', async () => {
    const id = await server.booked()
    for (let n = 0; n < 12; n++) await contact({ email: 'thandi@example.org' })
    await server.mail()
    await server.answer('seller', id, 'confirm')
    expect(await server.mail()).toHaveLength(1)
    for (let n = 0; n < formLimits.driveEmails + 5; n++) {
      await server.answer('seller', id, 'confirm', { note: `Note ${n}` })
    }
    expect(await server.mail()).toHaveLength(formLimits.driveEmails - 1)
    expect((await server.own('buyer')).data[0]?.note).toBe(`Note ${formLimits.driveEmails + 4}`)
  })
})

test('Whoever tries links of e-mails is told to wait', async () => {
  const strict = await drivesServer({ limits: true })
  const open = () => strict.call(testDriveRoutes.testDriveByLink, { params: { token: 'made-up' } })
  for (let n = 0; n < 60; n++) expect((await open()).status).toBe(410)
  expect((await open()).status).toBe(429)
  const body = { token: 'made-up', answer: 'cancel' } as const
  const answer = () => strict.call(testDriveRoutes.answerTestDriveByLink, { body })
  for (let n = 0; n < 60; n++) expect((await answer()).status).toBe(410)
  expect((await answer()).status).toBe(429)
  const click = { method: 'POST', url: '/newsletter/unsubscribe/made-up' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const leave = () => strict.app.inject({ ...click, headers, payload: 'List-Unsubscribe=One-Click' })
  for (let n = 0; n < 60; n++) expect((await leave()).statusCode).toBe(410)
  expect((await leave()).statusCode).toBe(429)
  await strict.close()
})
