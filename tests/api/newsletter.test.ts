import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { newsletterRoutes } from '#contract/forms/newsletter.ts'
import { formLimits } from '#contract/limits.ts'
import {
  forwardSubscribers,
  mostForwards,
  writeNewsletterEmails,
} from '../../server/enquiries/newsletter/newsletter-jobs.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { messageOf } from '../../server/kernel/mail/email.ts'
import { type FakeMailingList, fakeMailingList } from '../fakes/fake-mailing-list.ts'
import { mailingListOf } from '../../server/integrations/mailing-list.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { testServer, type TestServer } from '../support/api.ts'

const me = 'thandi@example.org'
const minute = 60_000
const day = 24 * 60 * minute
const silent = { warn: () => undefined }

let server: TestServer
let fake: FakeMailingList
beforeAll(async () => {
  fake = await fakeMailingList()
  server = await testServer({
    env: { UNSUBSCRIBE_EMAIL: 'leave@motorkin.test', PUBLIC_URL: 'https://motorkin.test' },
  })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  server.clock.set('2026-03-01T09:00:00.000Z')
  await server.db.run({
    text: 'delete from newsletter_subscribers; delete from mail_outbox; delete from idempotency; delete from throttles',
  })
  Object.assign(fake, { members: [], calls: [], mood: 'well' })
})

const ask = (EMAIL: string = me, over: object = {}, headers = {}) =>
  server.call(newsletterRoutes.subscribeNewsletter, { body: { EMAIL, ...over }, headers })
const confirm = (token: string) => server.call(newsletterRoutes.confirmNewsletter, { body: { token } })
const leave = (token: string) => server.call(newsletterRoutes.unsubscribeNewsletter, { body: { token } })
const emailRow = z.object({
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  headers: z.record(z.string(), z.string()),
})
const mails = async () => {
  await writeNewsletterEmails(server.deps)
  return server.db.rows(emailRow, { text: 'select * from mail_outbox order by id' })
}
const secret = async (page: 'confirm' | 'unsubscribe') => {
  const said = (await mails()).map((mail) => mail.body_text).join('\n')
  return [...said.matchAll(new RegExp(`/newsletter/${page}/([\\w-]+)`, 'g'))].at(-1)?.[1] ?? 'none'
}
const rowShape = z.object({
  email: z.nullable(z.string()),
  state: z.string(),
  forward_state: z.string(),
  forward_tries: z.int(),
  forward_note: z.string(),
})
const rows = () => server.db.rows(rowShape, { text: 'select * from newsletter_subscribers order by id' })
const states = async () => (await rows()).map(({ email, state }) => [email, state])
const subscribed = async (address = me) => {
  await ask(address)
  await confirm(await secret('confirm'))
  return secret('unsubscribe')
}
const oneClick = (
  token: string,
  payload = 'List-Unsubscribe=One-Click',
  type = 'application/x-www-form-urlencoded',
) =>
  server.app.inject({
    method: 'POST',
    url: `/newsletter/unsubscribe/${token}`,
    headers: { 'content-type': type },
    payload,
  })

test('An address is asked for in the documented words [R-VAL-01 R-VAL-02]', async () => {
  const empty = await server.call(newsletterRoutes.subscribeNewsletter, { body: {} })
  expect([empty.status, empty.error.fields]).toEqual([422, { EMAIL: 'Please enter an email' }])
  expect((await ask('thandi@')).error.fields).toEqual({ EMAIL: 'Please enter a valid email' })
})

test('An address counts as subscribed only after the link of its e-mail was used', async () => {
  expect((await ask(' Thandi@Example.org ')).status).toBe(200)
  expect(await states()).toEqual([[me, 'asked']])
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: me, subject: 'Confirm your Motorkin newsletter' })
  expect(
    (await server.app.inject({ url: `/newsletter/confirm/${await secret('confirm')}` })).statusCode,
  ).not.toBe(200)
  expect(await states()).toEqual([[me, 'asked']])

  const token = await secret('confirm')
  expect((await confirm(token)).reply.msg).toBe('You are subscribed.')
  expect((await confirm(token)).status).toBe(200)
  expect(await states()).toEqual([[me, 'confirmed']])
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Confirm your Motorkin newsletter',
    'You are subscribed to the Motorkin newsletter',
  ])
})

