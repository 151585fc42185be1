import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { carRoutes } from '#contract/cars.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { sessionRoutes } from '#contract/users/sessions.ts'
import { userRoutes } from '#contract/users/users.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { type AccountsServer, accountsServer, type Browser, password } from '../support/accounts.ts'

let server: AccountsServer
let people = 0
beforeAll(async () => {
  server = await accountsServer({ env: { ACCESS_TOKEN_MINUTES: '15', TRUST_PROXY: '1' } })
})
afterAll(() => server.close())

/** Creates a new person with a browser in which they are signed in. */
async function somebody(o: { remember?: boolean; headers?: Record<string, string> } = {}) {
  const email = `person${(people += 1)}@example.org`
  const id = await server.member(email)
  const browser = server.browser(undefined, o.headers)
  await browser.signIn(email, password, o)
  return { email, id, browser }
}
const sessionsOf = async (browser: Browser) =>
  (await server.call(sessionRoutes.mySessions, { token: browser.token })).reply.data
const over = { status: 401, token: '', code: 'unauthenticated' }

test('A sign-in gives a short-lived token and an HttpOnly, SameSite cookie [R-AUTH-02 R-AUTH-03 R-ENT-24]', async () => {
  const { browser } = await somebody({ remember: true })
  const { iat = 0, exp = 0 } = decodeJwt(browser.token)
  expect(exp - iat).toBe(15 * 60)
  const parts = browser.setCookie.split('; ')
  expect(parts[0]).toMatch(/^motorkin-refresh=[\w-]+\.1\.[\w-]{43}$/)
  expect(parts.slice(1).sort()).toEqual(
    ['HttpOnly', `Max-Age=${60 * 24 * 3600}`, 'Path=/api/v1/users/', 'SameSite=Strict'].sort(),
  )
})

test('Without "Remember me" a session ends with the browser or after an unused day [R-AUTH-03]', async () => {
  const { browser } = await somebody()
  expect(browser.setCookie).not.toContain('Max-Age')
  server.clock.advance(23 * 3600_000)
  expect((await browser.refresh()).status).toBe(200)
  expect(browser.setCookie).not.toContain('Max-Age')
  server.clock.advance(24 * 3600_000 + 1000)
  expect(await browser.refresh()).toEqual(over)
})

test('With "Remember me" it lasts sixty days from the last use [R-AUTH-03]', async () => {
  const { browser } = await somebody({ remember: true })
  for (let n = 0; n < 3; n += 1) {
    server.clock.advance(59 * 24 * 3600_000)
    expect((await browser.refresh()).status).toBe(200)
  }
  server.clock.advance(61 * 24 * 3600_000)
  expect(await browser.refresh()).toEqual(over)
})

test('Behind https the cookie travels by https only', async () => {
  const { browser } = await somebody({ headers: { 'x-forwarded-proto': 'https' } })
  expect(browser.setCookie).toContain('; Secure')
})

test('A renewal gives a new token and cookie, and says who is signed in [R-ENT-23 R-ROLE-18]', async () => {
  const { browser, email } = await somebody({ remember: true })
  const first = browser.cookie
  server.clock.advance(16 * 60_000)
  const answer = await server.call(sessionRoutes.refreshSession, { body: {}, headers: browser.headers() })
  expect(answer.reply.data).toMatchObject({ email, role: 'user' })
  expect(decodeJwt(answer.reply.token)).toMatchObject({ email })
  expect(String(answer.headers['set-cookie'])).not.toContain(`${first};`)
})

test('A browser that lost its new cookie renews with the old one hours later', async () => {
  const { browser } = await somebody()
  const first = browser.cookie
  for (let lost = 0; lost < 3; lost += 1) {
    expect((await browser.refresh(first)).status).toBe(200)
    server.clock.advance(5 * 3_600_000)
  }
  expect((await browser.refresh(first)).status).toBe(200)
  const kept = browser.cookie
  for (let n = 0; n < 2; n += 1) expect((await browser.refresh()).status).toBe(200)
  expect(browser.cookie).not.toBe(kept)
})

test('Two tabs that renew in the same moment both go on', async () => {
  const { browser } = await somebody()
  const first = browser.cookie
  await browser.refresh(first)
  const second = browser.cookie
  const answers = await Promise.all([1, 2, 3].map(() => browser.refresh(first)))
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200])
  // All responses set the same cookie, so the browser may apply any of them last.
  expect(browser.cookie).toBe(second)
  expect((await browser.refresh()).status).toBe(200)
})

test('Reusing a cookie whose successor was used ends the session for thief and owner', async () => {
  const { browser } = await somebody()
  const first = browser.cookie
  await browser.refresh(first)
  await browser.refresh()
  const third = browser.cookie
  expect(await browser.refresh(first)).toEqual(over)
  expect(browser.setCookie).toMatch(/^motorkin-refresh=; Max-Age=0;/)
  expect(await browser.refresh(third)).toEqual(over)
})

