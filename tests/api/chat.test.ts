import { z } from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adRoutes } from '#contract/ads.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { chatKey, chatRoutes, noChats } from '#contract/chat/chat.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

const evil = 'BMW X5 <b>cheap</b>\r\nBcc: everybody@example.org'
const password = 'correct horse'
const titled = (title: string) => `Hi, I want to know about the car titled ${title} that you posted.`

let server: TestServer
let password_hash: string
const tokens = new Map<string, string>()
const car = (n: number) => testId('car', n)

beforeAll(async () => {
  password_hash = await hashPassword(password)
  server = await testServer({
    env: { PUBLIC_URL: 'https://motorkin.example' },
    seed: async ({ db }) => void (await furnish(db)),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: "delete from users where id in ('buyer', 'seller', 'other')" })
  await db.run({ text: 'delete from mail_outbox; delete from idempotency' })
  for (const id of ['buyer', 'seller', 'other']) {
    const email_verified_at = '2026-01-01T00:00:00Z'
    const user = await addUser(db, { id, email: `${id}@example.org`, password_hash, email_verified_at })
    tokens.set(id, await server.token(user))
  }
  await insertCars(db, [
    newCar(1, { creator: 'seller' }),
    newCar(2, { creator: 'seller', title: '2019 Mazda 3' }),
    newCar(3, { creator: 'seller', status: 'sold' }),
    newCar(4, { creator: 'seller', status: 'inactive' }),
    newCar(5, { creator: 'buyer', title: '2021 BMW 3 Series' }),
    newCar(6, { creator: 'seller', title: evil }),
  ])
})

const tokenOf = (who: string) => ({ token: tokens.get(who) ?? '' })
const start = (who: string, receiver: string, n = 1, headers: Record<string, string> = {}) =>
  server.call(chatRoutes.saveChatInfo, {
    body: { receiver, car_id: car(n) },
    ...tokenOf(who),
    headers,
  })
const listOf = async (who: string) => (await server.call(chatRoutes.myChatList, tokenOf(who))).reply
const unreadOf = async (who: string) => (await listOf(who)).data.map(({ _id, unread }) => [_id, unread])

const messageRow = z.object({ key: z.string(), sender: z.string(), message: z.string(), at: z.date() })
const messages = () =>
  server.db.rows(messageRow, {
    text: 'select chat_key as key, sender, message, sent_at as at from chat_messages order by chat_key, n',
  })
const emailRow = z.object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() })
const mails = () =>
  server.db.rows(emailRow, {
    text: 'select recipient, subject, body_text as text, body_html as html from mail_outbox order by id',
  })
const minutes = (n: number) => server.clock.advance(n * 60_000)

