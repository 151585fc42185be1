import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adRoutes } from '#contract/ads.ts'
import { carRoutes } from '#contract/cars.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { userRoutes } from '#contract/users/users.ts'
import { type AccountsServer, accountsServer, formOf, password, town } from '../support/accounts.ts'
import { addPicture } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

let server: AccountsServer
beforeAll(async () => {
  server = await accountsServer()
})
afterAll(() => server.close())

const verified = async (email: string) =>
  (
    await server.db.row(z.object({ yes: z.boolean() }), {
      text: 'select email_verified_at is not null as yes from users where email_key = $1',
      values: [email],
    })
  )?.yes
const open = (secret: string) => server.call(accountRoutes.verifyUser, { params: { id: secret } })

test('A person signs up, opens the link of the e-mail and signs in [R-API-26 R-API-27 R-AUTH-07 R-AUTH-11 R-AUTH-18 R-EXT-17]', async () => {
  const { reply } = await server.signUp('Thandi@Example.org')
  expect(reply).toMatchObject({ success: true })
  const [mail] = await server.mails('thandi@example.org')
  expect(mail).toMatchObject({ recipient: 'Thandi@Example.org', subject: 'Confirm your e-mail address' })
  const secret = await server.secret('thandi@example.org', '/user/verify/')
  for (const body of [mail?.body_text, mail?.body_html]) {
    expect(body).toContain(`${server.deps.config.publicUrl}/user/verify/${secret}`)
  }
  expect(await verified('thandi@example.org')).toBe(false)
  expect((await open(secret)).reply.msg).toBe('Your e-mail address is confirmed.')
  expect(await verified('thandi@example.org')).toBe(true)
  const browser = server.browser()
  await browser.signIn('thandi@example.org')
  const { data } = (await server.call(profileRoutes.getUserProfileData, { token: browser.token })).reply
  expect(data).toMatchObject({
    fullname: 'Thandi Nkosi',
    ...town,
    gsm: '821234567',
    email: 'Thandi@Example.org',
  })
})

test('A number that was registered has the country code that the form shows [R-CONST-15]', async () => {
  for (const [market, code, gsm] of [
    ['mixed', '+27', '821234567'],
    ['ng', '+234', '8031234567'],
  ] as const) {
    const there = market === 'mixed' ? server : await accountsServer({ env: { MARKET: market } })
    await there.signUp(`${market}@example.org`, { gsm })
    const browser = there.browser()
    await browser.signIn(`${market}@example.org`)
    const { data } = (await there.call(profileRoutes.getUserProfileData, { token: browser.token })).reply
    expect([data.country_code, data.gsm]).toEqual([code, gsm])
    if (there !== server) await there.close()
  }
})

test('Each field is asked for in the documented words [R-VAL-20 R-VAL-21 R-VAL-22 R-VAL-23 R-VAL-24 R-VAL-25 R-VAL-26 R-VAL-27 R-AUTH-20 R-CONST-14]', async () => {
  const fields = async (over: object) => (await server.signUp('fields@example.org', over)).error.fields
  const empty = { fullname: ' ', email: '', password: '', province: '', city: '', gsm: '', terms: false }
  expect(await fields(empty)).toEqual({
    fullname: 'Please enter full name',
    email: 'Please enter an email',
    password: 'Please enter a password',
    province: 'Please select province',
    city: 'Please select city',
    gsm: 'Contact no. is required',
    terms: 'Please accept terms and conditions',
  })
  expect(await fields({ email: 'nobody' })).toEqual({ email: 'Please enter a valid email' })
  expect(await fields({ password: '1234567' })).toEqual({
    password: 'Password is too short - should be 8 chars minimum.',
  })
  expect(await fields({ gsm: '-12345678' })).toEqual({ gsm: 'Must be positive numbers' })
  for (const gsm of ['82123456', '8212345678', '0821234567', '012345678', '00821234567', '+27821234567']) {
    expect(await fields({ gsm })).toEqual({ gsm: 'Must be exactly 9 digits' })
  }
  expect(await fields({ province: 'Atlantis' })).toEqual({
    province: 'Please select province',
    city: 'Please select city',
  })
  expect(await fields({ city: 'Atlantis' })).toEqual({ city: 'Please select city' })
  expect(await server.mails('fields@example.org')).toEqual([])
})

