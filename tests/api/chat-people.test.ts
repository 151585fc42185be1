import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { chatRoutes } from '#contract/chat/chat.ts'
import { conversationRoutes, type ReportPersonReason } from '#contract/chat/conversation.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { isBlocked } from '../../server/chat/people-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
const tokens = new Map<string, string>()
const people = ['buyer', 'seller', 'other'] as const

beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: `delete from users where id in ('buyer', 'seller', 'other')` })
  await db.run({ text: 'delete from mail_outbox; delete from idempotency; delete from throttles' })
  for (const id of people) tokens.set(id, await server.token(await addUser(db, { id })))
  await insertCars(db, [newCar(1, { creator: 'seller' }), newCar(2, { creator: 'buyer' })])
})

const tokenOf = (who: string) => ({ token: tokens.get(who) ?? '' })
const ask = (who: string, receiver: string, n = 1) =>
  server.call(chatRoutes.saveChatInfo, { body: { receiver, car_id: testId('car', n) }, ...tokenOf(who) })
const set = (who: string, other: string, change: { muted?: boolean; blocked?: boolean }) =>
  server.call(conversationRoutes.setChat, { body: { other, ...change }, ...tokenOf(who) })
const listOf = async (who: string) => {
  const { data } = (await server.call(chatRoutes.myChatList, tokenOf(who))).reply
  return data.map(({ muted, blocked }) => ({ muted, blocked }))
}
const report = (who: string, person: string, reason: ReportPersonReason = 'spam', words = '') =>
  server.call(conversationRoutes.reportPerson, { body: { person, reason, words }, ...tokenOf(who) })
const reportRow = z.object({
  reporter_id: z.string(),
  person_id: z.string(),
  reason: z.string(),
  words: z.string(),
})
const reports = () =>
  server.db.rows(reportRow, { text: 'select * from person_reports order by created_at, id' })
const count = async (table: string) => {
  const row = await server.db.row(z.object({ n: z.int() }), {
    text: `select count(*)::int as n from ${table}`,
  })
  return row?.n
}

describe('A chat is', () => {
  test('muted and blocked for one person alone, each as last set [R-CHAT-04]', async () => {
    await ask('buyer', 'seller')
    expect((await set('seller', 'buyer', { muted: true })).reply.data).toEqual({
      muted: true,
      blocked: false,
    })
    expect((await set('seller', 'buyer', { blocked: true })).reply.data).toEqual({
      muted: true,
      blocked: true,
    })
    expect([await listOf('seller'), await listOf('buyer')]).toEqual([
      [{ muted: true, blocked: true }],
      [{ muted: false, blocked: false }],
    ])
    for (let n = 0; n < 2; n += 1) await set('seller', 'buyer', { muted: false, blocked: false })
    expect(await listOf('seller')).toEqual([{ muted: false, blocked: false }])
    expect((await set('seller', 'buyer', {})).reply.data).toEqual({ muted: false, blocked: false })
  })

  test('not muted or blocked with oneself, nor with an account that is not there', async () => {
    expect((await set('buyer', 'buyer', { muted: true })).error.code).toBe('to_yourself')
    expect((await set('buyer', 'nobody', { muted: true })).error.code).toBe('not_found')
    await server.db.run({ text: `delete from users where id = 'other'` })
    expect((await set('other', 'buyer', { blocked: true })).error.code).toBe('unauthenticated')
    expect(await count('chat_settings')).toBe(0)
  })
})