test.each(['the owner', 'the thief'])(
  'Using a copied cookie ends the session at the next renewal, %s first',
  async (first) => {
    const { browser: owner } = await somebody()
    const thief = server.browser()
    const copied = owner.cookie
    const [one, other] = first === 'the owner' ? [owner, thief] : [thief, owner]
    expect((await one.refresh(copied)).status).toBe(200)
    server.clock.advance(15 * 60_000)
    expect((await other.refresh(copied)).status).toBe(200)
    expect(one.cookie).not.toBe(other.cookie)
    server.clock.advance(15 * 60_000)
    expect(await one.refresh()).toEqual(over)
    expect(await other.refresh()).toEqual(over)
  },
)

test('A theft on one device ends nothing on another', async () => {
  const { browser, email } = await somebody()
  const other = server.browser()
  await other.signIn(email)
  const first = browser.cookie
  await browser.refresh()
  await browser.refresh()
  expect(await browser.refresh(first)).toEqual(over)
  expect((await other.refresh()).status).toBe(200)
})

test('A cookie that we did not sign opens and ends nothing', async () => {
  const { browser } = await somebody()
  const good = browser.cookie ?? ''
  const [session = '', , mac = ''] = good.split('.')
  const made = [
    `${session}.2.${mac}`,
    `${session}.0.${mac}`,
    `${session}.1.${'A'.repeat(43)}`,
    session,
    '',
    'x.y.z',
  ]
  for (const cookie of made) expect(await browser.refresh(cookie)).toEqual(over)
  expect((await browser.refresh(good)).status).toBe(200)
})

