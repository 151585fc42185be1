import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { secondFactor, secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { removeAdmin, resetSecondFactor } from '../../server/admin/people.ts'
import { fromShell, operation } from '../../server/admin/audit.ts'
import { accountsServer, type AccountsServer, type Browser, password } from '../support/accounts.ts'

let server: AccountsServer
let desk: string
const email = 'desk@example.org'

beforeAll(async () => {
  server = await accountsServer()
  desk = await server.member(email)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: `update users set role = 'admin' where id = $1`, values: [desk] })
  await db.run({ text: 'delete from second_factors; delete from sessions; delete from throttles' })
  // Codes of an earlier test do not affect this test.
  server.clock.advance(3_600_000)
})

async function signedIn(): Promise<Browser> {
  const browser = server.browser()
  await browser.signIn(email)
  return browser
}
const ask = (browser: Browser) =>
  server.call(adminPeopleRoutes.listPeople, { body: {}, token: browser.token })
const begin = (browser: Browser, word = password) =>
  server.call(secondFactorRoutes.beginSecondFactor, { body: { password: word }, token: browser.token })
const confirm = (browser: Browser, code: string) =>
  server.call(secondFactorRoutes.confirmSecondFactor, { body: { code }, token: browser.token })
const enter = (browser: Browser, code: string) =>
  server.call(secondFactorRoutes.enterSecondFactor, { body: { code }, token: browser.token })
const state = async (browser: Browser) =>
  (await server.call(secondFactorRoutes.getSecondFactor, { token: browser.token })).reply.data
/** Returns the code that the app shows; the clock of the phone is wrong by `off` seconds. */
const codeOf = (secret: string, off = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.clock.now().getTime() + off * 1000,
  })
const after = (seconds: number) => {
  server.clock.advance(seconds * 1000)
}

/** Creates an admin with an authenticator app. */
async function withApp(): Promise<{ browser: Browser; secret: string; recovery: string[] }> {
  const browser = await signedIn()
  const { secret } = (await begin(browser)).reply.data
  const recovery = (await confirm(browser, codeOf(secret))).reply.data.recovery_codes
  after(30)
  return { browser, secret, recovery }
}

