import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { type OpenStream, openStream } from '../support/chat-streams.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'

let server: TestServer
let origin = ''
const open: OpenStream[] = []
const tokens = new Map<string, string>()
const people = ['ada', 'ben', 'cyd']

beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: 'delete from users where id = any ($1)', values: [people] })
  for (const id of people) {
    tokens.set(id, await server.token(await addUser(db, { id })))
    await subscribe(db, id, 'platinum', { until: '2027-01-01T00:00:00Z' })
  }
})
afterEach(async () => {
  for (const stream of open.splice(0)) {
    stream.close()
    await stream.ended
  }
})

const token = (who: string) => tokens.get(who) ?? ''
const listen = async (who: string, from?: number) => {
  const stream = await openStream(origin, token(who), from)
  open.push(stream)
  return stream
}
let sent = 0
const send = async (from: string, to: string, message: string, client_ref = `m-${(sent += 1)}`) => {
  const body = { receiver: to, message, timestamp: 1, client_ref }
  return (await server.call(conversationRoutes.sendMessage, { body, token: token(from) })).reply.data
}

describe('The event stream', () => {
  test('A message reaches both people at once, with the place in their chat [R-CHAT-15]', async () => {
    const [ada, ben] = [await listen('ada'), await listen('ben')]
    expect(ada.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-api': '1',
    })
    await expect
      .poll(() => [ada.events[0], ben.events[0]])
      .toEqual([
        { number: 0, full: true, count: 0, chats: [] },
        { number: 0, full: true, count: 0, chats: [] },
      ])
    await send('ada', 'ben', 'Hello', 'first')
    await expect
      .poll(() => ben.events[1])
      .toMatchObject({
        number: 1,
        full: false,
        count: 1,
        chats: [
          {
            other: 'ada',
            last: 1,
            whole: false,
            last_sender: 'ada',
            receiver_has_read: false,
            own_read_to: 0,
          },
        ],
      })
    expect(ben.events[1]?.chats[0]?.messages).toEqual([
      { id: 'first', n: 1, sender: 'ada', message: 'Hello', timestamp: 1 },
    ])
    await expect
      .poll(() => ada.events[1]?.chats[0])
      .toMatchObject({ other: 'ben', own_read_to: 1, read_to: 0 })
  })
})
