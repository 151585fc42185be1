import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { accountRoutes } from '#contract/users/account.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { writeAccountEmails } from '../../server/users/recovery/account-emails.ts'
import { type AccountsServer, accountsServer, password } from '../support/accounts.ts'

let server: AccountsServer
beforeAll(async () => {
  server = await accountsServer()
})
afterAll(() => server.close())

const next = { new_password: 'a new horse', confirm_password: 'a new horse' }
const forgot = (email: string) => server.call(accountRoutes.forgotPassword, { body: { email } })
const check = (token: string) => server.call(accountRoutes.verifyForgotPasswordString, { params: { token } })
const reset = (
  token: string,
  body: object = next,
  o: { headers?: Record<string, string>; token?: string } = {},
) => server.call(accountRoutes.resetUserPassword, { params: { token }, body, ...o })
const linkFor = async (email: string) => {
  await forgot(email)
  return server.secret(email, '/reset-password/')
}

test('The e-mailed link lets a person choose a new password and ends other sessions [R-API-28 R-API-29 R-API-30 R-AUTH-12 R-AUTH-14 R-AUTH-15]', async () => {
  await server.member('ada@example.org')
  const browser = server.browser()
  await browser.signIn('ada@example.org')
  const secret = await linkFor('ada@example.org')
  const mail = (await server.mails('ada@example.org')).at(-1)
  for (const body of [mail?.body_text, mail?.body_html]) {
    expect(body).toContain(`${server.deps.config.publicUrl}/reset-password/${secret}`)
  }
  expect((await check(secret)).status).toBe(200)
  expect((await reset(secret)).reply.success).toBe(true)
  expect((await browser.refresh()).status).toBe(401)
  expect((await server.browser().signIn('ada@example.org', password)).status).toBe(401)
  expect((await server.browser().signIn('ada@example.org', 'a new horse')).status).toBe(200)
  expect((await server.mails('ada@example.org')).at(-1)?.subject).toBe('Your password was changed')
})

test('The link is good for two hours and not longer [R-AUTH-19 R-CONST-17]', async () => {
  await server.member('hours@example.org')
  const secret = await linkFor('hours@example.org')
  const sent = server.clock.now().getTime()
  // The e-mail was written one second before the test reads it.
  server.clock.set(new Date(sent - 2000 + 2 * 3600_000 - 1))
  expect((await check(secret)).status).toBe(200)
  server.clock.set(new Date(sent + 2 * 3600_000))
  expect((await check(secret)).error.code).toBe('link_expired')
  expect((await reset(secret)).error).toMatchObject({ code: 'link_expired' })
  expect((await server.browser().signIn('hours@example.org')).status).toBe(200)
})

test('A reset link works once, even when two requests use it at once', async () => {
  await server.member('once@example.org')
  const secret = await linkFor('once@example.org')
  const twice = await Promise.all([reset(secret), reset(secret)])
  expect(new Set(twice.map((a) => a.status))).toEqual(new Set([200, 410]))
  expect((await check(secret)).error.code).toBe('link_expired')
})

test('A password reset sent again after its answer was lost gets the first answer', async () => {
  await server.member('lost@example.org')
  const secret = await linkFor('lost@example.org')
  const headers = { 'idempotency-key': '"reset.1"', 'x-device': 'phone-of-the-lost-answer' }
  const first = await reset(secret, next, { headers })
  const again = await reset(secret, next, { headers })
  expect([again.status, again.reply]).toEqual([200, first.reply])
})

test('After a reset no other link of an e-mail changes anything', async () => {
  await server.member('many@example.org')
  const [one, two] = [await linkFor('many@example.org'), await linkFor('many@example.org')]
  expect(one).not.toBe(two)
  expect((await reset(two)).status).toBe(200)
  expect((await reset(one)).error.code).toBe('link_expired')
})

test('The database saves an e-mailed link only as a hash and forgets its e-mail', async () => {
  await server.member('hash@example.org')
  const secret = await linkFor('hash@example.org')
  const rows = await server.db.rows(z.object({ row: z.string() }), {
    text: 'select to_jsonb(l)::text as row from account_links l',
  })
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(secret)
  const kept = await server.db.rows(z.object({ forget: z.boolean() }), {
    text: "select forget from mail_outbox where recipient = 'hash@example.org'",
  })
  expect(kept.length).toBeGreaterThan(1)
  expect(kept.every((l) => l.forget)).toBe(true)
})

