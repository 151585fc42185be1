import { z } from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { chatRoutes } from '#contract/chat/chat.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { reapUploads, uploadLife } from '../../server/pictures/uploads/reaper.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { testServer } from '../support/api.ts'
import { chatWorld } from '../support/chat-world.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import fc from '../support/property.ts'
import { testImage } from '../support/writes.ts'

const world = chatWorld()
const { chats, mark, older, post, send, token } = world
const wordsOf = async (who: 'ada' | 'ben', other: string) =>
  (await older(who, other)).reply.data.map(({ message }) => message)
const endPlan = (who: string) =>
  world.server.db.run({ text: 'delete from subscriptions where user_id = $1', values: [who] })

describe('A message', () => {
  test('Is kept once however often and with whatever words its id comes again [R-CHAT-13]', async () => {
    expect(await send('ada', 'ben', ' First ', 'id-1')).toEqual({ _id: 'id-1', n: 1 })
    expect(await send('ada', 'ben', 'Second', 'id-2')).toEqual({ _id: 'id-2', n: 2 })
    const copies = ['First', 'Other words', 'First'].map((words) => send('ada', 'ben', words, 'id-1'))
    for (const copy of await Promise.all(copies)) expect(copy).toEqual({ _id: 'id-1', n: 1 })
    expect(await send('ada', 'cyd', 'To another person', 'id-1')).toEqual({ _id: 'id-1', n: 1 })
    expect(await wordsOf('ben', 'ada')).toEqual(['First', 'Second'])
    expect(await wordsOf('ada', 'cyd')).toEqual([])
  })

  test('Is kept once when its copies arrive in the same moment [R-CHAT-13]', async () => {
    for (const id of ['x', 'y', 'z']) {
      const places = await Promise.all([1, 2, 3, 4].map((n) => send('ada', 'ben', `Copy ${n}`, id)))
      expect(new Set(places.map(({ n }) => n)).size).toBe(1)
    }
    expect(await wordsOf('ben', 'ada')).toHaveLength(3)
  })

  test('That was stored in time is still answered after the plan has ended', async () => {
    await send('ada', 'ben', 'Hello', 'in-time')
    await endPlan('ada')
    expect(await send('ada', 'ben', 'Hello', 'in-time')).toEqual({ _id: 'in-time', n: 1 })
    expect((await post('ada', 'ben', 'And now?')).error.code).toBe('subscription_required')
  })

  test('Cannot be kept out by a stranger who takes its id first', async () => {
    await send('cyd', 'ben', 'Mine', 'same')
    await send('cyd', 'ada', 'Mine too', 'ada:same')
    expect(await send('ada', 'ben', 'Hello', 'same')).toEqual({ _id: 'same', n: 1 })
    expect(await wordsOf('ben', 'ada')).toEqual(['Hello'])
  })

  test('With a repeated id is the same message, whichever of the two sends it', async () => {
    await send('ada', 'ben', 'Hello', 'same')
    expect(await send('ben', 'ada', 'Not this', 'same')).toEqual({ _id: 'same', n: 1 })
    expect(await wordsOf('ada', 'ben')).toEqual(['Hello'])
  })

  test('Begins one chat when both write first in the same moment [R-STATE-19 R-CHAT-14]', async () => {
    await Promise.all([send('ada', 'ben', 'From Ada'), send('ben', 'ada', 'From Ben')])
    const [ada, ben] = [await chats('ada'), await chats('ben')]
    expect([ada.chats.length, ben.chats.length, ada.count]).toEqual([1, 1, 1])
    expect(ada.chats[0]?.messages).toEqual(ben.chats[0]?.messages)
    expect((await wordsOf('ada', 'ben')).sort()).toEqual(['From Ada', 'From Ben'])
  })

  test('Is ordered by its arrival at the server, never by a phone’s clock', async () => {
    const { clock } = world.server
    const now = clock.now().getTime()
    for (const [n, timestamp] of [now, 5, -5, now + 1e9, 9e15].entries())
      await post('ada', 'ben', `Number ${n}`, { timestamp })
    const all = (await older('ben', 'ada')).reply.data
    expect(all.map(({ n, timestamp }) => [n, timestamp])).toEqual([
      [1, now],
      [2, 5],
      [3, 0],
      [4, now],
      [5, now],
    ])
  })

  test('Cannot be written to oneself [R-ERR-10]', async () => {
    expect((await post('ada', 'ada', 'Hello')).error).toMatchObject({
      code: 'to_yourself',
      msg: 'You cannot send message to yourself.',
    })
  })

  test('Needs a plan that runs and a receiver who is there [R-CHAT-01 R-ROLE-07 R-ROLE-12]', async () => {
    await endPlan('ada')
    expect((await post('ada', 'ben', 'Hello')).error.code).toBe('subscription_required')
    expect((await post('ben', 'nobody', 'Hello')).error).toMatchObject({
      code: 'gone',
      msg: 'This person has no account any more.',
    })
    expect((await post('ben', 'ada', 'Hello')).status).toBe(200)
  })

  test('Of a person who has blocked the other is refused in both directions', async () => {
    const body = { other: 'ada', blocked: true }
    await world.server.call(conversationRoutes.setChat, { body, token: token('ben') })
    expect((await post('ada', 'ben', 'Hello')).error.code).toBe('forbidden')
    expect((await post('ben', 'ada', 'Hello')).error.code).toBe('forbidden')
  })

  test('Of a suspended person is refused at once', async () => {
    await world.server.db.run({ text: "update users set suspended_at = now() where id = 'ada'" })
    expect((await post('ada', 'ben', 'Hello')).error.code).toBe('unauthenticated')
  })

  test.each([
    ['nothing', '', 'Please enter message'],
    ['white space', ' \n\t ', 'Please enter message'],
    ['a zero character', 'a\0b', /cannot be sent/],
    ['half a character', 'a\ud800b', /cannot be sent/],
    ['4,001 bytes', 'x'.repeat(chatLimits.messageBytes + 1), /too long/],
    ['4,002 bytes of two each', 'é'.repeat(2001), /too long/],
  ])('Of %s is refused at its field [R-CHAT-07 R-VAL-68]', async (_, message, words) => {
    const { error } = await post('ada', 'ben', message)
    expect(error.code).toBe('validation_failed')
    expect(error.fields?.['message']).toMatch(words)
    expect((await chats('ben')).count).toBe(0)
  })

  test('Arrives as it was written, whatever it is [R-CHAT-07]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), async (given) => {
        // A letter at each end, because the server trims a message.
        const message = `a${given}z`
        const { status } = await post('ada', 'ben', message)
        if (status === 422) return
        expect((await wordsOf('ben', 'ada')).at(-1)).toBe(message)
      }),
      { numRuns: 40 },
    )
    await post('ada', 'ben', 'x'.repeat(chatLimits.messageBytes))
    expect((await wordsOf('ben', 'ada')).at(-1)).toHaveLength(chatLimits.messageBytes)
  })

  test('May be a picture, which stays as long as the message does', async () => {
    const { db, clock, deps } = world.server
    const image = testImage
    expect((await post('ada', 'ben', '', { image: 'img_of_nobody' })).error.fields).toHaveProperty('image')
    expect((await post('ada', 'ben', '', { image })).status).toBe(200)
    expect((await chats('ben')).chats[0]?.messages).toMatchObject([
      { message: '', image: `/media/${testImage}/1280.webp` },
    ])
    await db.run({ text: 'update uploads set used_at = $1', values: [clock.now()] })
    clock.advance(uploadLife.done + 60_000)
    await reapUploads(deps, uploadServiceOf(deps))
    const text = 'select user_id as id from uploads where image_id = $1 and user_id = any ($2) order by 1'
    const left = () => db.rows(z.object({ id: z.string() }), { text, values: [image, ['ada', 'ben']] })
    expect(await left()).toEqual([{ id: 'ada' }])
  })

  test('Is one of sixty a minute at most, of each person', async () => {
    const strict = await testServer({
      limits: true,
      seed: async ({ db }) => {
        await furnish(db)
        for (const id of ['ada', 'ben']) {
          await addUser(db, { id })
          await subscribe(db, id, 'platinum', { until: '2027-01-01T00:00:00Z' })
        }
      },
    })
    const say = async (id: string, n: number) => {
      const user = { id, fullname: id, email: '', avatarurl: '', is_subscriber: true, role: 'user' as const }
      const receiver = id === 'ada' ? 'ben' : 'ada'
      const body = { receiver, message: 'Hi', timestamp: 1, client_ref: `${id}-${n}` }
      return strict.call(conversationRoutes.sendMessage, { body, token: await strict.token(user) })
    }
    for (let n = 0; n < chatLimits.messagesAMinute; n += 1) expect((await say('ada', n)).status).toBe(200)
    expect((await say('ada', 99)).error.code).toBe('rate_limited')
    expect((await say('ben', 0)).status).toBe(200)
    await strict.close()
  })
})