test('A sign-up sent again gets its first answer and sends only one e-mail', async () => {
  const headers = { 'idempotency-key': '"sign-up.1"', 'x-device': 'phone-of-the-late-answer' }
  const send = () => server.call(accountRoutes.signUp, { body: formOf('again@example.org'), headers })
  const first = await send()
  const second = await send()
  expect([second.status, second.reply]).toEqual([200, first.reply])
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect((await server.mails('again@example.org')).map((l) => l.subject)).toEqual([
    'Confirm your e-mail address',
  ])
})

test('The saved fingerprint of a sign-up does not help to guess its password', async () => {
  const headers = (n: number) => ({
    'idempotency-key': `"guess.${n}"`,
    'x-device': 'phone-of-the-fingerprint',
  })
  const body = formOf('print@example.org')
  await server.call(accountRoutes.signUp, { body, headers: headers(1) })
  await server.call(accountRoutes.signUp, {
    body: { ...body, password: 'another horse' },
    headers: headers(2),
  })
  const rows = await server.db.rows(z.object({ fingerprint: z.string() }), {
    text: `select fingerprint from idempotency where key like 'guess.%'`,
  })
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map((r) => r.fingerprint)).size).toBe(1)
})

test('A taken address gets the same sign-up answer; its owner gets an e-mail [R-API-26]', async () => {
  await server.member('owner@example.org')
  const fresh = await server.signUp('fresh@example.org')
  const taken = await server.signUp(' OWNER@example.org', { password: 'thief thief', fullname: 'A Thief' })
  expect([taken.status, taken.reply]).toEqual([fresh.status, fresh.reply])
  const last = (await server.mails('owner@example.org')).at(-1)
  expect(last?.subject).toBe('You already have an account')
  expect(last?.body_text).not.toMatch(/verify|Thief/)
  expect((await server.browser().signIn('owner@example.org', 'thief thief')).status).toBe(401)
  expect((await server.browser().signIn('owner@example.org')).status).toBe(200)
})

test('Opening a verification link twice works; an expired or made-up one is refused [R-AUTH-18]', async () => {
  await server.signUp('links@example.org')
  const secret = await server.secret('links@example.org', '/user/verify/')
  const before = server.clock.now()
  server.clock.advance(7 * 24 * 3600_000 + 1)
  expect((await open(secret)).error.code).toBe('link_expired')
  server.clock.set(before)
  for (const _ of [1, 2]) expect((await open(secret)).status).toBe(200)
  for (const made of ['nonsense', `${secret}x`, 'x'.repeat(43)]) {
    const { status, error } = await open(made)
    expect([status, error.code, error.msg]).toEqual([
      410,
      'link_expired',
      'This link is no longer valid. Please ask for a new one.',
    ])
  }
})

test('A request for another e-mail is answered alike; only unverified addresses get one', async () => {
  await server.signUp('waits@example.org')
  await server.member('done@example.org')
  const ask = (email: string) => server.call(accountRoutes.resendVerification, { body: { email } })
  const counts = async () => {
    const found: number[] = []
    // The names come in turn: two concurrent senders would skip the e-mails that the other sender holds.
    for (const name of ['waits', 'done', 'nobody'])
      found.push((await server.mails(`${name}@example.org`)).length)
    return found
  }
  const before = await counts()
  const replies = await Promise.all(['waits', 'done', 'nobody'].map((n) => ask(`${n}@example.org`)))
  expect(new Set(replies.map((r) => JSON.stringify(r.reply))).size).toBe(1)
  expect(await counts()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]])
})

test('Nobody fills the mailbox of another by asking over and over', async () => {
  await server.signUp('flooded@example.org')
  for (let n = 0; n < 20; n += 1) {
    expect(
      (await server.call(accountRoutes.resendVerification, { body: { email: 'flooded@example.org' } }))
        .status,
    ).toBe(200)
  }
  expect((await server.mails('flooded@example.org')).length).toBeLessThan(8)
  server.clock.advance(301_000)
  await server.call(accountRoutes.resendVerification, { body: { email: 'flooded@example.org' } })
  expect((await server.mails('flooded@example.org')).length).toBeGreaterThanOrEqual(6)
})