test('Each field of the new password is asked for in the documented words [R-VAL-31 R-VAL-32 R-VAL-33 R-VAL-34]', async () => {
  const fields = async (body: object) => (await reset('x', body)).error.fields
  expect(await fields({ new_password: '1234567', confirm_password: '' })).toEqual({
    new_password: 'Password is too short - should be 8 chars minimum.',
    confirm_password: 'Please enter confirm password',
  })
  expect(await fields({ new_password: '12345678', confirm_password: '12345679' })).toEqual({
    confirm_password: 'Confirm password must be same as Password',
  })
  expect((await forgot('')).error.fields).toEqual({ email: 'Please enter an email' })
  expect((await forgot('nobody')).error.fields).toEqual({ email: 'Please enter a valid email' })
})

test('Whoever is signed in is asked to log out first [R-AUTH-16 R-ERR-20 R-ROLE-19]', async () => {
  await server.member('inside@example.org')
  const browser = server.browser()
  await browser.signIn('inside@example.org')
  const secret = await linkFor('inside@example.org')
  const { status, error } = await reset(secret, next, { token: browser.token })
  expect([status, error.msg]).toEqual([403, 'You need to logout first to reset the password.'])
  expect((await reset(secret)).status).toBe(200)
})

test('An address that nobody has is answered like any other, and gets no e-mail [R-API-28]', async () => {
  await server.member('known@example.org')
  const [known, unknown] = [await forgot('known@example.org'), await forgot('unknown@example.org')]
  expect([unknown.status, unknown.reply]).toEqual([known.status, known.reply])
  expect(await server.mails('unknown@example.org')).toEqual([])
  const waiting = await server.db.rows(z.object({ id: z.string() }), {
    text: 'select id from letter_requests',
  })
  expect(waiting).toEqual([])
})

test('Requests for other e-mails cannot block the owner’s e-mail for a new password [R-AUTH-12]', async () => {
  await server.member('pestered@example.org')
  await server.signUp('waiting@example.org')
  const ask = (email: string) => server.call(accountRoutes.resendVerification, { body: { email } })
  const subjects = async (email: string) => (await server.mails(email)).map((mail) => mail.subject)
  for (const email of ['pestered@example.org', 'waiting@example.org']) {
    for (let n = 0; n < 20; n += 1) {
      await ask(email)
      await server.signUp(email)
    }
    await forgot(email)
    expect((await subjects(email)).filter((subject) => subject === 'Choose a new password')).toHaveLength(1)
  }
  // Each kind of e-mail has its own limit.
  expect(await subjects('waiting@example.org')).toHaveLength(6 + 6 + 1)
})

test('Requests for an e-mail do not wait for an unresponsive mail server [R-API-28]', async () => {
  let mails = 0
  const send = () => {
    mails += 1
    return new Promise<void>(() => undefined)
  }
  const mailer = startMailer(server.deps, { send }, { warn: () => undefined }, 10, () =>
    writeAccountEmails(server.deps),
  )
  await server.signUp('slow@example.org')
  await expect.poll(() => mails).toBe(1)
  // The sending of that e-mail never ends, so a response must not wait for it.
  expect((await forgot('slow@example.org')).status).toBe(200)
  expect((await server.signUp('slow2@example.org')).status).toBe(200)
  await mailer.stop()
})

test('The owner of the mailbox gets into the account while others guess its password', async () => {
  await server.signUp('squatted@example.org', { password: 'of somebody else' })
  for (let n = 0; n < 40; n += 1) await server.browser().signIn('squatted@example.org', 'a guess')
  const device = 'the-device-of-the-owner'
  const secret = await linkFor('squatted@example.org')
  await reset(secret, next, { headers: { 'x-device': device } })
  expect((await server.browser(device).signIn('squatted@example.org', 'a new horse')).status).toBe(200)
  const row = await server.db.row(z.object({ yes: z.boolean() }), {
    text: "select email_verified_at is not null as yes from users where email_key = 'squatted@example.org'",
  })
  expect(row?.yes).toBe(true)
})