test('An address is saved once, and the answer never reveals whether it existed', async () => {
  const first = await ask()
  const again = await ask('THANDI@example.org')
  expect(again.reply).toEqual(first.reply)
  await confirm(await secret('confirm'))
  expect((await ask()).reply).toEqual(first.reply)
  expect(await states()).toEqual([[me, 'confirmed']])
})

test('An address gets at most one e-mail in 10 minutes and 5 a day', async () => {
  for (const [after, count] of [
    [0, 1],
    [9, 1],
    [1, 2],
    [10, 3],
    [10, 4],
    [10, 5],
    [10, 5],
    [600, 5],
    [14 * 60, 6],
  ] as const) {
    server.clock.advance(after * minute)
    await ask()
    expect(await mails()).toHaveLength(count)
  }
})

test('Whoever leaves and wants it again gets an e-mail at once, and one alone', async () => {
  await ask()
  await leave(await secret('unsubscribe'))
  server.clock.advance(minute)
  await ask()
  await ask()
  expect(await mails()).toHaveLength(2)
  await ask()
  expect(await mails()).toHaveLength(2)
  await confirm(await secret('confirm'))
  expect(await states()).toEqual([[me, 'confirmed']])
})

test('A late copy of a form that was answered writes no other e-mail [I2]', async () => {
  await ask(me, { client_ref: 'item-1' })
  await confirm(await secret('confirm'))
  await leave(await secret('unsubscribe'))
  const before = (await mails()).length
  server.clock.advance(day)
  await ask(me, { client_ref: 'item-1' })
  expect(await mails()).toHaveLength(before)
  expect(await states()).toEqual([[null, 'unsubscribed']])
})

test('A form that a program filled is answered alike, and nobody is written to', async () => {
  const person = await ask('person@example.org', { filled: { ms: 60_000, trap: '' } })
  const program = await ask('victim@example.org', { filled: { ms: 60_000, trap: 'http://spam' } })
  expect(program.reply).toEqual(person.reply)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['person@example.org'])
  // The real owner of the address can still subscribe.
  await ask('victim@example.org')
  expect(await mails()).toHaveLength(2)
})

test('One address asks for so many newsletters an hour and no more', async () => {
  const codes = new Set<string>()
  for (let n = 0; n <= formLimits.ofAddress; n++) {
    const answer = await ask(`p${n}@example.org`)
    codes.add(answer.status === 200 ? 'ok' : answer.error.code)
  }
  expect([...codes]).toEqual(['ok', 'rate_limited'])
})

test('Every e-mail can be answered by one click of the mail program', async () => {
  await subscribed()
  const written = await mails()
  expect(written).toHaveLength(2)
  for (const { headers, body_text } of written) {
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const [, url] =
      /^<(https:[^>]+)>, <mailto:leave@motorkin\.test\?subject=unsubscribe>$/.exec(
        headers['List-Unsubscribe'] ?? '',
      ) ?? []
    expect(url).toMatch(/^https:\/\/motorkin\.test\/newsletter\/unsubscribe\/[\w-]{43}$/)
    expect(body_text).toContain(`Unsubscribe: ${url}`)
  }
  const message = await messageOf(
    { ...written[0], id: 'a', dedup_key: 'a', body_html: '<p>A</p>', created_at: new Date() } as never,
    'a@b.test',
  )
  expect(message).toContain(`List-Unsubscribe: ${written[0]?.headers['List-Unsubscribe']}`.slice(0, 60))
  expect(message.replace(/\r\n\s+/g, ' ')).toContain(
    `List-Unsubscribe: ${written[0]?.headers['List-Unsubscribe']}\r\n`,
  )
})

