import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ballastBytes, ballastRow, createRoom, fullFor } from '../../../src/local/cache/room.ts'
import { pin } from '../../../src/local/cache/shelf.ts'
import { isDead, isQuota } from '../../../src/local/database/failures.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import {
  openStores,
  type Stores,
  type StoreNews,
  type StoresOptions,
} from '../../../src/local/engine/stores.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { closeAll, newDisk, openMended, type Disk } from './disk.ts'
import { card, newPhone, soon, storage, tabOf } from './page.ts'
import { enquiry } from './phone.ts'

const open: Stores[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const stores of open.splice(0)) stores.close()
  closeAll()
})

/** The browser takes these rows and refuses them when they are to be committed, as browsers do. */
function full(refuses: (row: Record<string, unknown>) => boolean) {
  type Put = (this: IDBObjectStore, row: Record<string, unknown>) => IDBRequest
  const real = Reflect.get(IDBObjectStore.prototype, 'put') as Put
  const fake: Put = function (row) {
    const request = real.call(this, row)
    if (refuses(row)) {
      request.addEventListener('success', () => {
        const { transaction } = this as unknown as { transaction: { _abort: (name: string) => void } }
        transaction._abort('QuotaExceededError')
      })
    }
    return request
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(fake as never)
}
const quota = () => new DOMException('full', 'QuotaExceededError')
const wish = (id: string) =>
  ({ id, kind: 'enquiry.send', payload: enquiry(), now: 1, appVersion: '1' }) as const
const bytes = (count: number) => Uint8Array.from({ length: count }, (_, i) => i % 256)

describe('A refusal for want of room', () => {
  test('is known as one when it comes at the commit, is counted, and is not taken for a dead connection [S15]', async () => {
    const disk = newDisk()
    const heard: string[] = []
    const store = await openMended(disk, { onEvent: (event) => heard.push(event) })
    const before = disk.connections.length
    full((row) => row['id'] === 'one')
    const error: unknown = await enqueue(store, wish('one')).catch((e: unknown) => e)
    expect(isQuota(error)).toBe(true)
    expect(heard).toEqual(['quota'])
    expect(disk.connections.length).toBe(before)
    vi.restoreAllMocks()
    expect(await enqueue(store, wish('two'))).toBe('two')
    const rows = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    expect(rows.map((row) => [row.id, row.seq])).toEqual([['two', 1]])
  })
})
test('An abort of the browser is known by its reason, however it is wrapped', () => {
  const wrapped = Object.assign(new Error('x'), { name: 'AbortError', inner: quota() })
  const abort = new DOMException('x', 'AbortError')
  expect([wrapped, quota(), abort].map(isQuota)).toEqual([true, true, false])
  expect([wrapped, quota(), abort].map(isDead)).toEqual([false, false, true])
})

describe('Room for what a person writes', () => {
  let shared: Store<PublicTables>
  let now: number
  const dropped: string[] = []
  const room = (o: Partial<Parameters<typeof createRoom>[0]> = {}) =>
    createRoom({
      shared,
      now: () => now,
      randomBytes: bytes,
      drop: (cache) => {
        dropped.push(cache)
        return Promise.resolve()
      },
      ...o,
    })
  const left = () =>
    shared.transaction('read', ['meta', 'lists', 'cards'], async (tx) => ({
      ballast: (await tx.get('meta', ballastRow)) !== undefined,
      dropped: [...dropped],
      lists: (await tx.list('lists')).length,
      cards: (await tx.list('cards')).map((row) => row.id),
    }))
  beforeEach(async () => {
    now = 1_760_000_000_000
    dropped.length = 0
    shared = memoryStore<PublicTables>(publicSchema)
    await shared.transaction('write', ['lists', 'cards'], async (tx) => {
      for (let i = 0; i < 40; i++)
        await tx.put('lists', { k: `list-${i}`, ids: [], count: 0, asOf: 1, seenAt: now - i })
      await tx.put('cards', { id: 'c1', card: card('c1'), asOf: 1, seenAt: now })
      await tx.put('cards', { id: 'c2', card: card('c2'), asOf: 1, seenAt: now })
    })
    await pin(shared, 'u_x', ['c2'])
  })

  test('is made step by step, the ballast first and what the person saved never, and each step is tried [S15 I12]', async () => {
    const { withRoom, lay } = room()
    await lay()
    const seen: Awaited<ReturnType<typeof left>>[] = []
    const work = withRoom(async () => {
      seen.push(await left())
      throw quota()
    })
    await expect(work).rejects.toMatchObject({ name: 'QuotaExceededError' })
    const cards = ['c1', 'c2']
    expect(seen).toEqual([
      { ballast: true, dropped: [], lists: 40, cards },
      { ballast: false, dropped: [], lists: 40, cards },
      { ballast: false, dropped: ['listings'], lists: 40, cards },
      { ballast: false, dropped: ['listings', 'pictures'], lists: 40, cards },
      { ballast: false, dropped: ['listings', 'pictures'], lists: 15, cards },
      { ballast: false, dropped: ['listings', 'pictures'], lists: 0, cards: ['c2'] },
    ])
  })
  test('costs no more than is needed [S15]', async () => {
    const { withRoom, lay } = room()
    await lay()
    let runs = 0
    expect(await withRoom(() => (++runs < 2 ? Promise.reject(quota()) : Promise.resolve('kept')))).toBe(
      'kept',
    )
    expect(runs).toBe(2)
    expect(await left()).toMatchObject({ ballast: false, dropped: [], lists: 40 })
  })
  test('is not made for any other failure, which is told at once', async () => {
    const { withRoom } = room()
    let runs = 0
    const work = withRoom(() => {
      runs++
      return Promise.reject(new RangeError('mine'))
    })
    await expect(work).rejects.toThrow('mine')
    expect([runs, dropped]).toEqual([1, []])
  })
  test('is looked for further when one of the things to give up cannot be given up [S15]', async () => {
    const { withRoom } = room({ drop: () => Promise.reject(new Error('no cache')) })
    const done = withRoom(async () => {
      if ((await left()).lists > 0) throw quota()
      return 'kept'
    })
    expect(await done).toBe('kept')
  })
  test('is held by ballast that no disk can fold, laid once, and not at once after the phone was full [S15]', async () => {
    const puts: unknown[] = []
    const real = shared
    shared = {
      ...real,
      transaction: (mode, tables, work) => {
        if (mode === 'write') puts.push(tables)
        return real.transaction(mode, tables, work)
      },
    }
    const { withRoom, lay } = room()
    expect([await lay(), await lay(), puts.length]).toEqual([true, true, 1])
    const row = await shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))
    const content = new Uint8Array(row?.v as ArrayBuffer)
    expect(content.length).toBe(ballastBytes)
    expect(content.slice(-3)).toEqual(Uint8Array.from([253, 254, 255]))
    let runs = 0
    await withRoom(() => (++runs < 2 ? Promise.reject(quota()) : Promise.resolve()))
    expect(await lay()).toBe(false)
    now += fullFor
    expect([await lay(), (await left()).ballast]).toEqual([true, true])
  })
  test('is no failure where there is none for the ballast itself', async () => {
    const real = shared
    const none = () => Promise.reject(quota())
    const { lay } = room({
      shared: {
        ...real,
        transaction: (mode, ...rest) => (mode === 'write' ? none() : real.transaction(mode, ...rest)),
      },
    })
    expect(await lay()).toBe(false)
  })
})

