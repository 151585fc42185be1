import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod/mini'
import { chatKey, chatRoutes, openingMessage } from '#contract/chat/chat.ts'
import { chatTokenRoutes } from '#contract/chat/token.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { endChatsOf } from '../../server/chat/store-of.ts'
import { deliverChats, forgetDeliveries } from '../../server/chat/firestore/deliveries.ts'
import {
  emailUnreadInFirestore,
  forgetUndeliveredInFirestore,
} from '../../server/chat/firestore/unread-rounds.ts'
import type { ChatStore } from '../../src/local/chat/chat-store.ts'
import { createFirestoreStore } from '../../src/local/chat/firestore/firestore-store.ts'
import { bareEnv } from '../../src/local/platform/env.ts'
import { startChatJobs } from '../../server/start-jobs.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar } from '../support/cars.ts'
import { fieldsOf, firestoreCaller } from '../support/firestore-rest.ts'
import { firestoreEnv } from '../support/firestore-server.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

/** A server whose chats are in Firestore, and phones that use its tokens. */
let server: TestServer
let env: Awaited<ReturnType<typeof firestoreEnv>>
let made = 0
const stores: ChatStore[] = []
const minute = 60_000
const day = 1440 * minute

beforeAll(async () => {
  env = await firestoreEnv(inject('firestore'))
  server = await testServer({ env, seed: async ({ db }) => void (await furnish(db)) })
  // The emulator uses the clock of this machine.
  server.clock.set(new Date().toISOString())
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await server.close()
})

interface Member {
  id: string
  token: string
}
async function member(o: { plan?: boolean } = {}): Promise<Member> {
  const id = `member-${(made += 1)}`
  const user = await addUser(server.db, { id, email: `${id}@example.org`, fullname: `Full ${id}` })
  if (o.plan !== false) await subscribe(server.db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
  return { id, token: await server.token(user, 90 * 86_400) }
}
const send = (from: Member, to: Member, message: string, client_ref = `m${(made += 1)}`) =>
  server.call(conversationRoutes.sendMessage, {
    token: from.token,
    body: { receiver: to.id, message, timestamp: server.clock.now().getTime(), client_ref },
  })
/** Returns the chat store of a person's phone, with the token from the server. */
function phone({ id, token }: Member): ChatStore {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR_HOST: emulator } = env
  const store = createFirestoreStore({
    me: id,
    settings: { store: 'firestore', projectId, apiKey: 'x', appId: 'x', longPolling: false, emulator },
    token: async () => (await server.call(chatTokenRoutes.chatToken, { token, body: {} })).reply.data,
    env: bareEnv(),
  })
  stores.push(store)
  return store
}
const owner = () => firestoreCaller(env.FIREBASE_EMULATOR_HOST, env.FIREBASE_PROJECT_ID, 'owner')
const document = async (one: Member, other: Member) => owner().ask(`/chats/${chatKey(one.id, other.id)}`)
/** Returns the words of the chat that the phone of `who` shows, once the store is live. */
const seenBy = async (who: Member, other: Member, holds: (words: string[]) => boolean): Promise<string[]> => {
  const store = phone(who)
  return new Promise((done) => {
    store.subscribeChats(({ live, chats }) => {
      const words = chats.find((chat) => chat.other === other.id)?.messages.map((m) => m.message) ?? []
      if (live && holds(words)) done(words)
    })
  })
}

test('Phones are told where the chats are, and nothing that is secret [R-EXT-03]', async () => {
  const { data } = (await server.call(referenceRoutes.getSiteSettings)).reply
  expect(data.chat).toEqual({
    store: 'firestore',
    projectId: env.FIREBASE_PROJECT_ID,
    apiKey: env.FIREBASE_API_KEY,
    appId: env.FIREBASE_APP_ID,
    longPolling: false,
    emulator: env.FIREBASE_EMULATOR_HOST,
  })
  expect(JSON.stringify(data)).not.toContain('PRIVATE')
})

