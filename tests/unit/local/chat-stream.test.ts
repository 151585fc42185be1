import { afterEach, describe, expect, test } from 'vitest'
import type { ChatsState } from '../../../src/local/chat/chat-store.ts'
import { createEmbeddedStore, type EmbeddedPorts } from '../../../src/local/chat/embedded-store.ts'
import { bareEnv } from '../../../src/local/platform/env.ts'
import { request, type AuthedRequest } from '../../../src/local/transport/http-client.ts'
import { change, chatServer, delta, full, handClock, me, message, messages, settled } from './chat-server.ts'
import { events } from './page.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function open(server: ReturnType<typeof chatServer>, given: Partial<EmbeddedPorts> = {}) {
  const clock = handClock()
  const page = { visible: true, window: events(), document: events() }
  const tokens = { now: 'token-1', dropped: [] as string[], renewed: [] as string[] }
  const http = { fetch: server.fetch, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout }
  const ask: AuthedRequest = (route, o) => request(http, route, { ...o, token: tokens.now, key: 'key' })
  const store = createEmbeddedStore({
    me,
    ask,
    http,
    token: () => ({ token: tokens.now, sub: me }),
    renew(spent) {
      tokens.renewed.push(spent)
      tokens.now = 'token-2'
      return Promise.resolve({ is: 'new', token: 'token-2' })
    },
    dropToken: (token) => void tokens.dropped.push(token),
    env: bareEnv({
      ...clock,
      random: () => 0.5,
      isVisible: () => page.visible,
      window: page.window,
      document: page.document,
    }),
    ...given,
  })
  closing.push(() => void store.close())
  const seen: ChatsState[] = []
  store.subscribeChats((state) => void seen.push(state))
  const now = () => {
    const last = seen.at(-1)
    if (!last) throw new Error('Nothing was told')
    return last
  }
  const look = (visible: boolean) => {
    page.visible = visible
    page.document.fire('visibilitychange')
  }
  return { store, clock, page, look, tokens, seen, now }
}
const words = (state: ChatsState) => state.chats.flatMap((chat) => chat.messages.map((m) => m.message))

describe('The event stream', () => {
  test('is live with its first event, and tells each change after it [R-CHAT-15]', async () => {
    const server = chatServer()
    const { now } = open(server)
    await settled()
    expect(now().live).toBe(false)
    await server.last().tell(full(7, [change('bob', messages(1, 2))]))
    expect([now().live, words(now())]).toEqual([true, ['message 1', 'message 2']])
    await server.last().tell(delta(8, 1, [change('bob', [message(3, 'bob')])]))
    expect(words(now())).toEqual(['message 1', 'message 2', 'message 3'])
  })
  test('that broke is opened again and continues from the last number [R-CHAT-15]', async () => {
    const server = chatServer()
    const { now, clock } = open(server)
    await settled()
    await server.last().tell(full(7, [change('bob', messages(1, 2))]))
    await server.last().drop()
    expect(now()).toMatchObject({ live: false, error: 'offline' })
    expect(words(now())).toHaveLength(2)
    await clock.pass(2000)
    expect(server.last()).toMatchObject({ from: '7', open: true })
    await server.last().tell(delta(8, 1, [change('bob', [message(3, 'bob')])]))
    expect([now().live, words(now())]).toEqual([true, ['message 1', 'message 2', 'message 3']])
  })
  test('backs off while it cannot open, and retries at once when online', async () => {
    const server = chatServer()
    server.o.signal = false
    const { clock, page } = open(server)
    await clock.pass(120_000)
    expect(server.o.asked).toBeGreaterThan(6)
    expect(server.o.asked).toBeLessThan(12)
    server.o.signal = true
    const before = server.streams.length
    page.window.fire('online')
    await settled()
    expect(server.streams.length).toBe(before + 1)
  })
  test('that ends soon after each start is opened less and less often', async () => {
    const server = chatServer()
    const { clock } = open(server)
    await settled()
    for (let minutes = 0; minutes < 10; minutes++) {
      for (let seconds = 0; seconds < 60; seconds++) {
        if (server.last().open) await server.last().tell(full(1, []))
        if (server.last().open) await server.last().drop()
        await clock.pass(1000)
      }
    }
    expect(server.streams.length).toBeLessThan(30)
  })
  test('closes after 40 seconds of silence, and a heartbeat counts as activity', async () => {
    const server = chatServer()
    const { now, clock } = open(server)
    await settled()
    const first = server.last()
    await first.tell(full(1, []))
    for (let beats = 0; beats < 4; beats++) {
      await clock.pass(25_000)
      await first.beat()
    }
    expect([first.open, now().live]).toEqual([true, true])
    await clock.pass(39_000)
    expect(first.open).toBe(true)
    await clock.pass(2000)
    expect([first.open, server.streams.length]).toEqual([false, 2])
  })
  test('continues before an event that it could not read', async () => {
    const server = chatServer()
    const { clock, now } = open(server)
    await settled()
    await server.last().tell(full(1, [change('bob', messages(1, 2))]))
    await server.last().tell({ ...delta(2, 1), count: 'one' } as never)
    expect(now().live).toBe(false)
    expect(server.open()).toHaveLength(0)
    await clock.pass(5000)
    expect(server.last().from).toBe('1')
  })
  test('asks for everything when it does not have as many chats as there are', async () => {
    const server = chatServer()
    const { now } = open(server, {
      known: { number: 5, chats: [] },
    })
    await settled()
    expect(server.last().from).toBe('5')
    await server.last().tell(delta(6, 2, [change('bob', messages(1, 1))]))
    await settled()
    expect([server.streams.length, server.last().from]).toEqual([2, undefined])
    await server.last().tell(full(6, [change('bob', messages(1, 1)), change('cyn', messages(1, 1, 'cyn'))]))
    expect(
      now()
        .chats.map(({ other }) => other)
        .sort(),
    ).toEqual(['bob', 'cyn'])
    // When the count of a full event differs too, the phone does not reconnect again.
    await server.last().tell(full(7, [change('bob', messages(1, 1))], 3))
    await settled()
    expect(server.streams).toHaveLength(2)
  })
  test('whose token ran out goes on with a new one', async () => {
    const server = chatServer()
    server.o.refusal = { status: 401, code: 'token_expired' }
    const { tokens, clock } = open(server)
    await settled()
    expect(tokens.renewed).toEqual(['token-1'])
    server.o.refusal = undefined
    await clock.pass(5000)
    expect(server.last().token).toBe('token-2')
  })
  test('stops without a plan, says why, and goes on when it is asked to [R-CHAT-01]', async () => {
    const server = chatServer()
    server.o.refusal = { status: 403, code: 'subscription_required' }
    const { now, clock, store, page } = open(server)
    await settled()
    expect(now()).toMatchObject({ live: false, error: 'forbidden' })
    server.o.refusal = undefined
    await clock.pass(600_000)
    page.window.fire('online')
    await settled()
    expect(server.streams).toEqual([])
    store.retry?.()
    await settled()
    expect(server.streams).toHaveLength(1)
  })
  test('closes after a hidden minute and reopens when someone looks at the page', async () => {
    const server = chatServer()
    const { now, clock, look } = open(server)
    await settled()
    const first = server.last()
    await first.tell(full(3, []))
    look(false)
    await clock.pass(30_000)
    await first.beat()
    expect([first.open, now().live]).toEqual([true, true])
    await clock.pass(31_000)
    expect([first.open, now().live]).toEqual([false, false])
    await clock.pass(3_600_000)
    expect(server.streams).toHaveLength(1)
    look(true)
    await settled()
    expect(server.last()).toMatchObject({ from: '3', open: true })
  })
  test('is not live from the moment the browser says that it is offline', async () => {
    const server = chatServer()
    const { now, page } = open(server)
    await settled()
    await server.last().tell(full(1, []))
    page.window.fire('offline')
    expect(now()).toMatchObject({ live: false, error: 'offline' })
  })
  test('that a page returns to after sleep is reopened instead of trusted', async () => {
    const server = chatServer()
    const { clock, look } = open(server)
    await settled()
    await server.last().tell(full(1, []))
    await clock.pass(30_000)
    look(true)
    await settled()
    expect(server.streams).toHaveLength(2)
  })
})