describe('On a phone that holds data', () => {
  const start = async (disk: Disk, flag: boolean, o: StoresOptions = {}) => {
    const lasting = storage()
    if (flag) lasting.setItem('motorkin-has-data', '1')
    const stores = await openStores(
      tabOf({ ...newPhone(), lasting, indexedDB: disk.indexedDB }, { randomBytes: bytes }).env,
      o,
    )
    open.push(stores)
    return stores
  }
  const ballast = async (stores: Stores) =>
    (await stores.shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))) !== undefined
  const first = async (disk: Disk) => {
    const stores = await start(disk, false)
    await stores.own('g_a')
    stores.close()
  }

  test('the ballast is laid when there is nothing better to do, and gives way to the first write that finds no room [S15 I12]', async () => {
    const disk = newDisk()
    await first(disk)
    const news: StoreNews[] = []
    const stores = await start(disk, true, { onEvent: (one) => news.push(one) })
    await expect.poll(() => ballast(stores), soon).toBe(true)
    const store = await stores.own('g_a')
    let room = false
    full((row) => row['id'] === 'one' && !room)
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === ballastRow) room = true
      return this.openCursor(key as never) as never
    })
    expect(await stores.withRoom(() => enqueue(store, wish('one')))).toBe('one')
    expect(room).toBe(true)
    expect(news).toEqual([{ what: 'quota', database: 'g_a' }])
  })
  test('nothing is said to be kept that found no room at all, and the rest stays as it was [S15 I12]', async () => {
    const disk = newDisk()
    await first(disk)
    const dropped: string[] = []
    const stores = await start(disk, true, { dropCache: (cache) => Promise.resolve(dropped.push(cache)) })
    const store = await stores.own('g_a')
    await enqueue(store, wish('before'))
    full((row) => row['id'] === 'one')
    const error: unknown = await stores.withRoom(() => enqueue(store, wish('one'))).catch((e: unknown) => e)
    expect(isQuota(error)).toBe(true)
    expect(dropped).toEqual(['listings', 'pictures'])
    const rows = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    expect(rows.map((row) => row.id)).toEqual(['before'])
    expect(stores.isDurable('g_a')).toBe(true)
  })
})