test('An e-mail goes out with its headers, and nothing of it is kept', async () => {
  await subscribed()
  await mails()
  const sent: string[] = []
  const send = async (mail: { headers?: Readonly<Record<string, string>> }) => {
    sent.push(mail.headers?.['List-Unsubscribe-Post'] ?? '')
  }
  const mailer = startMailer(server.deps, { send }, silent, 1e9)
  expect(await mailer.drain()).toBe(2)
  await mailer.stop()
  expect(sent).toEqual(['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click'])
  expect(await mails()).toEqual([])
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])('One click unsubscribes without a login or a page: %s', async (type, payload) => {
  const token = await subscribed()
  expect((await oneClick(token, payload, type)).statusCode).toBe(200)
  expect(await states()).toEqual([[null, 'unsubscribed']])
  expect((await oneClick(token, payload, type)).statusCode).toBe(200)
})

test('Looking at the address of an e-mail unsubscribes nobody, nor does an odd form', async () => {
  const token = await subscribed()
  await server.app.inject({ url: `/newsletter/unsubscribe/${token}` })
  await server.app.inject({ method: 'HEAD', url: `/newsletter/unsubscribe/${token}` })
  expect((await oneClick(token, 'a=b')).statusCode).toBe(422)
  expect((await oneClick(token, '{"List-Unsubscribe":"One-Click"}', 'application/json')).statusCode).toBe(415)
  expect((await oneClick(token, 'x'.repeat(10_000))).statusCode).toBe(413)
  expect((await oneClick('made-up')).statusCode).toBe(410)
  expect(await states()).toEqual([[me, 'confirmed']])
})

test('Of an address that was unsubscribed nothing but a hash is kept', async () => {
  const token = await subscribed()
  await leave(token)
  const whole = await server.db.rows(z.record(z.string(), z.unknown()), {
    text: 'select * from newsletter_subscribers',
  })
  expect(JSON.stringify(whole)).not.toContain('thandi')
  // The link in the confirmation e-mail remains valid for unsubscribing.
  expect((await leave(token)).status).toBe(200)
  // A new subscription needs a new confirmation, and the link in the old e-mail still ends it.
  server.clock.advance(day)
  await subscribed()
  expect(await states()).toEqual([[me, 'confirmed']])
  await leave(token)
  expect(await states()).toEqual([[null, 'unsubscribed']])
})

test('A confirmation link ends after 7 days or unsubscribing; a made-up one never works', async () => {
  await ask()
  const token = await secret('confirm')
  await leave(await secret('unsubscribe'))
  expect((await confirm(token)).error.code).toBe('link_expired')
  await ask('late@example.org')
  const late = await secret('confirm')
  server.clock.advance(7 * day + 1)
  expect((await confirm(late)).error.code).toBe('link_expired')
  expect((await confirm('made-up')).error.code).toBe('link_expired')
})

test('A link does only what its e-mail says, and repeating it changes nothing', async () => {
  await ask()
  const [yes, no] = [await secret('confirm'), await secret('unsubscribe')]
  expect((await confirm(no)).error.code).toBe('link_expired')
  expect((await leave(yes)).error.code).toBe('link_expired')
  await confirm(yes)
  expect(await mails()).toHaveLength(2)
  server.clock.advance(day)
  expect((await confirm(yes)).status).toBe(200)
  expect(await mails()).toHaveLength(2)
})

test('An unconfirmed address is deleted after 30 days; a former subscriber’s hash stays', async () => {
  await subscribed('reader@example.org')
  await leave(await subscribed('back@example.org'))
  await ask('back@example.org')
  await ask('never@example.org')
  server.clock.advance(30 * day - 1)
  await forgetOld(server.deps)
  expect(await states()).toEqual([
    ['reader@example.org', 'confirmed'],
    ['back@example.org', 'asked'],
    ['never@example.org', 'asked'],
  ])
  server.clock.advance(2)
  await forgetOld(server.deps)
  expect(await states()).toEqual([
    ['reader@example.org', 'confirmed'],
    [null, 'unsubscribed'],
  ])
})

const list = (patience?: { ms: number; bytes: number }) => {
  const made = mailingListOf({ mailingListUrl: fake.url }, patience)
  if (!made) throw new Error('no list')
  return made
}