test('A token for Firestore needs a plan, and lasts no longer than it [R-CHAT-01 R-ROLE-12]', async () => {
  const guest = await member({ plan: false })
  const refused = await server.call(chatTokenRoutes.chatToken, { token: guest.token, body: {} })
  expect(refused.error.code).toBe('subscription_required')
  await subscribe(server.db, guest.id, 'platinum', {
    until: new Date(server.clock.now().getTime() + 5 * minute).toISOString(),
  })
  const { uid, token, lasts } = (
    await server.call(chatTokenRoutes.chatToken, { token: guest.token, body: {} })
  ).reply.data
  expect([uid, lasts]).toEqual([guest.id, 5 * minute])
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as object
  expect(claims).toMatchObject({
    iss: env.FIREBASE_CLIENT_EMAIL,
    sub: env.FIREBASE_CLIENT_EMAIL,
    uid: guest.id,
    claims: { sub_until: Math.floor(server.clock.now().getTime() / 1000) + 300 },
  })
})

test('A message sent through the server reaches Firestore once and in order [R-CHAT-13]', async () => {
  const [ada, ben] = [await member(), await member()]
  await phone(ben).send(ada.id, { id: 'from-ben', message: 'from a phone', timestamp: 1 })
  for (const [i, words] of ['one', 'two', 'three'].entries()) await send(ada, ben, words, `ref-${i}`)
  // The worker repeats each send without a response; meanwhile the page has sent the last message itself.
  expect((await send(ada, ben, 'two', 'ref-1')).reply.data._id).toBe('ref-1')
  await phone(ada).send(ben.id, { id: 'ref-3', message: 'four', timestamp: 1 })
  await send(ada, ben, 'four', 'ref-3')
  await Promise.all([deliverChats(server.deps), deliverChats(server.deps)])
  const words = await seenBy(ben, ada, (all) => all.length === 5)
  expect(words.filter((one) => one !== 'four')).toEqual(['from a phone', 'one', 'two', 'three'])
})

test('Any process delivers a queued message at once, and a late copy changes nothing', async () => {
  const [ada, ben] = [await member(), await member()]
  const errors: unknown[] = []
  const jobs = startChatJobs(server.deps, { error: (error: unknown) => void errors.push(error) })
  await send(ada, ben, 'by the round', 'r-1')
  await expect.poll(async () => (await document(ada, ben)).status).toBe(200)
  await Promise.all(jobs.map((job) => job.stop()))
  // The server deletes the text and keeps the id.
  server.clock.advance(2 * day)
  await forgetDeliveries(server.deps)
  await send(ada, ben, 'by the round', 'r-1')
  await deliverChats(server.deps)
  server.clock.advance(-2 * day)
  expect(JSON.stringify((await document(ada, ben)).body).split('by the round')).toHaveLength(2)
  expect(errors).toEqual([])
})

test('While Firestore cannot be reached a message waits, and the ones behind it [R-CHAT-13]', async () => {
  const [ada, ben] = [await member(), await member()]
  await send(ada, ben, 'first')
  await send(ada, ben, 'second')
  const config = { ...server.deps.config, firebaseEmulatorHost: '127.0.0.1:1' }
  await expect(deliverChats({ ...server.deps, config })).rejects.toThrow('no connection')
  expect((await document(ada, ben)).status).toBe(404)
  // The message is not due yet.
  await deliverChats(server.deps)
  expect((await document(ada, ben)).status).toBe(404)
  server.clock.advance(10_000)
  await deliverChats(server.deps)
  expect(await seenBy(ben, ada, (all) => all.length === 2)).toEqual(['first', 'second'])
})

test('An opening message needs only a login and is limited to once an hour [R-ROLE-07 R-STATE-19 R-STATE-21]', async () => {
  const [buyer, seller] = [await member({ plan: false }), await member()]
  const car = newCar(700 + made, { creator: seller.id })
  await insertCars(server.db, [car])
  const ask = () =>
    server.call(chatRoutes.saveChatInfo, {
      token: buyer.token,
      body: { receiver: seller.id, car_id: car.id, client_ref: `ask-${(made += 1)}` },
    })
  expect((await ask()).reply.msg).toBe('Message request sent.')
  await ask()
  await deliverChats(server.deps)
  await ask()
  await deliverChats(server.deps)
  expect(await seenBy(seller, buyer, (all) => all.length > 0)).toEqual([openingMessage(car.title)])
  const { data } = (await server.call(chatRoutes.myChatList, { token: buyer.token })).reply
  expect(data).toMatchObject([
    {
      _id: chatKey(buyer.id, seller.id),
      sender: { _id: buyer.id },
      reciever: { _id: seller.id },
      unread: false,
      car: { _id: car.id },
    },
  ])
  const theirs = (await server.call(chatRoutes.myChatList, { token: seller.token })).reply.data
  expect(theirs).toMatchObject([{ unread: true }])
})

