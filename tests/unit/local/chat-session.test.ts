import { describe, expect, test } from 'vitest'
import type { ChatEntry } from '#contract/chat/chat.ts'
import { createChatCache } from '../../../src/local/chat/cache.ts'
import { ChatError, type ChatsState, type ChatStore } from '../../../src/local/chat/chat-store.ts'
import { openChatSession } from '../../../src/local/chat/chat-session.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { Chat, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { AppError } from '#contract/errors.ts'
import type { AuthedRequest } from '../../../src/local/transport/http-client.ts'
import { me, message, messages, settled } from './chat-server.ts'

const chat = (other: string, last: number, more: Partial<Chat> = {}): Chat => ({
  other,
  messages: messages(Math.max(1, last - 2), last, other),
  lastSender: last % 2 === 0 ? me : other,
  receiverHasRead: false,
  deliveredTo: 0,
  readTo: 0,
  ownReadTo: 0,
  updatedAt: last,
  ...more,
})
const named = (other: string, muted = false): ChatEntry => ({
  _id: `${me}_${other}`,
  sender: { _id: other, fullname: other, avatarurl: '' },
  reciever: { _id: me, fullname: me, avatarurl: '' },
  unread: true,
  updated_at: new Date(0).toISOString(),
  muted,
  blocked: false,
})

/** A phone with a database, and a chat store under control of the test. */
function phone() {
  const own = memoryStore<OwnTables>(ownSchema)
  const o = {
    signal: true,
    entries: [named('bob'), named('cyn', true)],
    cached: undefined as ChatEntry[] | undefined,
    /** Promise that delays the responses. */
    slow: Promise.resolve(),
    asked: 0,
    now: 77,
  }
  const log: string[] = []
  async function start() {
    let tell: (state: ChatsState) => void = () => undefined
    const mark = (as: string) => (other: string, last: string) => {
      log.push(`${as} ${other} ${last}`)
      return o.signal ? Promise.resolve() : Promise.reject(new ChatError('offline'))
    }
    const store: ChatStore = {
      kind: 'embedded',
      subscribeChats(listener) {
        tell = listener
        listener({ live: false, chats: known })
        return () => undefined
      },
      send: () => Promise.resolve(),
      markRead: mark('read'),
      markDelivered: mark('delivered'),
      loadOlder: () => Promise.resolve(messages(1, 3)),
      close: () => Promise.resolve(),
    }
    let known: readonly Chat[] = []
    const cache = createChatCache(() => Promise.resolve(own))
    const unread = cell<number | undefined>(undefined)
    const ask = (async () => {
      o.asked++
      const { signal, entries: data } = o
      await o.slow
      if (!signal) return { ok: false, status: 0, error: new AppError('network') }
      const body = { success: true, msg: '', data }
      return { ok: true, status: 200, body, replayed: false, fromPhone: false }
    }) as unknown as AuthedRequest
    let counted = 0
    const session = await openChatSession({
      me,
      open(kept) {
        known = kept.chats
        return Promise.resolve(store)
      },
      cache: {
        ...cache,
        async save(changes) {
          await cache.save(changes)
          log.push('committed')
        },
      },
      ask,
      entries: {
        read: () => Promise.resolve(o.cached),
        keep(entries) {
          o.cached = entries
          return Promise.resolve()
        },
      },
      serverNow: () => o.now,
      unread,
      counted: () => void counted++,
    })
    return {
      session,
      unread: unread.get,
      view: session.view.get,
      counted: () => counted,
      hear: (state: Partial<ChatsState> & { chats: readonly Chat[] }) => {
        tell({ live: true, number: 1, ...state })
        return settled()
      },
    }
  }
  return { o, log, start }
}