describe('A block', () => {
  test('stops messages of both with the same sentence and keeps the old messages', async () => {
    await ask('buyer', 'seller')
    await set('seller', 'buyer', { blocked: true })
    for (const refused of [await ask('buyer', 'seller'), await ask('seller', 'buyer', 2)])
      expect([refused.status, refused.error.code, refused.error.msg]).toEqual([
        403,
        'forbidden',
        'You cannot write to this person.',
      ])
    expect([await count('chat_messages'), (await listOf('buyer')).length]).toEqual([1, 1])
    expect((await ask('other', 'seller')).status).toBe(200)
  })

  test('stops words of subscribers as well, whose earlier messages stay readable [R-ROLE-12]', async () => {
    for (const id of ['buyer', 'seller'])
      await subscribe(server.db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
    let sent = 0
    const say = (who: string, receiver: string) => {
      sent += 1
      const body = { receiver, message: `Words ${sent}`, timestamp: 1, client_ref: `words-${sent}` }
      return server.call(conversationRoutes.sendMessage, { body, ...tokenOf(who) })
    }
    const readable = async (who: string, other: string) => {
      const params = { other, before: '10' }
      const { reply } = await server.call(conversationRoutes.olderMessages, { params, ...tokenOf(who) })
      return reply.data.map(({ message }) => message)
    }
    expect((await say('buyer', 'seller')).status).toBe(200)
    await set('seller', 'buyer', { blocked: true })
    for (const refused of [await say('buyer', 'seller'), await say('seller', 'buyer')])
      expect([refused.error.code, refused.error.msg]).toEqual([
        'forbidden',
        'You cannot write to this person.',
      ])
    expect([await readable('buyer', 'seller'), await readable('seller', 'buyer')]).toEqual([
      ['Words 1'],
      ['Words 1'],
    ])
  })

  test('ends when it is withdrawn, and works in both directions until then', async () => {
    await set('seller', 'buyer', { blocked: true })
    const both = () =>
      Promise.all([isBlocked(server.db, 'buyer', 'seller'), isBlocked(server.db, 'seller', 'buyer')])
    expect(await both()).toEqual([true, true])
    expect(await isBlocked(server.db, 'other', 'seller')).toBe(false)
    await set('seller', 'buyer', { blocked: false })
    expect(await both()).toEqual([false, false])
    expect((await ask('buyer', 'seller')).status).toBe(200)
  })
})

describe('A report about a person', () => {
  test('is taken once while it is open, with the latest words', async () => {
    await ask('buyer', 'seller')
    const first = await report('seller', 'buyer')
    expect(first.reply.msg).toBe('Thank you. We will look at this.')
    const again = await report('seller', 'buyer', 'other', ' Asked for my PIN ')
    expect(again.reply.data).toEqual(first.reply.data)
    expect(await reports()).toEqual([
      { reporter_id: 'seller', person_id: 'buyer', reason: 'other', words: 'Asked for my PIN' },
    ])
    await server.db.run({ text: 'update person_reports set handled_at = now()' })
    await report('seller', 'buyer', 'abuse')
    expect(await count('person_reports')).toBe(2)
  })

  test('is about a person one has a chat with, and tells nothing about others', async () => {
    await ask('buyer', 'seller')
    const stranger = await report('other', 'buyer')
    const nobody = await report('other', 'nobody')
    expect(stranger.error.msg).toBe(nobody.error.msg)
    expect(stranger.error.code).toBe('not_found')
    expect((await report('buyer', 'buyer')).error.code).toBe('to_yourself')
    expect(await reports()).toEqual([])
  })

  test('needs a reason, and words where the reason says nothing', async () => {
    await ask('buyer', 'seller')
    expect((await report('seller', 'buyer', 'other', '  ')).error.fields).toEqual({
      words: 'Please tell us what is wrong',
    })
    expect((await report('seller', 'buyer', 'scam', 'x'.repeat(1001))).error.code).toBe('validation_failed')
    const odd = { person: 'buyer', reason: 'dull' }
    const refused = await server.call(conversationRoutes.reportPerson, { body: odd, ...tokenOf('seller') })
    expect(refused.error.fields).toEqual({ reason: 'Please choose a reason' })
  })

  test('waits after ten, for that person alone', async () => {
    await ask('buyer', 'seller')
    for (let n = 0; n < 10; n += 1) expect((await report('seller', 'buyer')).status).toBe(200)
    const { error } = await report('seller', 'buyer')
    expect(error.code).toBe('rate_limited')
    expect((await report('buyer', 'seller')).status).toBe(200)
    server.clock.advance(8640_000)
    expect((await report('seller', 'buyer')).status).toBe(200)
  })
})

test('An account that is deleted leaves no chat, no setting and no report', async () => {
  await ask('buyer', 'seller')
  await set('seller', 'buyer', { blocked: true })
  await set('buyer', 'seller', { muted: true })
  await report('seller', 'buyer')
  await report('buyer', 'seller')
  await server.db.run({ text: `delete from users where id = 'buyer'` })
  for (const table of ['chats', 'chat_messages', 'chat_settings', 'person_reports'])
    expect([table, await count(table)]).toEqual([table, 0])
})