describe('A mark', () => {
  const state = async (who: 'ada' | 'ben') => {
    const [chat] = (await chats(who)).chats
    return {
      read: chat?.receiver_has_read,
      delivered_to: chat?.delivered_to,
      read_to: chat?.read_to,
      own_read_to: chat?.own_read_to,
    }
  }

  test('Of the receiver says that the last message arrived, then that it was read [R-CHAT-08 R-STATE-25]', async () => {
    await send('ada', 'ben', 'Hello', 'one')
    await mark('ben', 'delivered', 'ada', 'one')
    expect(await state('ada')).toEqual({ read: false, delivered_to: 1, read_to: 0, own_read_to: 1 })
    await mark('ben', 'read', 'ada', 'one')
    expect(await state('ada')).toEqual({ read: true, delivered_to: 1, read_to: 1, own_read_to: 1 })
    expect(await state('ben')).toMatchObject({ read: true, own_read_to: 1 })
  })

  test('Never covers a message that came meanwhile [R-CHAT-08]', async () => {
    await send('ada', 'ben', 'Seen', 'seen')
    await send('ada', 'ben', 'Not seen', 'not-seen')
    await mark('ben', 'read', 'ada', 'seen')
    await mark('ben', 'delivered', 'ada', 'seen')
    expect(await state('ada')).toEqual({ read: false, delivered_to: 0, read_to: 0, own_read_to: 2 })
  })

  test.each([
    ['of the sender', 'ada', 'ben', 'one'],
    ['of a stranger', 'cyd', 'ben', 'one'],
    ['of a stranger in the other direction', 'cyd', 'ada', 'one'],
    ['about an unknown message', 'ben', 'ada', 'none'],
    ['about an unknown person', 'ben', 'nobody', 'one'],
    ['about oneself', 'ben', 'ben', 'one'],
  ] as const)('%s changes nothing [R-STATE-25]', async (_, who, other, last) => {
    await send('ada', 'ben', 'Hello', 'one')
    const before = await chats('ben')
    for (const as of ['read', 'delivered'] as const)
      expect((await mark(who, as, other, last)).status).toBe(200)
    expect(await chats('ben')).toEqual(before)
  })

  test('Does not go back when an older one arrives late', async () => {
    await send('ada', 'ben', 'Hello', 'one')
    await mark('ben', 'read', 'ada', 'one')
    await mark('ben', 'delivered', 'ada', 'one')
    expect(await state('ada')).toMatchObject({ read: true, delivered_to: 1, read_to: 1 })
  })

  test('Covers many chats at once, each for itself', async () => {
    await send('ada', 'ben', 'Hello', 'a')
    await send('cyd', 'ben', 'Hello', 'c-1')
    await send('cyd', 'ben', 'Hello', 'c-2')
    const body = {
      as: 'read' as const,
      chats: [
        { other: 'ada', last: 'a' },
        { other: 'cyd', last: 'c-1' },
        { other: 'nobody', last: 'x' },
      ],
    }
    await world.server.call(conversationRoutes.markChats, { body, token: token('ben') })
    const read = (await chats('ben')).chats.map((c) => [c.other, c.receiver_has_read])
    expect(Object.fromEntries(read)).toEqual({ ada: true, cyd: false })
  })

  test('Is not made by writing: what came while an answer waited stays unread [R-STATE-25]', async () => {
    await send('ada', 'ben', 'One')
    const { _id: two } = await send('ada', 'ben', 'Two')
    await send('ben', 'ada', 'Three')
    expect(await state('ada')).toEqual({ read: false, delivered_to: 0, read_to: 0, own_read_to: 2 })
    // The mark does not cover the answer: the answer is still unread.
    await mark('ben', 'read', 'ada', two)
    expect(await state('ada')).toEqual({ read: false, delivered_to: 3, read_to: 3, own_read_to: 2 })
    // A person's own message marks the whole chat as read.
    await send('ben', 'ada', 'Four')
    expect(await state('ada')).toMatchObject({ read_to: 4 })
  })
})

