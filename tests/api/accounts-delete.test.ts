import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import { contactRoutes } from '#contract/forms/contact.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { carRoutes } from '#contract/cars.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { localMailbox } from '../../server/kernel/mail/transport.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { operatorAddress } from '../../server/reference/reference-store.ts'
import { type AccountsServer, accountsServer, type Browser, password } from '../support/accounts.ts'
import { newCar, testId } from '../support/cars.ts'
import { PlainPhone, untilServed } from '../support/feed.ts'
import { subscribe } from '../support/motorkin.ts'

let server: AccountsServer
beforeAll(async () => {
  server = await accountsServer()
})
afterAll(() => server.close())

/** Returns every table with a row that contains one of these words. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await server.db.rows(z.object({ name: z.string() }), {
    text: `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  })
  expect(tables.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const { name } of tables) {
    const row = await server.db.row(z.object({ there: z.boolean() }), {
      text: `select exists (select 1 from "${name}" t, unnest($1::text[]) w
        where position(lower(w) in lower(to_jsonb(t)::text)) > 0) as there`,
      values: [words],
    })
    if (row?.there) found.push(name)
  }
  return found
}
const carry = () =>
  startMailer(
    server.deps,
    localMailbox(join(server.deps.config.dataDir, 'mail'), () => 'Motorkin <no-reply@motorkin.test>'),
    { warn: () => undefined },
    1e9,
  ).drain()
const leave = (token: string, secret = password) =>
  server.call(accountRoutes.deleteAccount, { body: { password: secret }, token })

/** Creates a person with a row in every table that can have one. */
async function lived(email: string, car: number): Promise<{ id: string; browser: Browser }> {
  const id = await server.member(email)
  const browser = server.browser()
  await browser.signIn(email, password, { remember: true })
  const as = { token: browser.token, headers: { ...browser.headers(), 'idempotency-key': `"${email}.1"` } }
  await insertCars(server.db, [newCar(car, { creator: id }), newCar(car + 1)])
  await subscribe(server.db, id, 'platinum', { until: '2030-01-01T00:00:00Z' })
  await server.call(profileRoutes.updateUserDetails, { ...as, body: { businessname: 'Nkosi Cars' } })
  const like = { car_id: testId('car', car + 1), want: 'yes', seq: 1 }
  expect(
    (
      await server.call(carRoutes.likeDislikeCar, {
        token: browser.token,
        headers: browser.headers(),
        body: like,
      })
    ).status,
  ).toBe(200)
  const enquiry = {
    name: 'Thandi',
    email,
    countryCode: '+27' as const,
    gsm: '821234567',
    message: 'Is it there?',
  }
  const asked = [testId('car', car), testId('car', car + 1)]
  for (const car_id of asked) {
    expect(
      (await server.call(enquiryRoutes.sendCarEnquiryMail, { body: { ...enquiry, car_id } })).status,
    ).toBe(200)
  }
  const contact = {
    fullname: 'Thandi',
    email,
    mobile_number: '821234567',
    subject: 'Hello',
    message: 'There',
  }
  expect((await server.call(contactRoutes.saveContactUsEmail, { body: contact })).status).toBe(200)
  const drive = {
    fullname: 'Thandi',
    email,
    mobile_number: '821234567',
    state: 'Gauteng',
    city: 'Pretoria',
    postcode: '1',
    car_brand: 'Toyota',
    car_model: 'Corolla',
    datetime: '2031-01-01T10:00:00Z',
  }
  for (const token of [browser.token, undefined]) {
    const booked = await server.call(testDriveRoutes.bookTestDrive, { body: drive, ...(token && { token }) })
    expect(booked.status).toBe(200)
  }
  await server.call(accountRoutes.forgotPassword, { body: { email } })
  await server.mails(email)
  await server.call(accountRoutes.forgotPassword, { body: { email } })
  return { id, browser }
}

test('A deleted account leaves nothing personal in any table; its owner gets an e-mail', async () => {
  const email = 'leaver@example.org'
  const { id, browser } = await lived(email, 100)
  const traces = [id, email]
  const everywhere =
    'account_links cars contact_messages enquiries favourite_writes favourites idempotency known_devices ' +
    'letter_requests mail_outbox sessions subscriptions test_drives users'
  expect(await tablesWith(traces)).toEqual(everywhere.split(' '))
  const answer = await leave(browser.token)
  expect(answer.reply.msg).toBe('Your account has been deleted.')
  expect(String(answer.headers['set-cookie'])).toMatch(/^motorkin-refresh=; Max-Age=0;/)
  const mails = await server.mails(email)
  expect(mails.map((l) => l.subject)).toEqual(['Your account was deleted'])
  expect(await carry()).toBeGreaterThan(0)
  expect(await tablesWith(traces)).toEqual([])
})