describe('The copy of the chats', () => {
  test('has no gaps, because messages that do not adjoin replace the old ones', async () => {
    const server = chatServer()
    const { now } = open(server)
    await settled()
    await server.last().tell(full(1, [change('bob', messages(1, 3))]))
    await server.last().tell(delta(9, 1, [change('bob', messages(50, 60))]))
    expect(now().chats[0]?.messages.map(({ n }) => n)).toEqual(messages(50, 60).map(({ n }) => n))
    await server.last().tell(delta(10, 1, [change('bob', messages(61, 62), { whole: true })]))
    expect(now().chats[0]?.messages.map(({ n }) => n)).toEqual([61, 62])
  })
  test('keeps what it knows before the last messages that a full answer names', async () => {
    const server = chatServer()
    const { now } = open(server, { known: undefined })
    await settled()
    await server.last().tell(full(1, [change('bob', messages(1, 40))]))
    await server.last().tell(full(2, [change('bob', messages(38, 41))]))
    expect(now().chats[0]?.messages).toHaveLength(41)
    // The same places with other messages are another history.
    await server.last().tell(full(1, [change('bob', [message(41, 'eve'), message(42, 'eve')])]))
    expect(now().chats[0]?.messages).toHaveLength(2)
  })
  test('has the last hundred messages of each of the newest hundred chats', async () => {
    const server = chatServer()
    const { now } = open(server)
    await settled()
    await server.last().tell(full(1, [change('bob', messages(1, 100))]))
    await server.last().tell(delta(2, 1, [change('bob', messages(101, 130))]))
    expect(now().chats[0]?.messages.map(({ n }) => n)).toEqual(messages(31, 130).map(({ n }) => n))
    const many = Array.from({ length: 100 }, (_, i) => change(`p${i}`, [message(i + 1, `p${i}`)]))
    await server.last().tell(full(3, many))
    await server.last().tell(delta(4, 100, [change('new', [message(500, 'new')])]))
    await settled()
    expect([now().chats.length, now().chats[0]?.other]).toEqual([100, 'new'])
    expect(now().chats.some(({ other }) => other === 'p0')).toBe(false)
    expect(server.streams).toHaveLength(1)
  })
})

describe('Marks', () => {
  test('of messages that arrived are told together, once', async () => {
    const server = chatServer()
    const { store, clock } = open(server)
    await settled()
    void store.markDelivered('bob', 'm1')
    void store.markDelivered('cyn', 'm5')
    void store.markDelivered('bob', 'm3')
    await clock.pass(1000)
    expect(server.to('chat/mark').map(({ body }) => body)).toEqual([
      {
        as: 'delivered',
        chats: [
          { other: 'bob', last: 'm3' },
          { other: 'cyn', last: 'm5' },
        ],
      },
    ])
  })
})