describe('The chats of a person', () => {
  test('appear at once from the cache and are marked as not live', async () => {
    const { o, start } = phone()
    const first = await start()
    expect([first.view().known, first.view().chats]).toEqual([false, []])
    await first.hear({ chats: [chat('bob', 5)] })
    first.session.close()
    o.signal = false
    const { view } = await start()
    expect(view()).toMatchObject({ live: false, known: true, asOf: 77 })
    expect(view().chats[0]?.messages).toHaveLength(3)
    expect(view().entries?.get('bob')?.sender.fullname).toBe('bob')
  })
  test('are marked as delivered once they are committed here, and not again', async () => {
    const { log, start } = phone()
    const { hear, session } = await start()
    await hear({ chats: [chat('bob', 5), chat('cyn', 4)] })
    expect(log).toEqual(['committed', 'delivered bob m5-bob', 'delivered cyn m3-cyn'])
    log.length = 0
    await hear({ chats: [chat('bob', 6, { readTo: 4 }), chat('cyn', 4)] })
    expect(log).toEqual(['committed'])
    session.close()
    log.length = 0
    const next = await start()
    await next.hear({ chats: [chat('bob', 7), chat('cyn', 4)] })
    expect(log).toEqual(['committed', 'delivered bob m7-bob'])
  })
  test('are marked as delivered with the next live moment where the mark was lost', async () => {
    const { o, log, start } = phone()
    const { hear } = await start()
    o.signal = false
    await hear({ chats: [chat('bob', 5)] })
    o.signal = true
    log.length = 0
    await hear({ live: false, chats: [chat('bob', 5)] })
    expect(log).toEqual([])
    await hear({ chats: [chat('bob', 5)] })
    await hear({ chats: [chat('bob', 5)] })
    expect(log.filter((line) => line !== 'committed')).toEqual(['delivered bob m5-bob'])
  })
  test('are kept and marked by the tab that leads alone', async () => {
    const { log, start } = phone()
    const { hear, view } = await start()
    await hear({ chats: [chat('bob', 5)], follows: true })
    expect([log, view().live, view().chats.length]).toEqual([[], true, 1])
    await hear({ chats: [chat('bob', 5)] })
    expect(log[0]).toBe('committed')
  })
  test('leave the phone when they ended while another tab led', async () => {
    const { start } = phone()
    const leader = await start()
    const { hear, session } = await start()
    await leader.hear({ chats: [chat('bob', 5), chat('cyn', 5)] })
    await hear({ chats: [chat('bob', 5), chat('cyn', 5)], follows: true })
    leader.session.close()
    await hear({ chats: [chat('bob', 5)], follows: true })
    await hear({ chats: [chat('bob', 5)] })
    session.close()
    expect((await start()).view().chats.map(({ other }) => other)).toEqual(['bob'])
  })
  test('read offline show as read, and the read mark is sent once live', async () => {
    const { o, log, start } = phone()
    const first = await start()
    await first.hear({ chats: [chat('bob', 5)] })
    await first.hear({ live: false, chats: [chat('bob', 5)] })
    o.signal = false
    log.length = 0
    first.session.markRead('bob')
    await settled()
    expect(first.view().chats[0]).toMatchObject({ receiverHasRead: true, ownReadTo: 5 })
    expect(log).toEqual([])
    first.session.close()
    const next = await start()
    expect(next.view().chats[0]).toMatchObject({ receiverHasRead: true, ownReadTo: 5 })
    o.signal = true
    await next.hear({ chats: [chat('bob', 5)] })
    expect(log.filter((line) => line.startsWith('read'))).toEqual(['read bob m5-bob'])
    // A message that arrived meanwhile is unread.
    await next.hear({ chats: [chat('bob', 7)] })
    expect(next.view().chats[0]).toMatchObject({ receiverHasRead: false, ownReadTo: 5 })
  })
  test('stay unread where another message replaced the one that was read offline', async () => {
    const { o, log, start } = phone()
    const { hear, session, view } = await start()
    await hear({ chats: [chat('bob', 5)] })
    await hear({ live: false, chats: [chat('bob', 5)] })
    o.signal = false
    session.markRead('bob')
    await settled()
    o.signal = true
    log.length = 0
    const other = { ...message(5, 'bob'), id: 'later' }
    const again = chat('bob', 5, { messages: [...messages(3, 4), other], updatedAt: 9 })
    await hear({ chats: [again] })
    expect(view().chats[0]).toMatchObject({ receiverHasRead: false, ownReadTo: 0 })
    expect(log).toEqual(['committed', 'delivered bob later'])
    session.markRead('bob')
    await settled()
    expect(log.at(-1)).toBe('read bob later')
    expect(view().chats[0]).toMatchObject({ receiverHasRead: true, ownReadTo: 5 })
  })
  test('are not marked as read when nothing of the other person is unread', async () => {
    const { log, start } = phone()
    const { hear, session } = await start()
    await hear({ chats: [chat('bob', 4, { ownReadTo: 3 })] })
    session.markRead('bob')
    await settled()
    expect(log.filter((line) => line.startsWith('read'))).toEqual([])
  })
  test('are counted from live data only, without those that are muted [R-NAV-36]', async () => {
    const { start } = phone()
    const { hear, unread, view, session, counted } = await start()
    const all = [chat('bob', 5), chat('cyn', 5), chat('dan', 4)]
    await hear({ live: false, chats: all })
    expect([view().chats.length, unread()]).toEqual([3, undefined])
    await hear({ chats: all })
    expect([unread(), counted()]).toEqual([1, 1])
    await hear({ live: false, chats: all })
    expect(unread()).toBeUndefined()
    await hear({ chats: [chat('bob', 5, { receiverHasRead: true })] })
    expect([unread(), counted()]).toEqual([0, 2])
    session.close()
    expect(unread()).toBeUndefined()
  })
  test('have their older messages from the phone where it has them', async () => {
    const { start } = phone()
    const { hear, session } = await start()
    await hear({ chats: [chat('bob', 6)] })
    expect((await session.older('bob', 4)).map(({ n }) => n)).toEqual([1, 2, 3])
    session.store.loadOlder = () => Promise.reject(new ChatError('offline'))
    expect((await session.older('bob', 4)).map(({ n }) => n)).toEqual([1, 2, 3])
    await expect(session.older('bob', 3)).resolves.toHaveLength(2)
    await expect(session.older('cyn', 3)).rejects.toThrow('offline')
  })
})

