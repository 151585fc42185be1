import { z } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { chatEventsPath, type ChatsEvent, conversationRoutes } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { basePath } from '#contract/http.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { hubOf } from '../../server/chat/stream-route.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { beginSession, endSession } from '../../server/users/sessions/sessions-store.ts'
import { testServer } from '../support/api.ts'
import { type OpenStream, openStream } from '../support/chat-streams.ts'
import { chatWorld } from '../support/chat-world.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import fc from '../support/property.ts'

const world = chatWorld()
const { chats, listen, mark, send } = world
const beat = () => hubOf(world.server.app).beatAll()
const run = (text: string, ...values: unknown[]) => world.server.db.run({ text, values })
const numbers = (length: number, from = 1) => Array.from({ length }, (_, i) => `Number ${i + from}`)

describe('The event stream', () => {
  test('Brings a message to both people at once, with its place in their chat [R-CHAT-15]', async () => {
    const [ada, ben] = [await listen('ada'), await listen('ben')]
    expect(ada.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-api': '1',
    })
    const nothing = { number: 0, full: true, count: 0, chats: [] }
    await expect.poll(() => [ada.events[0], ben.events[0]]).toEqual([nothing, nothing])
    await send('ada', 'ben', 'Hello', 'first')
    await expect
      .poll(() => ben.events[1])
      .toMatchObject({
        full: false,
        count: 1,
        chats: [{ other: 'ada', last: 1, whole: true, last_sender: 'ada', receiver_has_read: false }],
      })
    expect(ben.events[1]?.chats[0]?.messages).toEqual([
      { id: 'first', n: 1, sender: 'ada', message: 'Hello', timestamp: 1 },
    ])
    await expect.poll(() => ada.events[1]?.chats[0]).toMatchObject({ other: 'ben', own_read_to: 1 })
    await mark('ben', 'read', 'ada', 'first')
    await expect.poll(() => ada.events[2]?.chats[0]).toMatchObject({ messages: [], read_to: 1, last: 1 })
  })

  test('Loses and doubles nothing that is sent while it opens [R-CHAT-15]', async () => {
    let sent = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (pauses, resumes) => {
          const from = resumes ? (await chats('ben')).number : undefined
          const before = sent
          const sends: Promise<unknown>[] = []
          let opening: Promise<OpenStream> | undefined
          for (const [n, pause] of pauses.entries()) {
            sent += 1
            sends.push(send('ada', 'ben', 'Hello'))
            if (n === Math.floor(pauses.length / 2)) opening = listen('ben', from)
            // The other messages are sent at the same moment.
            if (pause) await sends.at(-1)
          }
          await Promise.all(sends)
          const stream = await opening
          const places = () =>
            (stream?.events ?? []).flatMap((e) => e.chats.flatMap((c) => c.messages.map(({ n }) => n)))
          await expect.poll(() => places().at(-1)).toBe(sent)
          const first = resumes ? before + 1 : (places()[0] ?? 0)
          expect(places()).toEqual(Array.from({ length: sent - first + 1 }, (_, i) => first + i))
          stream?.close()
        },
      ),
      { numRuns: 25 },
    )
  })

  test('Goes on where the phone stopped, and sends only what it does not have', async () => {
    await send('ada', 'ben', 'Number 1')
    await send('cyd', 'ben', 'From Cyd')
    const { number } = await chats('ben')
    await send('ada', 'ben', 'Number 2')
    const later = await chats('ben', number)
    expect(later).toMatchObject({ full: false, count: 2 })
    expect(later.number).toBeGreaterThan(number)
    expect(later.chats.map(({ other, messages }) => [other, messages.map((m) => m.message)])).toEqual([
      ['ada', ['Number 2']],
    ])
    expect(await chats('ben', later.number)).toEqual({ ...later, chats: [] })
  })

  test.each([
    ['none', undefined],
    ['one that was never given out', 100_000_000_000_000],
  ])('Tells everything to a phone whose number is %s', async (_, from) => {
    await send('ada', 'ben', 'Number 1')
    expect(await chats('ben', from)).toMatchObject({
      full: true,
      count: 1,
      chats: [{ whole: true, last: 1 }],
    })
  })

  test('Sends a new phone thirty messages, and a known one at most a hundred', async () => {
    await send('ada', 'ben', 'Number 1')
    const { number } = await chats('ben')
    for (let n = 2; n <= 11; n += 1) await send('ada', 'ben', `Number ${n}`)
    const { number: tenth } = await chats('ben', number)
    for (let n = 12; n <= 111; n += 1) await send('ada', 'ben', `Number ${n}`)
    const told = (event: ChatsEvent) => event.chats[0]?.messages.map((m) => m.message)
    expect(told(await chats('ben'))).toEqual(numbers(chatLimits.firstTail, 82))
    const after = await chats('ben', number)
    // Ten messages are missing in between: the phone replaces the chat with these messages.
    expect([told(after), after.chats[0]?.whole]).toEqual([numbers(chatLimits.tail, 12), true])
    const enough = await chats('ben', tenth)
    expect([told(enough), enough.chats[0]?.whole]).toEqual([numbers(chatLimits.tail, 12), false])
  })

  test('Tells a phone to replace a chat of which messages were removed', async () => {
    for (const words of numbers(3)) await send('ada', 'ben', words)
    const { number } = await chats('ben')
    await run("delete from chat_messages where n = 3 and chat_key = 'ada_ben'")
    await run("update chat_people set number = number + 1 where user_id = 'ben'")
    await run(
      "update chats set messages = 2, second_number = $1, second_whole = $1 where key = 'ada_ben'",
      number + 1,
    )
    const { chats: changed } = await chats('ben', number)
    expect(changed).toMatchObject([{ whole: true, last: 2 }])
    expect(changed[0]?.messages.map((m) => m.message)).toEqual(numbers(2))
  })

  test('Sends the number of chats, so a phone notices a removed one', async () => {
    await send('ada', 'ben', 'Hello')
    await send('cyd', 'ben', 'Hello')
    const { number } = await chats('ben')
    await run("delete from users where id = 'cyd'")
    expect(await chats('ben', number)).toEqual({ number, full: false, count: 1, chats: [] })
  })

  test('Reports a chat as removed at once when the other account is deleted', async () => {
    await send('cyd', 'ben', 'Hello')
    const ben = await listen('ben')
    await expect.poll(() => ben.events.at(-1)?.count).toBe(1)
    const password = 'correct horse'
    await run("update users set password_hash = $1 where id = 'cyd'", await hashPassword(password))
    const gone = await world.server.call(accountRoutes.deleteAccount, {
      body: { password },
      token: world.token('cyd'),
    })
    expect(gone.status).toBe(200)
    await expect.poll(() => ben.events.at(-1)?.count).toBe(0)
  })

  test('Misses nothing after a restored backup, whatever its number was in the lost time', async () => {
    await send('ada', 'ben', 'Kept')
    const save = `create table kept_people as select * from chat_people; create table kept_chats as select * from chats;
      create table kept_messages as select * from chat_messages`
    const restore = `delete from chats; delete from chat_people; insert into chat_people select * from kept_people;
      insert into chats select * from kept_chats; insert into chat_messages select * from kept_messages;
      drop table kept_people; drop table kept_chats; drop table kept_messages`
    for (const statement of save.split(';')) await run(statement)
    for (const words of ['Lost 1', 'Lost 2', 'Lost 3']) await send('ada', 'ben', words)
    const { number } = await chats('ben')
    for (const statement of restore.split(';')) await run(statement)
    const written = ['New 1', 'New 2', 'New 3', 'New 4']
    for (const words of written) await send('ada', 'ben', words)
    const { chats: changed } = await chats('ben', number)
    expect(changed[0]?.messages.map((m) => m.message)).toEqual(expect.arrayContaining(written))
  })

  test('Sends only the newest hundred chats, within a byte limit', async () => {
    await run(`insert into users (id, email, email_key, password_hash, fullname, created_at)
      select 'crowd-' || i, 'c' || i, 'c' || i, '', 'C', now() from generate_series(1, 103) i`)
    await run(`insert into chats (key, first_user, second_user, messages, last_sender, receiver_has_read, created_at, updated_at)
      select 'ben_crowd-' || i, 'ben', 'crowd-' || i, 10, 'ben', false, now(), now() + i * interval '1 s'
      from generate_series(1, 103) i`)
    await run(`insert into chat_messages (chat_key, n, id, sender, message, sent_at, written_at)
      select 'ben_crowd-' || i, n, i || '-' || n, 'ben', repeat('x', 4000), now(), now()
      from generate_series(1, 103) i, generate_series(1, 10) n`)
    const event = await chats('ben')
    expect([event.chats.length, event.count, event.chats[0]?.other]).toEqual([100, 100, 'crowd-103'])
    // The newest chats have ten messages, all other chats their last message.
    expect([event.chats[0]?.messages.length, event.chats[99]?.messages.length]).toEqual([10, 1])
    expect(JSON.stringify(event).length).toBeLessThan(700_000)
    await run("delete from users where id like 'crowd-%'")
  })

  test('Brings nothing to a stranger', async () => {
    const cyd = await listen('cyd')
    await send('ada', 'ben', 'Hello')
    await send('cyd', 'ben', 'From Cyd')
    await expect.poll(() => cyd.words()).toEqual(['From Cyd'])
  })

  test('Is refused without a login, without a plan and to suspended people [R-CHAT-01 R-CHAT-02 R-CHAT-03]', async () => {
    const refusal = async (stream: Promise<OpenStream>) => (await stream).refusal()
    expect(await refusal(listen('nobody'))).toBe('unauthenticated')
    await run("delete from subscriptions where user_id = 'ada'")
    expect(await refusal(listen('ada'))).toBe('subscription_required')
    await run("update users set suspended_at = now() where id = 'ben'")
    expect(await refusal(listen('ben'))).toBe('unauthenticated')
  })

  test.each([
    ['the plan has ended', "update subscriptions set expires_at = '2026-02-01' where user_id = 'ada'"],
    ['the person is suspended', "update users set suspended_at = now() where id = 'ada'"],
    ['the account is gone', "delete from users where id = 'ada'"],
  ])('Ends when %s, and that of others goes on', async (_, change) => {
    const [ada, ben] = [await listen('ada'), await listen('ben')]
    await run(change)
    await beat()
    await expect.poll(() => ada.isOver()).toBe(true)
    await expect.poll(() => ben.beats()).toBeGreaterThan(0)
  })

  test('Ends when its session ends, or when a token without session expires', async () => {
    const { db, deps, clock } = world.server
    const session = { id: 'a-session', user: 'ada', remember: true, device: 'A phone', now: clock.now() }
    await beginSession(db, session)
    const claims = {
      id: 'ada',
      fullname: '',
      email: '',
      avatarurl: '',
      is_subscriber: true,
      role: 'user' as const,
    }
    const ofSession = await openStream(world.origin, await issueToken(claims, deps, 60, session.id))
    const ofToken = await openStream(world.origin, await issueToken(claims, deps, 60))
    clock.advance(61_000)
    await beat()
    await expect.poll(() => ofToken.isOver()).toBe(true)
    await beat()
    await expect.poll(() => ofSession.beats()).toBeGreaterThan(1)
    await endSession(db, { id: session.id, user: 'ada' })
    await beat()
    await expect.poll(() => ofSession.isOver()).toBe(true)
  })

  test('Marks the person as online and delivers messages whose notice was lost', async () => {
    const ada = await listen('ada')
    await expect.poll(() => ada.events.length).toBe(1)
    const { clock, db, app } = world.server
    clock.advance(50_000)
    await beat()
    const text = "select online_at as at from chat_people where user_id = 'ada'"
    expect(await db.row(z.object({ at: z.date() }), { text })).toEqual({ at: clock.now() })
    expect([hubOf(app).isOnline('ada'), hubOf(app).isOnline('ben')]).toEqual([true, false])
    // The notification of another server was lost.
    await run("update chat_people set number = 1 where user_id = 'ada'")
    await run(`insert into chats (key, first_user, second_user, messages, last_sender, receiver_has_read, created_at, updated_at, first_number)
      values ('ada_ben', 'ada', 'ben', 0, 'ben', false, now(), now(), 1)`)
    await beat()
    await expect.poll(() => ada.events[1]?.number).toBe(1)
  })

  test('Is one of five of a person: a sixth ends the first', async () => {
    const streams: OpenStream[] = []
    for (let n = 0; n <= chatLimits.streams; n += 1) streams.push(await listen('ada'))
    await expect.poll(() => streams[0]?.isOver()).toBe(true)
    await send('ben', 'ada', 'Hello')
    for (const stream of streams.slice(1)) await expect.poll(() => stream.words()).toEqual(['Hello'])
    expect(hubOf(world.server.app).size).toBe(chatLimits.streams)
  })

  test('Is closed when its reader stops reading, and the phone resumes without a gap', async () => {
    const { app, db } = world.server
    const words = '😀'.repeat(chatLimits.messageBytes / 4)
    for (let n = 0; n < chatLimits.tail; n += 1) await send('ada', 'ben', words)
    const ben = await listen('ben')
    await expect.poll(() => ben.events.length).toBe(1)
    ben.pause()
    const { number = 0 } = ben.events[0] ?? {}
    // The server sends the same 400 KB repeatedly, until the buffers of both sides are full.
    for (let n = 1; hubOf(app).size > 0 && n < 200; n += 1) {
      await run("update chat_people set number = $1 where user_id = 'ben'", number + n)
      await run("update chats set second_number = $1, second_whole = $1 where key = 'ada_ben'", number + n)
      await db.notify('chat', 'ben')
      await run('select 1')
      await beat()
    }
    expect(hubOf(app).size).toBe(0)
    await send('ada', 'ben', 'After it')
    ben.resume()
    await ben.ended
    const last = ben.events.at(-1)?.number ?? 0
    expect((await chats('ben', last)).chats[0]?.messages.at(-1)?.message).toBe('After it')
  })
})