test('Deleting an account ends its sign-in, session and ads, and phones remove the ads', async () => {
  const email = 'seller@example.org'
  const { browser } = await lived(email, 200)
  const phone = await new PlainPhone(server.app).follow()
  expect(phone.cars.has(testId('car', 200))).toBe(true)
  await leave(browser.token)
  expect((await browser.refresh()).status).toBe(401)
  expect((await server.browser().signIn(email)).error.code).toBe('wrong_credentials')
  const single = await server.call(carRoutes.getSingleCar, { params: { slug: testId('car', 200) } })
  expect(single.status).toBeGreaterThanOrEqual(400)
  await untilServed(server.db)
  expect((await phone.follow()).cars.has(testId('car', 200))).toBe(false)
  expect([phone.cars.has(testId('car', 201)), phone.resyncs]).toEqual([true, 1])
  expect((await server.call(profileRoutes.getUserProfileData, { token: browser.token })).status).toBe(401)
  const row = await server.signUp(email)
  expect(row.status).toBe(200)
})

test('It takes the password, and again is as good as once', async () => {
  await server.member('careful@example.org')
  const browser = server.browser()
  await browser.signIn('careful@example.org')
  const wrong = await leave(browser.token, 'wrong horse')
  expect(wrong.error.fields).toEqual({ password: 'Password is not correct.' })
  expect((await server.browser().signIn('careful@example.org')).status).toBe(200)
  const first = await leave(browser.token)
  const again = await leave(browser.token)
  expect([again.status, again.reply]).toEqual([200, first.reply])
  expect(await server.mails('careful@example.org')).toHaveLength(1)
})

test('Nobody removes what somebody else wrote by signing up with their address', async () => {
  const email = 'guest@example.org'
  await insertCars(server.db, [newCar(300)])
  const enquiry = { name: 'Guest', email, countryCode: '+27' as const, gsm: '821234567', message: 'Hello?' }
  await server.call(enquiryRoutes.sendCarEnquiryMail, { body: { ...enquiry, car_id: testId('car', 300) } })
  await server.signUp(email)
  const browser = server.browser()
  await browser.signIn(email)
  expect((await leave(browser.token)).status).toBe(200)
  expect(await tablesWith([email])).toContain('enquiries')
})

test('Nobody removes the e-mails that wait for somebody by signing up with their address', async () => {
  const operator = await operatorAddress(server.db)
  const message = {
    fullname: 'A',
    email: 'a@example.org',
    mobile_number: '821234567',
    subject: 'S',
    message: 'M',
  }
  await server.call(contactRoutes.saveContactUsEmail, { body: message })
  const member = server.browser()
  await server.member('mover@example.org')
  await member.signIn('mover@example.org')
  await server.call(accountRoutes.changeEmail, { body: { email: operator, password }, token: member.token })
  await server.signUp(operator)
  const browser = server.browser()
  await browser.signIn(operator)
  expect((await leave(browser.token)).status).toBe(200)
  const all = (await server.mails(operator)).map((mail) => mail.subject)
  // E-mails about test drives without a seller, whose authors have deleted their accounts.
  const subjects = all.filter((subject) => !/test drive/i.test(subject))
  expect(subjects).toHaveLength(3)
  expect(subjects).toContain('Confirm your new e-mail address')
  expect(subjects).toContain('Your account was deleted')
})

test('The last admin cannot delete their account; one of two can [R-ROLE-20]', async () => {
  const first = await server.member('admin-1@example.org')
  const second = await server.member('admin-2@example.org')
  await server.db.run({ text: `update users set role = 'user'` })
  const tokenOf = async (email: string) => {
    const browser = server.browser()
    await browser.signIn(email, password)
    return browser.token
  }
  const [one, two] = [await tokenOf('admin-1@example.org'), await tokenOf('admin-2@example.org')]
  const admins = { text: `update users set role = 'admin' where id = any ($1)`, values: [[first, second]] }
  await server.db.run(admins)
  expect((await leave(one)).status).toBe(200)
  const refused = await leave(two)
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
  expect(refused.error.msg).toBe('This is the only admin. Make somebody else one first.')
})

test('Of the last two admins who leave at once one stays [R-ROLE-20]', async () => {
  const tokens: string[] = []
  await server.db.run({ text: `update users set role = 'user'` })
  for (const email of ['admin-3@example.org', 'admin-4@example.org']) {
    const id = await server.member(email)
    const browser = server.browser()
    await browser.signIn(email, password)
    tokens.push(browser.token)
    await server.db.run({ text: `update users set role = 'admin' where id = $1`, values: [id] })
  }
  const answers = await Promise.all(tokens.map((token) => leave(token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
})