describe('Whoever asks about a car', () => {
  test('begins a chat with its seller in the promised words, without a plan [R-API-39 R-API-46 R-ROLE-07 R-STATE-18 R-STATE-19 R-STATE-21 R-STATE-22 R-STATE-24 R-ERR-25 R-ENT-35 R-ENT-36 R-ENT-37]', async () => {
    const answer = await start('buyer', 'seller')
    expect(answer.reply).toEqual({ success: true, msg: 'Message request sent.' })
    const at = server.clock.now()
    const message = titled('2020 BMW X5')
    expect(await messages()).toEqual([{ key: 'buyer_seller', sender: 'buyer', message, at }])
    const kept = z.object({ first_user: z.string(), second_user: z.string(), receiver_has_read: z.boolean() })
    expect(
      await server.db.rows(kept, { text: 'select first_user, second_user, receiver_has_read from chats' }),
    ).toEqual([{ first_user: 'buyer', second_user: 'seller', receiver_has_read: false }])
  })

  test('adds to the existing chat of the two, whichever of them began it [R-STATE-19 R-ENT-36]', async () => {
    await start('buyer', 'seller')
    await start('buyer', 'seller', 2)
    await start('seller', 'buyer', 5)
    expect((await messages()).map(({ key, sender, message }) => [key, sender, message])).toEqual([
      ['buyer_seller', 'buyer', titled('2020 BMW X5')],
      ['buyer_seller', 'buyer', titled('2019 Mazda 3')],
      ['buyer_seller', 'seller', titled('2021 BMW 3 Series')],
    ])
    expect(chatKey('b', 'a')).toBe('a_b')
  })

  test('marks the chat unread for the receiver only, and the answer reverses that [R-NAV-36 R-STATE-23 R-ENT-37]', async () => {
    await start('buyer', 'seller')
    expect(await unreadOf('seller')).toEqual([['buyer_seller', true]])
    expect(await unreadOf('buyer')).toEqual([['buyer_seller', false]])
    expect(await unreadOf('other')).toEqual([])
    await start('seller', 'buyer', 5)
    expect([await unreadOf('seller'), await unreadOf('buyer')]).toEqual([
      [['buyer_seller', false]],
      [['buyer_seller', true]],
    ])
  })

  test('marks it unread again when the receiver had read it [R-STATE-23]', async () => {
    await start('buyer', 'seller')
    await server.db.run({ text: 'update chats set receiver_has_read = true' })
    expect(await unreadOf('seller')).toEqual([['buyer_seller', false]])
    await start('buyer', 'seller', 2)
    expect(await unreadOf('seller')).toEqual([['buyer_seller', true]])
  })

  test('sends one message and one e-mail, however often a key repeats', async () => {
    const headers = { 'idempotency-key': '"chat.1"' }
    await start('buyer', 'seller', 1, headers)
    minutes(24 * 60)
    const again = await start('buyer', 'seller', 1, headers)
    expect(again.reply.msg).toBe('Message request sent.')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([(await messages()).length, (await mails()).length]).toEqual([1, 1])
  })

  test('may ask again at once without the same words standing twice in a row', async () => {
    await start('buyer', 'seller')
    minutes(59)
    expect((await start('buyer', 'seller')).reply.msg).toBe('Message request sent.')
    expect([(await messages()).length, (await mails()).length]).toEqual([1, 1])
    // A day later, or after another message, the same words are a new question.
    await start('buyer', 'seller', 2)
    await start('buyer', 'seller')
    minutes(24 * 60)
    await start('buyer', 'seller')
    expect((await messages()).map(({ message }) => message)).toEqual(
      ['2020 BMW X5', '2019 Mazda 3', '2020 BMW X5', '2020 BMW X5'].map(titled),
    )
  })

  test('cannot write to themselves, and hears so [R-STATE-17 R-ERR-10]', async () => {
    const { status, error } = await start('seller', 'seller')
    expect([status, error.code, error.msg]).toEqual([
      422,
      'to_yourself',
      'You cannot send message to yourself.',
    ])
    expect(await messages()).toEqual([])
  })

  test.each([
    ['sold', 3, 'gone'],
    ['not listed', 4, 'gone'],
    ['unknown', 99, 'not_found'],
  ])('hears that a car is %s, and nothing is sent [R-ERR-09]', async (_, n, code) => {
    const { error } = await start('buyer', 'seller', n)
    expect(error.code).toBe(code)
    expect(error.msg).toMatch(/car/)
    expect([await messages(), await mails(), (await listOf('buyer')).data]).toEqual([[], [], []])
  })

  test('hears that a car was deleted [R-ERR-09]', async () => {
    await server.call(adRoutes.deleteCar, { params: { id: car(1) }, ...tokenOf('seller') })
    expect((await start('buyer', 'seller')).error.code).toBe('gone')
  })

  test('reaches its seller and nobody else: a stranger is refused at that field', async () => {
    for (const receiver of ['other', 'nobody']) {
      const { error } = await start('buyer', receiver)
      expect(error.code).toBe('validation_failed')
      expect(Object.keys(error.fields ?? {})).toEqual(['receiver'])
    }
    expect(await messages()).toEqual([])
  })

  test('sends what the phone had queued, once, however often it arrives [R-API-39]', async () => {
    await subscribe(server.db, 'buyer', 'platinum', { until: '2027-01-01T00:00:00Z' })
    const queued = (message: string, itemId: string) => ({
      receiver: 'seller',
      car_id: car(1),
      message,
      client_ref: itemId,
    })
    const send = (body: object, headers: Record<string, string> = {}) =>
      server.call(chatRoutes.saveChatInfo, {
        body,
        ...tokenOf('buyer'),
        headers,
      })
    const first = await send(queued(' Is it still there? ', 'item-1'), { 'idempotency-key': '"chat.1"' })
    expect(first.reply.msg).toBe('Message request sent.')
    // After the sale, a repeat of a request that arrived in time gets the same response; a new request is refused.
    await server.db.run({ text: "update cars set status = 'sold' where id = $1", values: [car(1)] })
    const copies = [1, 2, 3].map(() => send(queued(' Is it still there? ', 'item-1')))
    expect((await Promise.all(copies)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(queued('And now?', 'item-2'))).error.code).toBe('gone')
    await server.db.run({ text: "update cars set status = 'active' where id = $1", values: [car(1)] })
    const burst = [1, 2, 3].map(() => send(queued('Is it still there?', 'item-3')))
    expect((await Promise.all(burst)).map(({ status }) => status)).toEqual([200, 200, 200])
    const said = (await messages()).map(({ message }) => message)
    expect([said, (await mails()).length]).toEqual([['Is it still there?', 'Is it still there?'], 2])
  })

  test('sends words of their own with a plan only, and never loses them unsaid [R-ROLE-07]', async () => {
    const say = (more: object) =>
      server.call(chatRoutes.saveChatInfo, {
        body: { receiver: 'seller', car_id: car(1), ...more },
        ...tokenOf('buyer'),
      })
    expect((await say({ message: 'Is it still there?' })).error.code).toBe('subscription_required')
    expect((await say({ message: ' \n ' })).error.fields).toEqual({ message: 'Please enter message' })
    expect((await say({ words: 'Is it still there?' })).error.code).toBe('validation_failed')
    expect(await messages()).toEqual([])
    expect((await say({ message: titled('2020 BMW X5') })).status).toBe(200)
  })

  test("cannot take another person's reference", async () => {
    const body = { receiver: 'seller', car_id: car(1), client_ref: 'item-1' }
    for (const who of ['buyer', 'other'])
      expect((await server.call(chatRoutes.saveChatInfo, { body, ...tokenOf(who) })).status).toBe(200)
    expect((await messages()).map(({ sender }) => sender)).toEqual(['buyer', 'other'])
  })

  test('needs a login, and an account that is still there', async () => {
    const body = { receiver: 'seller', car_id: car(1) }
    expect((await server.call(chatRoutes.saveChatInfo, { body })).error.code).toBe('unauthenticated')
    expect((await server.call(chatRoutes.myChatList)).error.code).toBe('unauthenticated')
    await server.db.run({ text: "delete from users where id = 'buyer'" })
    expect((await start('buyer', 'seller')).error.code).toBe('unauthenticated')
    expect(await messages()).toEqual([])
  })

  test('shares one chat with a simultaneous reply, and no message is lost [R-STATE-19]', async () => {
    const all = await Promise.all([
      start('buyer', 'seller'),
      start('seller', 'buyer', 5),
      start('buyer', 'seller', 2),
      start('other', 'seller'),
    ])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await messages()).map(({ key }) => key)).toEqual([
      'buyer_seller',
      'buyer_seller',
      'buyer_seller',
      'other_seller',
    ])
    expect((await listOf('seller')).data).toHaveLength(2)
  })

  test('who taps twice in the same moment, from two pages, is one message', async () => {
    await Promise.all([start('buyer', 'seller'), start('buyer', 'seller'), start('buyer', 'seller')])
    expect([(await messages()).length, (await mails()).length]).toEqual([1, 1])
  })

  test('must wait after twenty messages in a minute, while others need not', async () => {
    const strict = await testServer({
      limits: true,
      seed: async ({ db }) => {
        await furnish(db)
        for (const id of ['buyer', 'seller', 'other']) await addUser(db, { id })
        await insertCars(db, [newCar(1, { creator: 'seller' })])
      },
    })
    const body = { receiver: 'seller', car_id: car(1) }
    const ask = async (id: string) => {
      const user = { id, fullname: id, email: '', avatarurl: '', is_subscriber: false, role: 'user' as const }
      return strict.call(chatRoutes.saveChatInfo, { body, token: await strict.token(user) })
    }
    for (let i = 0; i < 20; i += 1) expect((await ask('buyer')).status).toBe(200)
    expect((await ask('buyer')).error.code).toBe('rate_limited')
    expect((await ask('other')).status).toBe(200)
    await strict.close()
  })
})