test('Where verification is required, no account signs in before its link is opened [R-AUTH-11]', async () => {
  const strict = await accountsServer({ env: { REQUIRE_VERIFIED_EMAIL: '1' } })
  await strict.signUp('new@example.org')
  const refused = await strict.browser().signIn('new@example.org')
  expect([refused.status, refused.error.code]).toEqual([403, 'email_unverified'])
  expect((await strict.browser().signIn('new@example.org', 'wrong horse')).error.code).toBe(
    'wrong_credentials',
  )
  await strict.call(accountRoutes.verifyUser, {
    params: { id: await strict.secret('new@example.org', '/user/verify/') },
  })
  expect((await strict.browser().signIn('new@example.org')).status).toBe(200)
  await strict.close()
})

const change = (token: string, email: string, secret = password) =>
  server.call(accountRoutes.changeEmail, { body: { email, password: secret }, token })

test('A new address counts once its link is opened; the old address is notified', async () => {
  await server.member('old@example.org')
  const browser = server.browser()
  await browser.signIn('old@example.org')
  expect((await change(browser.token, 'New@Example.org', 'wrong horse')).error.fields).toEqual({
    password: 'Password is not correct.',
  })
  expect((await change(browser.token, 'New@Example.org')).status).toBe(200)
  const secret = await server.secret('new@example.org', '/user/verify/')
  expect((await server.mails('old@example.org')).at(-1)?.subject).toBe('Your e-mail address is being changed')
  expect((await server.browser().signIn('old@example.org')).status).toBe(200)
  expect((await open(secret)).reply.msg).toBe('Your new e-mail address is confirmed.')
  expect((await open(secret)).status).toBe(200)
  expect((await server.browser().signIn('old@example.org')).status).toBe(401)
  expect((await server.browser().signIn('new@example.org')).reply).toMatchObject({
    data: { email: 'New@Example.org' },
  })
})

test('An address of somebody else cannot be taken, and asking for it tells nothing', async () => {
  await server.member('mine@example.org')
  await server.member('theirs@example.org')
  const browser = server.browser()
  await browser.signIn('mine@example.org')
  const free = await change(browser.token, 'free@example.org')
  const taken = await change(browser.token, 'theirs@example.org')
  expect([taken.status, taken.reply]).toEqual([free.status, free.reply])
  expect((await server.mails('theirs@example.org')).at(-1)?.subject).toBe('You already have an account')
  // Another person takes the address after the e-mail was sent and before its link is opened.
  const secret = await server.secret('free@example.org', '/user/verify/')
  await server.member('free@example.org')
  expect((await open(secret)).error.code).toBe('link_expired')
  expect(
    (await server.call(userRoutes.userLogin, { body: { email: 'mine@example.org', password } })).status,
  ).toBe(200)
})

test('An e-mail carries no words that somebody else has chosen', async () => {
  await server.signUp('victim@example.org', { fullname: 'Visit https://evil.example now' })
  const all = JSON.stringify(await server.mails('victim@example.org'))
  expect(all).toContain('victim@example.org')
  expect(all).not.toContain('evil')
})

test('A new member sells privately at once, and everybody sees their ad [R-ROLE-16]', async () => {
  await server.signUp('private@example.org')
  const browser = server.browser()
  await browser.signIn('private@example.org')
  const { token } = browser
  const { data: me } = (await server.call(profileRoutes.getUserProfileData, { token })).reply
  await addPicture(server.db, me.id)
  const added = await server.call(adRoutes.addCar, { body: adForm, token })
  expect(added.status).toBe(200)
  const mine = await server.call(adRoutes.myCarList, { body: {}, token })
  expect(mine.reply.data.map((car) => car.slug)).toEqual([added.reply.data.slug])
  const seen = await server.call(carRoutes.getSingleCar, { params: { slug: added.reply.data.slug } })
  expect(seen.reply.data.creator).toMatchObject({ _id: me.id })
})