describe('The names of a person’s chats', () => {
  /** Delays responses until the returned function is called. */
  function slowly(o: ReturnType<typeof phone>['o']) {
    let answer = () => {}
    o.slow = new Promise((resolve) => (answer = resolve))
    return () => {
      answer()
      return settled()
    }
  }
  test('come for a chat that began while the list was on its way', async () => {
    const { o, start } = phone()
    const { hear, view } = await start()
    const answer = slowly(o)
    await hear({ chats: [chat('bob', 5)] })
    o.entries = [...o.entries, named('dan')]
    await hear({ chats: [chat('bob', 5), chat('dan', 1)] })
    await answer()
    expect(view().entries?.get('dan')?.sender.fullname).toBe('dan')
  })
  test('are asked for once where the list never has them', async () => {
    const { o, start } = phone()
    const { hear } = await start()
    for (const last of [1, 3, 5]) await hear({ chats: [chat('gus', last)] })
    expect(o.asked).toBe(1)
  })
  test('say what was decided while an older answer was on its way', async () => {
    const { o, start } = phone()
    const { hear, session, view } = await start()
    const answer = slowly(o)
    await hear({ chats: [chat('bob', 5)] })
    o.entries = [named('bob', true)]
    const refreshed = session.refresh()
    await answer()
    await refreshed
    expect(view().entries?.get('bob')?.muted).toBe(true)
  })
  test('come again with a chat opened for a second car soon after the first', async () => {
    const { o, start } = phone()
    const { hear, session } = await start()
    await hear({ chats: [chat('bob', 5)] })
    session.freshen()
    await settled()
    expect(o.asked).toBe(1)
    o.now += 20_000
    session.freshen()
    await settled()
    expect(o.asked).toBe(2)
  })
  test('go with a chat whose other person left', async () => {
    const { o, start } = phone()
    const { hear, view } = await start()
    await hear({ chats: [chat('bob', 5), chat('cyn', 5)] })
    o.entries = [named('bob')]
    await hear({ chats: [chat('bob', 5)] })
    expect([...(view().entries?.keys() ?? [])]).toEqual(['bob'])
  })
})