describe('The e-mail to the seller', () => {
  test('names asker and car and links to the chat, without the asker’s contact details', async () => {
    await start('buyer', 'seller')
    const [mail] = await mails()
    expect(mail).toMatchObject({
      recipient: 'seller@example.org',
      subject: 'New message about 2020 BMW X5',
    })
    expect(mail?.text).toContain('Name of buyer wants to know about your car "2020 BMW X5".')
    expect(mail?.text).toContain('https://motorkin.example/chat')
    expect(JSON.stringify(mail)).not.toContain('buyer@example.org')
  })

  test('takes nothing that was typed into a title for markup or for a header', async () => {
    await start('buyer', 'seller', 6)
    const [mail] = await mails()
    expect(mail?.html).not.toContain('<b>cheap')
    expect(mail?.subject).not.toMatch(/[\r\n]/)
  })
})

describe('The list of chats', () => {
  test('names both people as documented, whoever wrote last first, newest chat first [R-API-40 R-ENT-38]', async () => {
    await start('other', 'seller')
    minutes(1)
    await start('buyer', 'seller')
    const face = (id: string) => ({ _id: id, fullname: `Name of ${id}`, avatarurl: '' })
    const { data } = await listOf('seller')
    expect(data).toEqual([
      {
        _id: 'buyer_seller',
        sender: face('buyer'),
        reciever: face('seller'),
        unread: true,
        updated_at: server.clock.now().toISOString(),
        car: {
          _id: car(1),
          slug: 'car-1',
          title: '2020 BMW X5',
          price: 450_000,
          image: '/media/test0/1280.webp',
          status: 'active',
          creator: 'seller',
        },
        muted: false,
        blocked: false,
      },
      expect.objectContaining({ _id: 'other_seller', sender: face('other'), unread: true }),
    ])
    minutes(1)
    await start('seller', 'buyer', 5)
    const [first] = (await listOf('buyer')).data
    expect([first?.sender._id, first?.reciever._id]).toEqual(['seller', 'buyer'])
  })

  test('tells nothing of what was written', async () => {
    await start('buyer', 'seller')
    expect(JSON.stringify(await listOf('seller'))).not.toContain('titled')
  })

  test('is empty, and says so, for whoever has none [R-API-40]', async () => {
    expect(await listOf('buyer')).toEqual({ success: true, msg: noChats, data: [] })
  })

  test('is never longer than a hundred, and holds the newest', async () => {
    for (let i = 0; i < 103; i += 1) {
      const id = `crowd-${i}`
      await addUser(server.db, { id })
      const at = new Date(server.clock.now().getTime() + i * 1000)
      await ownChats.append(server.db, { id: `m-${i}`, sender: id, receiver: 'seller', message: 'Hi', at })
    }
    const { data } = await listOf('seller')
    expect([data.length, data[0]?.sender._id, data[99]?.sender._id]).toEqual([100, 'crowd-102', 'crowd-3'])
    await server.db.run({ text: "delete from users where id like 'crowd-%'" })
  })
})

describe('An account that is deleted', () => {
  const leave = async (who: string) =>
    (await server.call(accountRoutes.deleteAccount, { body: { password }, ...tokenOf(who) })).reply.msg
  const named = async (who: string) => {
    const everything = [await messages(), await mails(), (await listOf('seller')).data]
    return JSON.stringify(everything).includes(who)
  }

  test('takes its chats and their e-mails along, and leaves those of others', async () => {
    await start('buyer', 'seller')
    await start('other', 'seller')
    expect(await named('buyer')).toBe(true)
    expect(await leave('buyer')).toBe('Your account has been deleted.')
    expect((await messages()).map(({ key }) => key)).toEqual(['other_seller'])
    const told = (await mails()).filter(({ recipient }) => recipient === 'seller@example.org')
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('Name of other')])
    expect((await listOf('seller')).data.map(({ _id }) => _id)).toEqual(['other_seller'])
  })

  test('disappears from the chat lists of the people who wrote to it', async () => {
    await start('buyer', 'seller')
    await leave('seller')
    expect([await messages(), (await listOf('buyer')).data]).toEqual([[], []])
  })
})
