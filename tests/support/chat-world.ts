// A listening server with people who may chat, and requests of their phones.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { conversationRoutes, type ChatsEvent } from '#contract/chat/conversation.ts'
import { testServer, type TestServer, type TestServerOptions } from './api.ts'
import { type OpenStream, openStream } from './chat-streams.ts'
import { addUser, furnish, subscribe } from './motorkin.ts'

export const chatPeople = ['ada', 'ben', 'cyd'] as const
type Name = (typeof chatPeople)[number] | 'nobody'

/** Registers the hooks of a test file; before each test all people are new and have a plan. */
export function chatWorld(o: TestServerOptions = {}) {
  const tokens = new Map<string, string>()
  const open: OpenStream[] = []
  let server: TestServer
  let origin = ''
  let sent = 0

  beforeAll(async () => {
    server = await testServer({ seed: async ({ db }) => void (await furnish(db)), ...o })
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { db } = server
    await db.run({ text: 'delete from users where id = any ($1)', values: [chatPeople] })
    await db.run({ text: 'delete from idempotency' })
    for (const id of chatPeople) {
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
  const token = (who: Name) => tokens.get(who) ?? ''
  const listen = async (who: Name, from?: number) => {
    const stream = await openStream(origin, token(who), from)
    open.push(stream)
    return stream
  }
  const post = (from: Name, to: string, message: string, more: object = {}) => {
    const body = { receiver: to, message, timestamp: 1, client_ref: `m-${(sent += 1)}`, ...more }
    return server.call(conversationRoutes.sendMessage, { body, token: token(from) })
  }
  const mark = (who: Name, as: 'delivered' | 'read', other: string, last: string) => {
    const body = { as, chats: [{ other, last }] }
    return server.call(conversationRoutes.markChats, { body, token: token(who) })
  }
  return {
    get server() {
      return server
    },
    get origin() {
      return origin
    },
    token,
    listen,
    /** Sends a message and returns the response, whatever it is. */
    post,
    /** Sends a message; throws unless it is stored. */
    send: async (from: Name, to: string, message: string, client_ref = `m-${(sent += 1)}`) =>
      (await post(from, to, message, { client_ref })).reply.data,
    mark,
    older: (who: Name, other: string, before = 1000) =>
      server.call(conversationRoutes.olderMessages, {
        params: { other, before: String(before) },
        token: token(who),
      }),
    /** Returns all chats of a person from the first event of a stream. */
    chats: async (who: Name, from?: number): Promise<ChatsEvent> => {
      const stream = await listen(who, from)
      for (;;) {
        const [first] = stream.events
        if (first) return first
        await stream.next()
      }
    },
  }
}
