import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { chatKey, chatRoutes } from '#contract/chat/chat.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { emailUnread } from '../../server/chat/email-unread.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
const tokens = new Map<string, string>()
const people = ['buyer', 'seller', 'other'] as const
const minute = 60_000

beforeAll(async () => {
  server = await testServer({
    env: { PUBLIC_URL: 'https://motorkin.example' },
    seed: async ({ db }) => void (await furnish(db)),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: `delete from users where id in ('buyer', 'seller', 'other')` })
  await db.run({ text: 'delete from mail_outbox; delete from idempotency; delete from throttles' })
  server.clock.set('2026-03-01T09:00:00.000Z')
  for (const id of people) {
    const user = await addUser(db, { id, email: `${id}@example.org`, fullname: `${id} Secretname` })
    tokens.set(id, await server.token(user, 90 * 86_400))
    if (id !== 'other') await subscribe(db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
  }
  await insertCars(db, [newCar(1, { creator: 'seller' }), newCar(2, { creator: 'seller' })])
})

const tokenOf = (who: string) => ({ token: tokens.get(who) ?? '' })
let written = 0
const write = (sender: string, receiver: string, message = 'Is it still there?') => {
  written += 1
  const at = server.clock.now()
  return ownChats.append(server.db, { id: `m-${written}`, sender, receiver, message, at })
}
const about = (one: string, other: string) =>
  server.db.run({
    text: 'update chats set car_id = $2 where key = $1',
    values: [chatKey(one, other), testId('car', 1)],
  })
const read = (one: string, other: string) =>
  server.db.run({
    text: 'update chats set receiver_has_read = true, emailed_at = null where key = $1',
    values: [chatKey(one, other)],
  })
const emailRow = z.object({
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
})
/** Returns the e-mails since the last call, sent by two processes that run the job at the same time. */
async function emails(after = 0) {
  server.clock.advance(after * minute)
  await Promise.all([emailUnread(server.deps), emailUnread(server.deps)])
  const text = 'delete from mail_outbox returning recipient, subject, body_text, body_html'
  return server.db.rows(emailRow, { text })
}
const recipients = async (after = 0) => (await emails(after)).map(({ recipient }) => recipient)
const online = (who: string, secondsAgo: number) =>
  server.db.run({
    text: `insert into chat_people (user_id, online_at) values ($1, $2)
      on conflict (user_id) do update set online_at = excluded.online_at`,
    values: [who, new Date(server.clock.now().getTime() - secondsAgo * 1000)],
  })
const set = (who: string, other: string, change: { muted?: boolean; blocked?: boolean }) =>
  server.call(conversationRoutes.setChat, { body: { other, ...change }, ...tokenOf(who) })

describe('A message that was not read', () => {
  test('is told by e-mail after ten minutes, once until it is read', async () => {
    await write('buyer', 'seller')
    expect(await recipients(9)).toEqual([])
    expect(await recipients(1)).toEqual(['seller@example.org'])
    await write('buyer', 'seller', 'Hello?')
    expect(await recipients(60)).toEqual([])
    await read('buyer', 'seller')
    expect(await recipients(60)).toEqual([])
    await write('buyer', 'seller', 'One more thing')
    expect(await recipients(10)).toEqual(['seller@example.org'])
  })

  test('causes an e-mail with first name, car and link, without its text', async () => {
    await write('buyer', 'seller', 'My number is 0821234567')
    await about('buyer', 'seller')
    const [email, ...more] = await emails(10)
    expect(more).toEqual([])
    expect(email?.subject).toBe('buyer wrote to you about "2020 BMW X5"')
    expect(email?.body_text).toContain('https://motorkin.example/chat?with=buyer')
    expect(email?.body_text).toContain('https://motorkin.example/profile?tab=profile&view=edit')
    for (const secret of ['0821234567', 'Secretname', 'buyer@example.org', 'needs a plan'])
      expect([secret, JSON.stringify(email).includes(secret)]).toEqual([secret, false])
  })

  test('shares one e-mail with messages of other chats due at the same time', async () => {
    await write('buyer', 'seller')
    server.clock.advance(minute)
    await write('other', 'seller')
    const [email, ...more] = await emails(10)
    expect([email?.recipient, more]).toEqual(['seller@example.org', []])
    expect(email?.subject).toBe('2 people wrote to you on Motorkin')
    expect(email?.body_text).toMatch(
      /other wrote to you\.[^]*buyer wrote to you\.[^]*motorkin\.example\/chat\n/,
    )
  })

  test('tells a person without a plan by e-mail that reading needs one [R-ROLE-07]', async () => {
    await write('seller', 'other')
    const [email] = await emails(10)
    expect(email?.body_text).toContain('Reading and answering messages needs a plan.')
  })

  test('is not told while the receiver is online, and then when they have gone', async () => {
    await write('buyer', 'seller')
    server.clock.advance(10 * minute)
    await online('seller', 80)
    expect(await recipients()).toEqual([])
    await online('seller', 100)
    expect(await recipients()).toEqual(['seller@example.org'])
  })

  test.each([
    ['mutes the sender', () => set('seller', 'buyer', { muted: true })],
    ['blocks the sender', () => set('seller', 'buyer', { blocked: true })],
    [
      'is suspended',
      () => server.db.run({ text: `update users set suspended_at = now() where id = 'seller'` }),
    ],
    [
      'wants no e-mails',
      () => server.db.run({ text: `update users set chat_emails = false where id = 'seller'` }),
    ],
  ])('is not told to a receiver who %s', async (_, prepare) => {
    await write('buyer', 'seller')
    await write('seller', 'other')
    await prepare()
    expect(await recipients(10)).toEqual(_ === 'is suspended' ? [] : ['other@example.org'])
  })

  test('is told when the receiver takes back that they muted and blocked the sender', async () => {
    await set('seller', 'buyer', { muted: true, blocked: true })
    await write('buyer', 'seller')
    expect(await recipients(10)).toEqual([])
    await set('seller', 'buyer', { muted: false, blocked: false })
    expect(await recipients()).toEqual(['seller@example.org'])
  })

  test('causes no e-mail once it is older than a week', async () => {
    await write('buyer', 'seller')
    expect(await recipients(8 * 24 * 60)).toEqual([])
  })

  test('holds no markup and no header of what people call themselves', async () => {
    await server.db.run({
      text: `update users set fullname = $1 where id = 'buyer'`,
      values: ['<b>Bob</b>\r\nBcc:everybody@example.org'],
    })
    await write('buyer', 'seller')
    const [email] = await emails(10)
    expect(email?.body_html).not.toContain('<b>Bob')
    expect(email?.subject).not.toMatch(/[\r\n]/)
  })
})

describe('The e-mail of the opening message', () => {
  const ask = (n: number) =>
    server.call(chatRoutes.saveChatInfo, {
      body: { receiver: 'seller', car_id: testId('car', n) },
      ...tokenOf('buyer'),
    })

  test('is the one about the unread message', async () => {
    await ask(1)
    expect(await recipients(60)).toEqual(['seller@example.org'])
    await read('buyer', 'seller')
    await write('buyer', 'seller')
    expect(await recipients(10)).toEqual(['seller@example.org'])
  })

  test('does not leave for a receiver who mutes the sender or wants none', async () => {
    await set('seller', 'buyer', { muted: true })
    expect((await ask(1)).status).toBe(200)
    await set('seller', 'buyer', { muted: false })
    await server.db.run({ text: `update users set chat_emails = false where id = 'seller'` })
    expect((await ask(2)).status).toBe(200)
    expect(await recipients()).toEqual([])
  })
})

describe('The setting of these e-mails', () => {
  const edit = (body: object) => server.call(profileRoutes.updateUserDetails, { body, ...tokenOf('seller') })

  test('is on by default, set in the profile, and unchanged by other edits [R-PROF-06]', async () => {
    const of = async () => {
      const { reply } = await server.call(profileRoutes.getUserProfileData, tokenOf('seller'))
      return [reply.data.chat_emails, reply.data.fields.chat_emails]
    }
    expect(await of()).toEqual([true, true])
    await edit({ chat_emails: false })
    await edit({ fullname: 'Another name' })
    expect(await of()).toEqual([false, false])
    await write('buyer', 'seller')
    expect(await recipients(10)).toEqual([])
    await edit({ chat_emails: true })
    expect([await of(), await recipients()]).toEqual([[true, true], ['seller@example.org']])
    expect((await edit({ chat_emails: 'no' })).error.code).toBe('validation_failed')
  })

  test('is taken from a form with files too [R-API-33]', async () => {
    const form = new FormData()
    form.set('chat_emails', 'false')
    const sent = new Request('http://localhost', { method: 'PUT', body: form })
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const body = Buffer.from(await sent.arrayBuffer())
    const { reply } = await server.call(profileRoutes.updateUserDetails, {
      body,
      headers,
      ...tokenOf('seller'),
    })
    expect(reply.data.chat_emails).toBe(false)
  })
})
