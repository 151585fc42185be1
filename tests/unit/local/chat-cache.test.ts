import { describe, expect, test } from 'vitest'
import { createChatCache } from '../../../src/local/chat/cache.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { Chat, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { messages } from './chat-server.ts'

const chat = (from: number, to: number, more: Partial<Chat> = {}): Chat => ({
  other: 'bob',
  messages: messages(from, to),
  lastSender: 'bob',
  receiverHasRead: false,
  deliveredTo: 0,
  readTo: 0,
  ownReadTo: 0,
  updatedAt: to,
  ...more,
})
function cacheOf() {
  const store = memoryStore<OwnTables>(ownSchema)
  const cache = createChatCache(() => Promise.resolve(store))
  return {
    ...cache,
    put: (...changed: Chat[]) => cache.save({ changed, gone: [], number: 1, asOf: 1 }),
    /** Returns the places of all stored messages, oldest first, as scrolling back shows them. */
    places: async () => {
      const kept = (await cache.read()).chats[0]?.messages ?? []
      const found = kept.map(({ n }) => n)
      for (;;) {
        const older = await cache.older('bob', found[0] ?? 0)
        if (!older || older.length === 0) return found
        found.unshift(...older.map(({ n }) => n))
      }
    },
    rows: () => store.transaction('read', ['chats'], (tx) => tx.list('chats')),
  }
}
const upTo = (from: number, to: number) => messages(from, to).map(({ n }) => n)

describe('The chats that a phone keeps', () => {
  test('keep a message that newer ones push out of the last hundred', async () => {
    const { put, places } = cacheOf()
    for (let last = 100; last <= 260; last += 7) await put(chat(last - 99, last))
    expect(await places()).toEqual(upTo(1, 254))
  })
  test('are the last five hundred messages of a chat, and no more', async () => {
    const { put, places } = cacheOf()
    for (let last = 100; last <= 900; last += 20) await put(chat(last - 99, last))
    expect(await places()).toEqual(upTo(401, 900))
  })
  test('take older pages that a person loaded, as long as there is no gap', async () => {
    const { put, places, storeOlder } = cacheOf()
    await put(chat(201, 300))
    await storeOlder('bob', messages(151, 200))
    await storeOlder('bob', messages(101, 150))
    await storeOlder('bob', messages(1, 50))
    expect(await places()).toEqual(upTo(101, 300))
    await put(chat(231, 330))
    expect(await places()).toEqual(upTo(101, 330))
    for (let first = 51; first > 0; first -= 50) await storeOlder('bob', messages(first, first + 49))
    expect(await places()).toEqual(upTo(1, 330))
  })
  test('never show a gap: after one the messages before it are dropped', async () => {
    const { put, places } = cacheOf()
    await put(chat(1, 100))
    await put(chat(51, 150))
    await put(chat(301, 400))
    expect(await places()).toEqual(upTo(301, 400))
  })
  test('forget a chat with all its pages when it is gone', async () => {
    const { put, save, rows } = cacheOf()
    await put(chat(1, 100))
    await put(chat(101, 200))
    expect((await rows()).length).toBeGreaterThan(1)
    await save({ changed: [], gone: ['bob'], number: 2, asOf: 2 })
    expect(await rows()).toEqual([])
  })
  test('keep pages of two people apart whose ids begin alike', async () => {
    const { put, save, older } = cacheOf()
    await put(chat(1, 100), chat(1, 100, { other: 'bobby' }))
    await put(chat(51, 150), chat(51, 150, { other: 'bobby' }))
    await save({ changed: [], gone: ['bob'], number: 2, asOf: 2 })
    expect(await older('bob', 51)).toBeUndefined()
    expect(await older('bobby', 51)).toHaveLength(50)
  })
})
