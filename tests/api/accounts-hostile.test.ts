import { base64url, decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { accountRoutes } from '#contract/users/account.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { sessionRoutes } from '#contract/users/sessions.ts'
import { messageOf } from '../../server/kernel/mail/email.ts'
import { type AccountsServer, accountsServer, type Browser, formOf } from '../support/accounts.ts'
import { hostileHtml } from '../support/hostile-html.ts'

let server: AccountsServer
let browser: Browser
beforeAll(async () => {
  server = await accountsServer()
  await server.member('ada@example.org')
  browser = server.browser()
  await browser.signIn('ada@example.org')
})
afterAll(() => server.close())

const signed = (claims: object, o: { secret?: string; alg?: string; exp?: number } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: o.alg ?? 'HS256' })
    .setIssuer('motorkin')
    .setExpirationTime(o.exp ?? Math.floor(server.clock.now().getTime() / 1000) + 600)
    .sign(new TextEncoder().encode(o.secret ?? server.deps.config.authSecret))
const text = (value: object) => base64url.encode(JSON.stringify(value))

test('A token that is forged, expired, unsigned or signed with another key opens nothing [R-ENT-25]', async () => {
  const claims = decodeJwt(browser.token)
  const [head = '', body = '', mac = ''] = browser.token.split('.')
  const tokens = {
    admin: `${head}.${text({ ...claims, role: 'admin' })}.${mac}`,
    unsigned: `${text({ alg: 'none' })}.${body}.`,
    'unsigned in capitals': `${text({ alg: 'NONE', typ: 'JWT' })}.${body}.`,
    'without a signature': `${head}.${body}.`,
    'another key': await signed(claims, { secret: 'another secret, just as long as ours' }),
    'no key': await signed(claims, { secret: '\0' }),
    'another algorithm': await signed(claims, { alg: 'HS512' }),
    'the cookie': browser.cookie ?? '',
    empty: '',
  }
  for (const [name, token] of Object.entries(tokens)) {
    const answer = await server.call(sessionRoutes.mySessions, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([name, answer.status, answer.error.code]).toEqual([name, 401, 'unauthenticated'])
  }
  const old = await signed(claims, { exp: Math.floor(server.clock.now().getTime() / 1000) - 1 })
  expect((await server.call(sessionRoutes.mySessions, { token: old })).error.code).toBe('token_expired')
})

test('A line break in an address or a name never becomes an e-mail header [R-EXT-17]', async () => {
  const bad = [
    'a@example.org\r\nBcc: all@example.org',
    'a@example.org\nBcc: all@example.org',
    '"a\r\nBcc: all@example.org"@example.org',
    'a@example.org, all@example.org',
    'a@example.org%0ABcc:all@example.org',
    'Ada <a@example.org>',
  ]
  for (const email of bad) {
    for (const route of [accountRoutes.forgotPassword, accountRoutes.resendVerification]) {
      expect([email, (await server.call(route, { body: { email } })).status]).toEqual([email, 422])
    }
    expect((await server.call(accountRoutes.signUp, { body: formOf(email) })).status).toBe(422)
  }
  await server.signUp('header@example.org', { fullname: 'Ada\r\nBcc: all@example.org' })
  const [mail] = await server.mails('header@example.org')
  const message = await messageOf(
    {
      ...mail,
      id: '1',
      dedup_key: 'k\r\nBcc: all@example.org',
      recipient: 'a@example.org\r\nBcc: all@example.org',
      subject: 'Hello\r\nBcc: all@example.org\r\n\r\n<script>',
      body_text: mail?.body_text ?? '',
      body_html: mail?.body_html ?? '',
      created_at: server.clock.now(),
    },
    'Motorkin <no-reply@motorkin.test>\r\nBcc: all@example.org',
  )
  const [head = ''] = message.split('\r\n\r\n')
  expect(head).toMatch(/^To: .*a@example\.org/m)
  expect(head).not.toMatch(/^\s*(Bcc|Cc)/im)
})

test('An e-mail links to our own site whatever host the request names', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
  await server.call(accountRoutes.signUp, { body: formOf('host@example.org'), headers })
  await server.call(accountRoutes.forgotPassword, { body: { email: 'host@example.org' }, headers })
  const mails = JSON.stringify(await server.mails('host@example.org'))
  expect(mails).toContain(server.deps.config.publicUrl)
  expect(mails).not.toContain('evil')
})