describe('Older messages', () => {
  test('Come by pages of fifty, oldest first, to the two of the chat alone', async () => {
    for (let n = 1; n <= 120; n += 1) await send(n % 2 ? 'ada' : 'ben', n % 2 ? 'ben' : 'ada', `Number ${n}`)
    const places = async (who: 'ada' | 'ben' | 'cyd', other: string, before: number) =>
      (await older(who, other, before)).reply.data.map(({ n }) => n)
    const page = (from: number) => Array.from({ length: chatLimits.page }, (_, i) => from + i)
    expect(await places('ada', 'ben', 91)).toEqual(page(41))
    expect(await places('ben', 'ada', 41)).toEqual(page(1).slice(0, 40))
    expect(await places('ben', 'ada', 1)).toEqual([])
    for (const other of ['ada', 'ben', 'nobody', 'ada_ben'])
      expect(await places('cyd', other, 91)).toEqual([])
    await endPlan('ada')
    expect((await older('ada', 'ben')).error.code).toBe('subscription_required')
  })
})

test('Simultaneous changes by many people end in the same order for each of them', async () => {
  const pairs = [
    ['ada', 'ben'],
    ['ben', 'ada'],
    ['ben', 'cyd'],
    ['cyd', 'ada'],
  ] as const
  const all = Array.from({ length: 6 }, () => pairs).flat()
  await Promise.all(all.map(([from, to], n) => send(from, to, `Number ${n}`)))
  const { reply } = await world.server.call(chatRoutes.myChatList, { token: token('ada') })
  expect(reply.data).toHaveLength(2)
  const [ada, ben] = [await chats('ada'), await chats('ben')]
  const at = (event: typeof ada, other: string) => event.chats.find((chat) => chat.other === other)?.messages
  expect(at(ada, 'ben')).toEqual(at(ben, 'ada'))
  expect(at(ada, 'ben')?.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
})