test('A blocked person cannot write, through the server or directly, even before a chat', async () => {
  const [ada, ben, cyd] = [await member(), await member(), await member()]
  await send(ada, ben, 'before')
  const block = (who: Member, other: Member, blocked: boolean) =>
    server.call(conversationRoutes.setChat, { token: who.token, body: { other: other.id, blocked } })
  await block(ben, ada, true)
  await block(cyd, ada, true)
  await deliverChats(server.deps)
  const store = phone(ada)
  for (const other of [ben, cyd]) {
    expect((await send(ada, other, 'after')).error.code).toBe('forbidden')
    await expect(
      store.send(other.id, { id: `x-${other.id}`, message: 'after', timestamp: 1 }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
  await block(ben, ada, false)
  await deliverChats(server.deps)
  await store.send(ben.id, { id: 'again', message: 'again', timestamp: 1 })
  expect(await seenBy(ben, ada, (all) => all.length === 2)).toEqual(['before', 'again'])
})

test('Unread messages are told by e-mail after ten minutes, once until they are read [R-CHAT-08]', async () => {
  const [ada, ben] = [await member(), await member()]
  const emails = async () => {
    const text = `select count(*)::int as n from mail_outbox where recipient = $1`
    return (await server.db.row(z.object({ n: z.int() }), { text, values: [`${ben.id}@example.org`] }))?.n
  }
  const round = async (minutes: number) => {
    server.clock.advance(minutes * minute)
    await emailUnreadInFirestore(server.deps)
    server.clock.advance(-minutes * minute)
    return emails()
  }
  const store = phone(ada)
  await store.send(ben.id, { id: 'a', message: 'one', timestamp: 1 })
  expect(await round(9)).toBe(0)
  expect(await round(11)).toBe(1)
  await store.send(ben.id, { id: 'b', message: 'two', timestamp: 1 })
  expect(await round(11)).toBe(1)
  await phone(ben).markRead(ada.id, 'b')
  await store.send(ben.id, { id: 'c', message: 'three', timestamp: 1 })
  expect(await round(11)).toBe(2)
})

test('What nobody has read for 30 days goes, and what was read stays [R-STATE-23 R-ENT-37]', async () => {
  const [ada, ben, cyd] = [await member(), await member(), await member()]
  const store = phone(ada)
  await store.send(ben.id, { id: 'a', message: 'read', timestamp: 1 })
  await phone(ben).markRead(ada.id, 'a')
  await store.send(ben.id, { id: 'b', message: 'unread', timestamp: 1 })
  await store.send(cyd.id, { id: 'c', message: 'never read', timestamp: 1 })
  server.clock.advance(29 * day)
  await forgetUndeliveredInFirestore(server.deps)
  expect((await document(ada, cyd)).status).toBe(200)
  server.clock.advance(2 * day)
  await forgetUndeliveredInFirestore(server.deps)
  server.clock.advance(-31 * day)
  expect((await document(ada, cyd)).status).toBe(404)
  expect(await seenBy(ben, ada, (all) => all.length > 0)).toEqual(['read'])
  // Both people can continue the chat.
  await store.send(ben.id, { id: 'd', message: 'next', timestamp: 1 })
  expect(await seenBy(ben, ada, (all) => all.length > 1)).toEqual(['read', 'next'])
})

test('Chats of a deleted account go from Firestore with all their pages', async () => {
  const [ada, ben] = [await member(), await member()]
  const words = Array.from({ length: 74 }, (_, n) => ({
    id: `n${n}`,
    sender: ben.id,
    message: 'x',
    timestamp: n,
  }))
  const name = `${owner().root}/chats/${chatKey(ada.id, ben.id)}`
  const fields = fieldsOf({ users: [ada.id, ben.id].sort(), messages: words, moved: 0 })
  await owner().ask(':commit', { writes: [{ update: { name, fields } }] })
  await send(ada, ben, 'the 75th')
  await deliverChats(server.deps)
  const page = `/chats/${chatKey(ada.id, ben.id)}/pages/0`
  expect((await owner().ask(page)).status).toBe(200)
  await server.db.tx(async (sql) => {
    await endChatsOf(sql, server.deps, ada.id)
    await sql.run({ text: 'delete from users where id = $1', values: [ada.id] })
  })
  await deliverChats({ ...server.deps, now: () => new Date(Date.now() + minute) })
  expect([(await document(ada, ben)).status, (await owner().ask(page)).status]).toEqual([404, 404])
})