/** Free texts, and texts that must be one of the known values. */
const free = ['fullname', 'businessname', 'businessAddress'] as const
const chosen = ['province', 'city'] as const
const fields = [...free, ...chosen]
const save = (edit: object) =>
  server.call(profileRoutes.updateUserDetails, { body: edit, token: browser.token })
const snippets = [...hostileHtml, `'; drop table users; --`].map((text) => text.slice(0, 80))
/** Returns the text as stored: without markup, with spaces for line breaks, and without other control characters. */
const kept = (text: string) =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

test('Markup in a profile field stays text and is sent as JSON, never HTML', async () => {
  for (const text of snippets) {
    const { reply, headers } = await save(Object.fromEntries(free.map((field) => [field, text])))
    for (const field of free) expect(reply.data.fields[field]).toBe(kept(text))
    expect(String(headers['content-type'])).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    for (const field of [...chosen, 'gsm', 'opening_hours', 'avatar_image', 'logo_image'])
      expect([field, (await save({ [field]: text })).status]).toEqual([field, 422])
  }
})

test('Markup in a field of the sign-up stays text, in the e-mail too', async () => {
  for (const [n, text] of snippets.entries()) {
    for (const field of ['email', 'gsm', ...chosen])
      expect([field, (await server.signUp(`markup${n}@example.org`, { [field]: text })).status]).toEqual([
        field,
        422,
      ])
    await server.signUp(`markup${n}@example.org`, { fullname: text })
    const [mail] = await server.mails(`markup${n}@example.org`)
    expect(mail?.body_html).toContain('<p>')
    expect(mail?.body_html).not.toMatch(/<(?!\/?(div|p|a)\b)/)
  }
  const rows = await server.db.rows(z.object({ fullname: z.string() }), {
    text: "select fullname from users where email like 'markup%'",
  })
  expect(rows.map((row) => row.fullname).sort()).toEqual(snippets.map(kept).sort())
})

test('No profile field saves control characters, line breaks or bidirectional marks', async () => {
  const odd = '\0A\u0007d\u001ba\r\nX-Evil: 1\u2028b\u202egnp\u2066c\u007f'
  for (const field of free) {
    const value = (await save({ [field]: odd })).reply.data.fields[field]
    expect([field, value]).toEqual([field, 'Ada X-Evil: 1 bgnpc'])
  }
  const place = { province: '\u202eGauteng\r\n', city: '\0Pretoria\u007f' }
  expect((await save(place)).reply.data.fields).toMatchObject({ province: 'Gauteng', city: 'Pretoria' })
  for (const field of fields) {
    const only = await save({ [field]: '\u0000\u0001\u202e \r\n' })
    expect([field, only.status]).toEqual([field, 422])
  }
  await server.signUp('controls@example.org', { fullname: odd })
  const other = server.browser()
  await other.signIn('controls@example.org')
  const { data } = (await server.call(profileRoutes.getUserProfileData, { token: other.token })).reply
  expect(data.fullname).toBe('Ada X-Evil: 1 bgnpc')
})

test('What is too long or of another kind is refused in every field', async () => {
  for (const field of fields) {
    for (const value of ['x'.repeat(5000), 7, null, {}, ['x']]) {
      expect([field, (await save({ [field]: value })).status]).toEqual([field, 422])
    }
  }
  const long = 'x'.repeat(257)
  const up = await server.signUp('long@example.org', { password: long })
  expect(up.error.fields).toEqual({ password: 'At most 256 characters' })
  expect((await browser.signIn('ada@example.org', 'x'.repeat(5000))).status).toBe(422)
})

test('Opening hours are seven days of times that make sense', async () => {
  const day = { open: '08:00', close: '17:30' }
  const week = [day, day, day, day, day, { open: '09:00', close: '13:00' }, null]
  expect((await save({ opening_hours: week })).reply.data.fields.opening_hours).toEqual(week)
  const { data } = (await server.call(profileRoutes.getUserProfileData, { token: browser.token })).reply
  expect(data.opening_hours).toEqual(week)
  for (const wrong of [
    [day],
    [...week, null],
    'always',
    [{ open: '25:00', close: '26:00' }, ...week.slice(1)],
  ]) {
    expect((await save({ opening_hours: wrong })).status).toBe(422)
  }
  const turned = await save({ opening_hours: [{ open: '17:00', close: '08:00' }, ...week.slice(1)] })
  expect(turned.error.msg).toBe('Closing time must be after opening time')
  expect((await save({ opening_hours: [] })).reply.data.fields.opening_hours).toEqual([])
})
