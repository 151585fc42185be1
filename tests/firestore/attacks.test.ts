import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod/mini'
import { chatKey, chatRoutes } from '#contract/chat/chat.ts'
import { chatTokenRoutes } from '#contract/chat/token.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { endChatsOf } from '../../server/chat/store-of.ts'
import { deliverChats } from '../../server/chat/firestore/deliveries.ts'
import { emailUnreadInFirestore } from '../../server/chat/firestore/unread-rounds.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { fieldsOf, firestoreCaller } from '../support/firestore-rest.ts'
import { firestoreEnv } from '../support/firestore-server.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

/** Documents that people wrote by hand, and how the server handles them. */
let server: TestServer
let env: Awaited<ReturnType<typeof firestoreEnv>>
const minute = 60_000
beforeAll(async () => {
  env = await firestoreEnv(inject('firestore'))
  server = await testServer({ env, seed: async ({ db }) => void (await furnish(db)) })
  server.clock.set(new Date().toISOString())
})
afterAll(() => server.close())

async function member(id: string): Promise<{ id: string; token: string }> {
  const user = await addUser(server.db, { id, email: `${id}@example.org`, fullname: `Full ${id}` })
  await subscribe(server.db, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
  return { id, token: await server.token(user, 90 * 86_400) }
}
const owner = () => firestoreCaller(env.FIREBASE_EMULATOR_HOST, env.FIREBASE_PROJECT_ID, 'owner')
/** Writes chats, last changed the given number of minutes ago. */
async function lay(chats: readonly { sender: string; receiver: string; id?: string; ago: number }[]) {
  const writes = chats.map(({ sender, receiver, id = 'm', ago }) => ({
    update: {
      name: `${owner().root}/chats/${chatKey(sender, receiver)}`,
      fields: fieldsOf({
        users: [sender, receiver].sort(),
        messages: [{ id, sender, message: 'Hi', timestamp: 1 }],
        receiverHasRead: false,
        updatedAt: new Date(server.clock.now().getTime() - ago * minute),
      }),
    },
  }))
  expect((await owner().ask(':commit', { writes })).status).toBe(200)
}
async function emailsTo(id: string): Promise<number | undefined> {
  const text = `select count(*)::int as n from mail_outbox where recipient = $1`
  return (await server.db.row(z.object({ n: z.int() }), { text, values: [`${id}@example.org`] }))?.n
}

test('A message with an id that no table holds keeps nobody from their e-mails [R-CHAT-08]', async () => {
  const [victim, friend, enemy] = [await member('va'), await member('vb'), await member('vc')]
  await lay([
    { sender: enemy.id, receiver: victim.id, id: 'a\0b', ago: 20 },
    { sender: friend.id, receiver: victim.id, ago: 15 },
  ])
  await emailUnreadInFirestore(server.deps)
  expect(await emailsTo(victim.id)).toBe(1)
})

test('Unread chats in great number keep nobody from their e-mails [R-CHAT-08]', async () => {
  const [victim, friend] = [await member('na'), await member('nb')]
  const crowd = Array.from({ length: 501 }, (_, n) => ({
    sender: 'spam',
    receiver: `zz${n}`,
    // Some chats have the same time.
    ago: 100 + Math.floor(n / 60),
  }))
  await lay(crowd.slice(0, 250))
  await lay(crowd.slice(250))
  await lay([{ sender: friend.id, receiver: victim.id, ago: 15 }])
  await emailUnreadInFirestore(server.deps)
  expect(await emailsTo(victim.id)).toBe(1)
})

test('Chats of a deleted account go whatever their keys hold, and none begins again', async () => {
  const [leaver, other] = [await member('la'), await member('lb')]
  await lay([{ sender: leaver.id, receiver: 'zz?x=1#%', ago: 1 }])
  const body = { receiver: other.id, message: 'Bye', timestamp: 1, client_ref: 'bye' }
  await server.call(conversationRoutes.sendMessage, { token: leaver.token, body })
  await server.db.tx(async (sql) => {
    await endChatsOf(sql, server.deps, leaver.id)
    await sql.run({ text: 'delete from users where id = $1', values: [leaver.id] })
  })
  await deliverChats({ ...server.deps, now: () => new Date(Date.now() + minute) })
  const query = { from: [{ collectionId: 'chats' }] }
  const { body: left } = await owner().ask(':runQuery', { structuredQuery: query })
  expect(JSON.stringify(left)).not.toContain(`"stringValue":"${leaver.id}"`)
})

test('The chat list reads the newest hundred, and older-format chats when there are fewer', async () => {
  const [busy, old] = [await member('ba'), await member('bb')]
  await lay(Array.from({ length: 120 }, (_, n) => ({ sender: `zq${n}`, receiver: busy.id, ago: 200 - n })))
  await lay([{ sender: old.id, receiver: busy.id, ago: 1 }])
  const asked: string[] = []
  const fetched = globalThis.fetch
  globalThis.fetch = async (...args) => {
    const answer = await fetched(...args)
    asked.push(await answer.clone().text())
    return answer
  }
  try {
    const { data } = (await server.call(chatRoutes.myChatList, { token: busy.token })).reply
    expect(data.map(({ sender }) => sender._id)).toEqual([old.id])
  } finally {
    globalThis.fetch = fetched
  }
  expect(asked.join('').match(/"document"/g)).toHaveLength(100)
})

test('Who is suspended is out of Firestore within the hour [R-ROLE-12]', async () => {
  const { token } = await member('ta')
  const { lasts } = (await server.call(chatTokenRoutes.chatToken, { token, body: {} })).reply.data
  expect(lasts).toBeLessThanOrEqual(60 * minute)
})