test('Only confirmed subscribers are forwarded to the mailing list, in its wire format [R-EXT-04]', async () => {
  await ask('asked@example.org')
  await subscribed('o+1@example.org')
  expect(await forwardSubscribers(server.deps, list(), silent)).toBe(1)
  expect(fake.members).toEqual(['o+1@example.org'])
  expect(fake.calls).toEqual(['/subscribe/post-json?u=fake&id=list&EMAIL=o%2B1%40example.org&c=motorkin'])
  server.clock.advance(day)
  expect(await forwardSubscribers(server.deps, list(), silent)).toBe(0)
  expect(fake.calls).toHaveLength(1)
})

test('Whoever comes back is handed on again', async () => {
  const token = await subscribed()
  await forwardSubscribers(server.deps, list(), silent)
  await leave(token)
  await subscribed()
  fake.calls.length = 0
  await forwardSubscribers(server.deps, list(), silent)
  expect(fake.calls).toHaveLength(1)
  expect((await rows())[0]?.forward_state).toBe('done')
})

test('Several processes hand an address on once', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await subscribed(`${name}@example.org`)
  const counts = await Promise.all([1, 2, 3].map(() => forwardSubscribers(server.deps, list(), silent)))
  expect(counts.reduce((a, b) => a + b)).toBe(4)
  expect(fake.members.toSorted()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`))
  expect(fake.calls).toHaveLength(4)
})

test('An address that is on the list already counts as handed on', async () => {
  await subscribed()
  fake.mood = 'already'
  expect(await forwardSubscribers(server.deps, list(), silent)).toBe(1)
  expect((await rows())[0]).toMatchObject({ forward_state: 'done' })
})

test('What the list refuses is noted without its HTML and not tried again', async () => {
  await subscribed()
  fake.mood = 'refuses'
  await forwardSubscribers(server.deps, list(), silent)
  expect((await rows())[0]).toMatchObject({
    forward_state: 'refused',
    forward_note: '0 - This email address looks fake or invalid . Please enter a real one.',
  })
  server.clock.advance(30 * day)
  await forwardSubscribers(server.deps, list(), silent)
  expect(fake.calls).toHaveLength(1)
})

test.each([
  'busy',
  'slow',
  'broken',
  'html',
  'huge',
  'redirect',
  'hostile',
  'other-callback',
  'hangs-up',
] as const)('A mailing list that is %s is retried later, and no address is lost', async (mood) => {
  await subscribed()
  fake.mood = mood
  expect(await forwardSubscribers(server.deps, list({ ms: 300, bytes: 65_536 }), silent)).toBe(0)
  expect((await rows())[0]).toMatchObject({ forward_state: 'due', forward_tries: 1 })
  expect(Reflect.get(globalThis, 'stolen')).toBeUndefined()
  expect(await forwardSubscribers(server.deps, list({ ms: 300, bytes: 65_536 }), silent)).toBe(0)
  expect(fake.calls).toHaveLength(1)
  fake.mood = 'well'
  server.clock.advance(2 * minute)
  expect(await forwardSubscribers(server.deps, list(), silent)).toBe(1)
  expect(fake.members).toEqual([me])
})

test('The server gives up an unresponsive list after days and notes the reason', async () => {
  await subscribed()
  fake.mood = 'broken'
  for (let tries = 0; tries < mostForwards + 2; tries++) {
    await forwardSubscribers(server.deps, list(), silent)
    server.clock.advance(day)
  }
  expect(fake.calls).toHaveLength(mostForwards)
  expect((await rows())[0]).toMatchObject({ forward_state: 'refused', forward_note: 'status 503' })
})

test('Whoever leaves before the list could be told is never handed on', async () => {
  const token = await subscribed()
  fake.mood = 'broken'
  await forwardSubscribers(server.deps, list(), silent)
  await leave(token)
  fake.mood = 'well'
  server.clock.advance(day)
  expect(await forwardSubscribers(server.deps, list(), silent)).toBe(0)
  expect(fake.members).toEqual([])
})
