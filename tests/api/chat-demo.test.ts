import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { chatRoutes } from '#contract/chat/chat.ts'
import { messageFault } from '#contract/chat/message-rules.ts'
import { emailUnread } from '../../server/chat/email-unread.ts'
import { demoWorld, seedDemo } from '../../demo/seed.ts'
import { testServer, type TestServer } from '../support/api.ts'

/** The chats of the demo. */

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: async (deps) => void (await seedDemo(deps, { cars: 200 })) })
})
afterAll(() => server.close())

const [buyer, seller, dealer] = demoWorld(1, new Date('2026-03-01T09:00:00.000Z'), 200).people
const listOf = async (person = dealer) => {
  if (!person) throw new Error('nobody')
  const { id, fullname, email } = person
  const user = { id, fullname, email, avatarurl: '', is_subscriber: false, role: 'user' as const }
  const { reply } = await server.call(chatRoutes.myChatList, { token: await server.token(user) })
  return reply.data
}
const messageRow = z.object({ key: z.string(), message: z.string(), at: z.date(), id: z.string() })
const messages = () =>
  server.db.rows(messageRow, {
    text: 'select chat_key as key, message, sent_at as at, id from chat_messages order by chat_key, n',
  })

test('The demo dealer and seller have chats about cars, some of them unread [R-CHAT-04]', async () => {
  const [dealers, sellers] = [await listOf(dealer), await listOf(seller)]
  expect([dealers.length, sellers.length]).toEqual([10, 4])
  expect([...dealers, ...sellers].every(({ car }) => car !== undefined)).toBe(true)
  expect(dealers.filter(({ unread }) => unread).length).toBeGreaterThan(1)
  expect(sellers.filter(({ unread }) => unread).length).toBeGreaterThan(1)
  expect((await listOf(buyer)).map(({ unread }) => unread)).toEqual([false])
})

test('A person who answers in a demo chat has read the messages before', async () => {
  const unread = await server.db.rows(z.object({ key: z.string() }), {
    text: `select c.key from chats c join chat_messages m on m.chat_key = c.key
      where m.n > case when m.sender = c.first_user then c.second_read else c.first_read end
      and exists (select 1 from chat_messages x where x.chat_key = c.key and x.n > m.n and x.sender <> m.sender)`,
  })
  expect(unread).toEqual([])
})

test('One demo chat is longer than one download, and all messages are in order', async () => {
  const all = await messages()
  const keys = [...new Set(all.map(({ key }) => key))]
  const chats = keys.map((key) => all.filter((m) => m.key === key))
  expect(Math.max(...chats.map((chat) => chat.length))).toBe(121)
  for (const chat of chats) {
    const times = chat.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
  }
  expect(all.filter(({ at }) => at > server.clock.now())).toEqual([])
  expect(all.flatMap(({ message }) => messageFault(message) ?? [])).toEqual([])
})

test('The demo chats are the same for the same seed, and cause no e-mail', async () => {
  const again = await testServer({ seed: async (deps) => void (await seedDemo(deps, { cars: 200 })) })
  const text = 'select chat_key as key, message, sent_at as at, id from chat_messages order by chat_key, n'
  expect(await again.db.rows(messageRow, { text })).toEqual(await messages())
  await again.close()
  await emailUnread(server.deps)
  expect(await server.db.rows(z.object({ id: z.string() }), { text: 'select id from mail_outbox' })).toEqual(
    [],
  )
})