test('A server with open streams closes in order, and each stream ends', async () => {
  const other = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'ada' })
      await subscribe(db, 'ada', 'platinum', { until: '2027-01-01T00:00:00Z' })
    },
  })
  const origin = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const user = {
    id: 'ada',
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: true,
    role: 'user' as const,
  }
  const streams = await Promise.all([1, 2, 3].map(async () => openStream(origin, await other.token(user))))
  await expect.poll(() => streams.map(({ events }) => events.length)).toEqual([1, 1, 1])
  await other.close()
  await Promise.all(streams.map(({ ended }) => ended))
})

test('A phone that opens its stream all the time waits, and others do not', async () => {
  const strict = await testServer({
    limits: true,
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'ada' })
    },
  })
  const user = {
    id: 'ada',
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: true,
    role: 'user' as const,
  }
  const headers = { authorization: `Bearer ${await strict.token(user)}` }
  const ask = async () => (await strict.app.inject({ url: basePath + chatEventsPath, headers })).statusCode
  const answers: number[] = []
  for (let n = 0; n < 31; n += 1) answers.push(await ask())
  expect(answers).toEqual([...Array.from({ length: 30 }, () => 403), 429])
  const body = { as: 'read', chats: [{ other: 'x', last: 'x' }] }
  const call = await strict.call(conversationRoutes.markChats, { body, headers })
  expect(call.error.code).toBe('subscription_required')
  await strict.close()
})