test('A page of another site cannot renew a session, even with the cookie', async () => {
  const { browser } = await somebody()
  const url = '/api/v1/users/refresh-session'
  const send = async (headers: Record<string, string>, payload: object | string = {}) =>
    (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode
  const headers = browser.headers()
  const { cookie = '' } = headers
  expect(await send({ cookie })).toBe(403)
  expect(await send({ ...headers, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await send({ ...headers, 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await send({ ...headers, 'content-type': 'text/plain' }, '{}')).toBe(415)
  expect(await send({ ...headers, 'content-type': 'application/x-www-form-urlencoded' }, 'a=1')).toBe(415)
  expect((await server.app.inject({ method: 'POST', url, headers })).statusCode).toBe(415)
  // None of these requests has used up the cookie.
  expect(await send({ ...headers, 'sec-fetch-site': 'same-origin' })).toBe(200)
})

test('A session is never one that the browser brought along', async () => {
  const { browser: thief } = await somebody()
  const planted = thief.cookie
  const victim = server.browser()
  const { email } = await somebody()
  victim.cookie = planted
  await victim.signIn(email)
  expect(victim.cookie?.split('.')[0]).not.toBe(planted?.split('.')[0])
  expect(await thief.refresh(planted)).toEqual(over)
  expect((await victim.refresh()).status).toBe(200)
})

test('Signing out ends the session and clears the cookie, with a token and without [R-API-45 R-STATE-03]', async () => {
  for (const how of ['cookie', 'token', 'both']) {
    const { browser } = await somebody()
    const { cookie } = browser
    const headers = how === 'token' ? {} : browser.headers()
    const answer = await server.call(userRoutes.logout, {
      headers,
      ...(how !== 'cookie' && { token: browser.token }),
    })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^motorkin-refresh=; Max-Age=0; Path=\/api\/v1\/users\/;/,
    )
    expect(await browser.refresh(cookie)).toEqual(over)
  }
})

test('A person sees where they are signed in, and which device is this one', async () => {
  const android = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  }
  const { browser, email } = await somebody({ headers: android })
  server.clock.advance(60_000)
  const iphone = {
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1',
  }
  const other = server.browser(undefined, iphone)
  await other.signIn(email)
  const list = await sessionsOf(browser)
  expect(list.map((s) => [s.device, s.current])).toEqual([
    ['Safari on iPhone', false],
    ['Chrome on Android', true],
  ])
  server.clock.advance(60_000)
  await browser.refresh()
  const [first] = await sessionsOf(other)
  expect(first).toMatchObject({ device: 'Chrome on Android', current: false })
  expect(Date.parse(first?.last_seen_at ?? '') - Date.parse(first?.signed_in_at ?? '')).toBe(120_000)
})

test('One signs out there, and nobody signs out somebody else', async () => {
  const { browser, email } = await somebody()
  const other = server.browser()
  await other.signIn(email)
  const id = (await sessionsOf(browser)).find((s) => !s.current)?._id ?? ''
  const { browser: stranger } = await somebody()
  const end = (by: Browser) => server.call(sessionRoutes.endSession, { body: { id }, token: by.token })
  expect((await end(stranger)).status).toBe(200)
  expect((await other.refresh()).status).toBe(200)
  for (const _ of [1, 2]) expect((await end(browser)).reply.msg).toBe('Signed out there')
  expect(await other.refresh()).toEqual(over)
  expect((await browser.refresh()).status).toBe(200)
})

test('A changed password signs out everywhere else, and the owner is told by e-mail', async () => {
  const { browser, email } = await somebody()
  const other = server.browser()
  await other.signIn(email)
  const change = (body: object) =>
    server.call(accountRoutes.changePassword, { body, token: browser.token, headers: browser.headers() })
  const next = { password, new_password: 'a new horse', confirm_password: 'a new horse' }
  expect((await change({ ...next, password: 'wrong horse' })).error).toMatchObject({
    code: 'validation_failed',
    fields: { password: 'Password is not correct.' },
  })
  expect((await change({ ...next, confirm_password: 'another' })).error.fields).toEqual({
    confirm_password: 'Confirm password must be same as Password',
  })
  expect((await other.refresh()).status).toBe(200)
  expect((await change(next)).status).toBe(200)
  expect(await other.refresh()).toEqual(over)
  expect((await browser.refresh()).status).toBe(200)
  expect((await server.mails(email)).at(-1)?.subject).toBe('Your password was changed')
  expect((await server.browser().signIn(email)).status).toBe(401)
  expect((await server.browser().signIn(email, 'a new horse')).status).toBe(200)
})

test('A password change sent again after its answer was lost gets the first answer', async () => {
  const { browser } = await somebody()
  const body = { password, new_password: 'a new horse', confirm_password: 'a new horse' }
  const headers = { ...browser.headers(), 'idempotency-key': '"change.1"' }
  const send = () => server.call(accountRoutes.changePassword, { body, token: browser.token, headers })
  const first = await send()
  const again = await send()
  expect([again.status, again.reply]).toEqual([200, first.reply])
})

test('Of too many devices the one used longest ago is signed out', async () => {
  const { browser, email } = await somebody()
  let newest = browser
  for (let n = 0; n < 30; n += 1) {
    server.clock.advance(1000)
    newest = server.browser()
    await newest.signIn(email)
  }
  expect(await sessionsOf(newest)).toHaveLength(30)
  expect(await browser.refresh()).toEqual(over)
})

test('Sessions, throttles and links that are over are forgotten', async () => {
  const { browser, email } = await somebody()
  await server.call(accountRoutes.forgotPassword, { body: { email } })
  await server.mails(email)
  const tables = ['sessions', 'throttles', 'account_links', 'known_devices']
  const rows = async () =>
    Promise.all(
      tables.map(async (table) => {
        const text = `select count(*)::int as n from ${table}`
        return (await server.db.row(z.object({ n: z.int() }), { text }))?.n ?? 0
      }),
    )
  await forgetOld(server.deps)
  expect((await rows()).every((n) => n > 0)).toBe(true)
  expect((await browser.refresh()).status).toBe(200)
  server.clock.advance(366 * 24 * 3600_000)
  await forgetOld(server.deps)
  expect(await rows()).toEqual([0, 0, 0, 0])
})

test('Signing out in one tab leaves another person’s later sign-in in that browser', async () => {
  const one = await somebody()
  const { token } = await one.browser.refresh()
  const { browser: other } = await somebody()
  const answer = await server.call(userRoutes.logout, { token, headers: other.headers() })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect((await other.refresh()).status).toBe(200)
  expect(await one.browser.refresh()).toEqual(over)
})

const day = 24 * 3600_000
/** Creates a new person whose script signs in as the API documents: with a body and nothing else. */
async function script() {
  const email = `person${(people += 1)}@example.org`
  await server.member(email)
  const signIn = async () => {
    const answer = await server.call(userRoutes.userLogin, { body: { email, password } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    return answer.reply.token
  }
  const token = await signIn()
  const works = async (bearer = token) =>
    (await server.call(sessionRoutes.mySessions, { token: bearer })).status === 200
  return { email, token, signIn, works }
}

test('A client with only a bearer token stays signed in for exactly thirty days [R-AUTH-02 R-API-02]', async () => {
  const { works, token } = await script()
  const { iat = 0, exp = 0 } = decodeJwt(token)
  expect(exp - iat).toBe(30 * 24 * 3600)
  server.clock.advance(29 * day)
  // The daily job deletes no session whose token is still valid.
  await forgetOld(server.deps)
  expect(await works()).toBe(true)
  server.clock.advance(day + 1000)
  expect(await works()).toBe(false)
})

test('A long-lived token ends at once with sign-out, remote sign-out or a new password [R-API-45 R-ENT-25]', async () => {
  const { email, works, token, signIn } = await script()
  expect((await server.call(userRoutes.logout, { token })).status).toBe(200)
  expect(await works()).toBe(false)

  const second = await signIn()
  const browser = server.browser()
  await browser.signIn(email)
  const there = (await sessionsOf(browser)).find(({ current }) => !current)
  expect(await works(second)).toBe(true)
  await server.call(sessionRoutes.endSession, { body: { id: there?._id }, token: browser.token })
  expect(await works(second)).toBe(false)

  const third = await signIn()
  expect(await works(third)).toBe(true)
  const body = { password, new_password: 'another horse', confirm_password: 'another horse' }
  await server.call(accountRoutes.changePassword, { body, token: browser.token, headers: browser.headers() })
  expect(await works(third)).toBe(false)
  expect((await server.call(carRoutes.getCarList, { body: {}, token: third })).status).toBe(401)
})
