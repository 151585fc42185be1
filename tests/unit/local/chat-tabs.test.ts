import { afterEach, describe, expect, test } from 'vitest'
import type { ChatsState } from '../../../src/local/chat/chat-store.ts'
import { createEmbeddedStore } from '../../../src/local/chat/embedded-store.ts'
import { bareEnv, type LockApi } from '../../../src/local/platform/env.ts'
import { request, type AuthedRequest } from '../../../src/local/transport/http-client.ts'
import { change, chatServer, delta, full, handClock, me, message, messages, settled } from './chat-server.ts'
import { channels, events, fakeLocks } from './page.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Tabs of one browser with the same server. A frozen tab runs no timers and receives nothing. */
function browser() {
  const server = chatServer()
  const clock = handClock()
  const locks: LockApi = fakeLocks()
  const channel = channels()
  async function tab() {
    const page = { visible: true, frozen: false, document: events() }
    const ask: AuthedRequest = (route, o) =>
      request({ ...clock, fetch: server.fetch }, route, { ...o, key: 'key' })
    const store = createEmbeddedStore({
      me,
      ask,
      http: { ...clock, fetch: server.fetch },
      token: () => ({ token: 'token', sub: me }),
      renew: () => Promise.resolve({ is: 'over' }),
      dropToken: () => undefined,
      env: bareEnv({
        ...clock,
        setTimeout: (work, ms) =>
          clock.setTimeout(() => {
            if (!page.frozen) work()
          }, ms),
        random: () => 0.5,
        isVisible: () => page.visible,
        document: page.document,
        locks,
        channel(name) {
          const real = channel(name)
          const mine: ReturnType<typeof channel> = {
            onmessage: null,
            postMessage: (data) => {
              if (!page.frozen) real.postMessage(data)
            },
            close: real.close,
          }
          real.onmessage = (event) => {
            if (!page.frozen) mine.onmessage?.(event)
          }
          return mine
        },
      }),
    })
    closing.push(() => void store.close())
    let state: ChatsState | undefined
    store.subscribeChats((now) => {
      state = now
    })
    await settled()
    return {
      store,
      page,
      now: () => state,
      words: () => state?.chats.flatMap((chat) => chat.messages.map((m) => m.message)),
      look(visible: boolean) {
        page.visible = visible
        page.document.fire('visibilitychange')
        return settled()
      },
    }
  }
  return { server, clock, tab }
}

describe('The tabs of a browser', () => {
  test('share one stream and see the same', async () => {
    const { server, tab } = browser()
    const first = await tab()
    const second = await tab()
    await server.last().tell(full(1, [change('bob', messages(1, 2))]))
    const third = await tab()
    expect(server.streams).toHaveLength(1)
    await server.last().tell(delta(2, 1, [change('bob', [message(3, 'bob')])]))
    for (const { now, words } of [first, second, third]) {
      expect(now()?.live).toBe(true)
      expect(words()).toEqual(['message 1', 'message 2', 'message 3'])
    }
    expect([first, second, third].map(({ now }) => now()?.follows)).toEqual([undefined, true, true])
    await server.last().drop()
    expect([first, second, third].map(({ now }) => now()?.live)).toEqual([false, false, false])
  })
  test('elect a new leader when the old one closes, and resume its position', async () => {
    const { server, tab } = browser()
    const first = await tab()
    const second = await tab()
    await server.last().tell(full(5, [change('bob', messages(1, 2))]))
    void first.store.close()
    await settled()
    expect(server.streams.map(({ open, from }) => [open, from])).toEqual([
      [false, undefined],
      [true, '5'],
    ])
    expect(second.now()).toMatchObject({ live: false })
    await server.last().tell(delta(6, 1, [change('bob', [message(3, 'bob')])]))
    expect(second.words()).toHaveLength(3)
    expect(second.now()).not.toHaveProperty('follows')
  })
  test('replace a frozen leader, which no longer leads when it wakes up', async () => {
    const { server, clock, tab } = browser()
    const first = await tab()
    const second = await tab()
    await server.last().tell(full(5, []))
    first.page.frozen = true
    await clock.pass(20_000)
    expect(server.streams).toHaveLength(1)
    await clock.pass(25_000)
    expect(server.open()).toHaveLength(1)
    expect(server.last()).toMatchObject({ open: true, from: '5' })
    await server.last().tell(delta(6, 1, [change('bob', messages(1, 1))]))
    first.page.frozen = false
    await clock.pass(15_000)
    expect([first.now()?.live, first.words(), first.now()?.follows]).toEqual([true, ['message 1'], true])
    expect(second.now()?.live).toBe(true)
    expect(server.open()).toHaveLength(1)
  })
  test('leave a leader alone that beats, however long nothing is written', async () => {
    const { server, clock, tab } = browser()
    await tab()
    await tab()
    await server.last().tell(full(1, []))
    for (let beats = 0; beats < 20; beats++) {
      await clock.pass(25_000)
      await server.last().beat()
    }
    expect(server.streams).toHaveLength(1)
  })
  test('are led by one that somebody looks at', async () => {
    const { server, clock, tab } = browser()
    const first = await tab()
    const second = await tab()
    await server.last().tell(full(1, []))
    await first.look(false)
    await clock.pass(61_000)
    await settled()
    expect(server.open()).toHaveLength(1)
    expect([first.now()?.follows, second.now()?.follows]).toEqual([true, undefined])
    await server.last().tell(delta(2, 1, [change('bob', messages(1, 1))]))
    expect([first.words(), first.now()?.live]).toEqual([['message 1'], true])
    // No tab is visible.
    await second.look(false)
    await clock.pass(61_000)
    expect(server.open()).toEqual([])
    expect([first.now()?.live, second.now()?.live]).toEqual([false, false])
    await first.look(true)
    expect(server.open()).toHaveLength(1)
  })
  test('that missed an event are told everything by the leader', async () => {
    const { server, tab } = browser()
    await tab()
    const second = await tab()
    await server.last().tell(full(1, [change('bob', messages(1, 1))]))
    second.page.frozen = true
    await server.last().tell(delta(2, 1, [change('bob', [message(2, me)])]))
    second.page.frozen = false
    await server.last().tell(delta(3, 1, [change('bob', [message(3, 'bob')])]))
    expect(second.words()).toEqual(['message 1', 'message 2', 'message 3'])
    expect(server.streams).toHaveLength(1)
  })
})