describe('The first visit', () => {
  test('An admin without an authenticator app sets one up and then gets in [R-ROLE-20]', async () => {
    const browser = await signedIn()
    expect((await ask(browser)).error.code).toBe('second_factor_required')
    expect(await state(browser)).toEqual({ set_up: false, open_seconds: 0, recovery_codes_left: 0 })
    const { secret, address } = (await begin(browser)).reply.data
    const read = URI.parse(address)
    expect([read.label, read.issuer, read.secret.base32]).toEqual([email, 'Motorkin', secret])
    expect((await ask(browser)).error.code).toBe('second_factor_required')
    const codes = (await confirm(browser, codeOf(secret))).reply.data.recovery_codes
    expect(new Set(codes).size).toBe(secondFactor.recoveryCodes)
    expect((await ask(browser)).status).toBe(200)
    expect(await state(browser)).toMatchObject({
      set_up: true,
      open_seconds: secondFactor.hours * 3600,
      recovery_codes_left: 10,
    })
  })

  test('It takes the password, and a wrong first code sets up nothing [R-ROLE-20]', async () => {
    const browser = await signedIn()
    expect((await begin(browser, 'something else')).error.fields).toHaveProperty('password')
    const { secret } = (await begin(browser)).reply.data
    expect((await confirm(browser, '000000')).error.fields).toHaveProperty('code')
    after(secondFactor.setUpMinutes * 60 + 1)
    await browser.refresh()
    expect((await confirm(browser, codeOf(secret))).error.code).toBe('validation_failed')
    expect((await state(browser)).set_up).toBe(false)
  })

  test('Neither secret nor recovery code can be read in the database [R-ROLE-20]', async () => {
    const { secret, recovery } = await withApp()
    const row = z.object({ text: z.string() })
    const kept = await server.db.rows(row, {
      text: `select f::text as text from second_factors f union all select i::text from idempotency i
        union all select a::text from audit_log a`,
    })
    const all = kept.map(({ text }) => text).join('\n')
    expect(all).toContain(desk)
    for (const secretOne of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(all.includes(secretOne)).toBe(false)
  })
})

describe('A code', () => {
  test('It opens the session it was given in for twelve hours, and no other [R-ROLE-20]', async () => {
    const { secret } = await withApp()
    const [one, other] = [await signedIn(), await signedIn()]
    expect((await enter(one, codeOf(secret))).status).toBe(200)
    expect([(await ask(one)).status, (await ask(other)).status]).toEqual([200, 403])
    await one.refresh()
    expect((await ask(one)).status).toBe(200)
    after(secondFactor.hours * 3600)
    await one.refresh()
    expect((await ask(one)).error.code).toBe('second_factor_required')
    expect((await state(one)).open_seconds).toBe(0)
  })

  test('It counts once, though two send it in the same moment [R-ROLE-20]', async () => {
    const { secret } = await withApp()
    const [one, other] = [await signedIn(), await signedIn()]
    const code = codeOf(secret)
    const answers = await Promise.all([enter(one, code), enter(other, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enter(await signedIn(), code)).error.fields).toHaveProperty('code')
  })

  test('A phone clock may be off by half a minute, not by a minute', async () => {
    const { secret } = await withApp()
    after(300)
    expect((await enter(await signedIn(), codeOf(secret, -30))).status).toBe(200)
    expect((await enter(await signedIn(), codeOf(secret, 30))).status).toBe(200)
    after(300)
    expect((await enter(await signedIn(), codeOf(secret, -60))).status).toBe(422)
    expect((await enter(await signedIn(), codeOf(secret, 60))).status).toBe(422)
  })

  test('Whoever guesses is slowed down, and the right code waits as well [R-ROLE-20]', async () => {
    const { secret } = await withApp()
    const browser = await signedIn()
    for (let n = 0; n < 5; n++) expect((await enter(browser, '000000')).status).toBe(422)
    const refused = await enter(browser, codeOf(secret))
    expect(refused.error.code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    after(3601)
    await browser.refresh()
    expect((await enter(browser, codeOf(secret))).status).toBe(200)
  })

  test('Whoever guesses is told of once, and locks out nobody with a recovery code [R-ROLE-20]', async () => {
    const { recovery } = await withApp()
    const browser = await signedIn()
    const told = async () =>
      (await server.mails(email)).filter(({ subject }) => /tries codes/.test(subject)).length
    const before = await told()
    for (let n = 0; n < 9; n++) await enter(browser, '000000')
    expect(await told()).toBe(before + 1)
    expect((await enter(browser, recovery[0] ?? '')).status).toBe(200)
  })

  test('Without its app a recovery code opens once, dashes or not [R-ROLE-20]', async () => {
    const { recovery } = await withApp()
    const [first = '', second = ''] = recovery
    const browser = await signedIn()
    expect((await enter(browser, first.toLowerCase())).status).toBe(200)
    expect((await state(browser)).recovery_codes_left).toBe(9)
    expect((await enter(browser, first)).status).toBe(422)
    expect((await enter(browser, second.replaceAll('-', ' '))).status).toBe(200)
    expect((await enter(browser, 'AAAA-BBBB-CCCC-DDDD')).status).toBe(422)
  })
})

describe('Changing it', () => {
  test('A password alone replaces no app; with a code and the password it does [R-ROLE-20]', async () => {
    const { secret } = await withApp()
    const browser = await signedIn()
    expect((await begin(browser)).error.code).toBe('second_factor_required')
    await enter(browser, codeOf(secret))
    expect((await begin(browser, 'something else')).status).toBe(422)
    const next = (await begin(browser)).reply.data.secret
    const old = await signedIn()
    after(30)
    // The old app is valid until the first code of the new app.
    expect((await enter(old, codeOf(secret))).status).toBe(200)
    expect((await confirm(browser, codeOf(next))).status).toBe(200)
    expect([(await ask(browser)).status, (await ask(old)).status]).toEqual([200, 403])
    after(30)
    expect((await enter(old, codeOf(secret))).status).toBe(422)
    expect((await enter(old, codeOf(next))).status).toBe(200)
  })

  test('A setup begun by a password thief never replaces the owner’s app [R-ROLE-20]', async () => {
    const thief = await signedIn()
    const { secret: early } = (await begin(thief)).reply.data
    const row = await server.db.row(z.object({ pending: z.string() }), {
      text: 'select pending from second_factors',
    })
    const { browser } = await withApp()
    // Two concurrent calls can leave this state.
    const text = 'update second_factors set pending = $1, pending_at = $2'
    await server.db.run({ text, values: [row?.pending, server.clock.now()] })
    expect((await confirm(thief, codeOf(early))).error.code).toBe('second_factor_required')
    expect((await ask(browser)).status).toBe(200)
  })

  test('Whoever has a shell resets a lost one, and every session ends [R-ROLE-20]', async () => {
    const { browser } = await withApp()
    const { db, deps } = server
    expect(await db.tx((sql) => resetSecondFactor(operation(sql, deps, fromShell), { user_id: desk }))).toBe(
      true,
    )
    expect((await ask(browser)).error.code).toBe('unauthenticated')
    expect((await state(await signedIn())).set_up).toBe(false)
  })

  test('Somebody who is no admin any more has no factor and opens nothing [R-ROLE-20]', async () => {
    const { secret } = await withApp()
    const { db, deps } = server
    const other = await server.member('other-desk@example.org')
    await db.run({ text: `update users set role = 'admin' where id = $1`, values: [other] })
    await db.tx((sql) => removeAdmin(operation(sql, deps, fromShell), { user_id: desk }))
    const browser = await signedIn()
    expect((await ask(browser)).error.code).toBe('forbidden')
    expect((await enter(browser, codeOf(secret))).error.code).toBe('forbidden')
    expect((await begin(browser)).error.code).toBe('forbidden')
    await expect(
      db.tx((sql) => removeAdmin(operation(sql, deps, fromShell), { user_id: other })),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
