import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StoreEvent } from '../../../src/local/database/live.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { BlobRow, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema, publicSchema } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import {
  closeAll,
  handTimers,
  newDisk,
  openAs,
  openMended,
  openPage,
  openShared,
  openWorker,
  type Adapter,
  type Disk,
} from './disk.ts'
import { soon } from './page.ts'
import { enquiry } from './phone.ts'

afterEach(() => {
  vi.restoreAllMocks()
  closeAll()
})
const put = (store: Store<OwnTables>, k: string, v: unknown = 1) =>
  store.transaction('write', ['meta'], (tx) => tx.put('meta', { k, v }))
const get = async (store: Store<OwnTables>, k: string) =>
  (await store.transaction('read', ['meta'], (tx) => tx.get('meta', k)))?.v
const adapters: Adapter[] = ['Dexie', 'raw IndexedDB']
const events = () => {
  const heard: StoreEvent[] = []
  return { heard, onEvent: (event: StoreEvent) => heard.push(event) }
}

describe('On a phone that takes connections away, the page’s store', () => {
  test.each(['InvalidStateError', 'UnknownError', 'TransactionInactiveError', 'AbortError'])(
    'repeats a write on a new connection when the old one answers %s [S06 I1]',
    async (name) => {
      const disk = newDisk()
      const { heard, onEvent } = events()
      const store = await openMended(disk, { onEvent })
      await put(store, 'before')
      const before = disk.connections.length
      disk.kill(name)
      await put(store, 'after')
      expect(disk.connections.length).toBe(before + 1)
      expect(heard).toEqual(['reopened'])
      expect([await get(store, 'before'), await get(store, 'after')]).toEqual([1, 1])
    },
  )
  test('goes on after the browser closed its connection by itself [S06 I1]', async () => {
    const disk = newDisk()
    const { heard, onEvent } = events()
    const store = await openMended(disk, { onEvent })
    disk.takeAway()
    await expect.poll(() => disk.open().length, soon).toBe(0)
    await put(store, 'after')
    expect(await get(store, 'after')).toBe(1)
    expect(heard).toEqual(['reopened'])
  })
  test('repeats what was cut off half way, and has it once [S06 I1 I2]', async () => {
    const disk = newDisk()
    const store = await openMended(disk)
    const before = disk.connections.length
    const item = { kind: 'enquiry.send', payload: enquiry(), now: 1, appVersion: '1' } as const
    cutOff(1)
    await enqueue(store, { ...item, id: 'one' })
    const rows = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    expect(rows.map((row) => [row.id, row.seq])).toEqual([['one', 1]])
    expect(disk.connections.length).toBe(before + 1)
  })
  test('says nothing twice that was committed although the answer got lost [S06 I2]', async () => {
    const disk = newDisk()
    const store = await openMended(disk)
    const wish = { kind: 'enquiry.send', payload: enquiry(), now: 1, appVersion: '1' } as const
    await enqueue(store, { ...wish, id: 'one' })
    await enqueue(store, { ...wish, id: 'one' })
    const rows = await store.transaction('read', ['outbox', 'meta'], async (tx) => [
      (await tx.list('outbox')).map((row) => row.id),
      (await tx.get('meta', 'seq'))?.v,
    ])
    expect(rows).toEqual([['one'], 1])
  })
  test('serves everybody who waits from one fresh connection [S06]', async () => {
    const disk = newDisk()
    const { heard, onEvent } = events()
    const store = await openMended(disk, { onEvent })
    disk.kill('UnknownError')
    await Promise.all(['a', 'b', 'c', 'd'].map((k) => put(store, k)))
    expect(heard).toEqual(['reopened'])
    expect(disk.open().length).toBe(1)
  })
  test('gives up after a few new connections with the original error and reports it [S06 I12]', async () => {
    const disk = newDisk()
    const store = await openMended(disk)
    const before = disk.connections.length
    disk.spoil('UnknownError')
    await expect(put(store, 'x')).rejects.toMatchObject({ name: 'UnknownError' })
    expect(disk.connections.length).toBe(before + 2)
    expect(store.ended()).toBe('lost')
    await expect(put(store, 'x')).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(disk.open()).toEqual([])
  })
  test('does not repeat what failed for a reason of its own', async () => {
    const disk = newDisk()
    const store = await openMended(disk)
    const before = disk.connections.length
    let runs = 0
    const work = store.transaction('write', ['meta'], () => {
      runs++
      return Promise.reject(new RangeError('mine'))
    })
    await expect(work).rejects.toThrow('mine')
    expect([runs, disk.connections.length, store.ended()]).toEqual([1, before, undefined])
  })
  test('looks after its connection when the page comes back, before anything is tapped [S06]', async () => {
    const disk = newDisk()
    const { heard, onEvent } = events()
    const store = await openMended(disk, { onEvent })
    expect(await store.check()).toBe(true)
    expect(heard).toEqual([])
    disk.kill('UnknownError')
    expect(await store.check()).toBe(true)
    expect(heard).toEqual(['reopened'])
    await put(store, 'after')
    expect(heard).toEqual(['reopened'])
  })
  test('abandons a connection that never answers and repeats what waited on it [S06 I1]', async () => {
    const disk = newDisk()
    const hand = handTimers()
    const store = await openMended(disk, { timers: hand })
    silent()
    const write = put(store, 'x')
    const looked = store.check()
    await expect.poll(hand.waiting, soon).toBe(1)
    vi.restoreAllMocks()
    hand.expire()
    expect(await looked).toBe(true)
    await write
    expect(await get(store, 'x')).toBe(1)
  })
  test('says that it is over when no fresh connection is to be had [S06 S47]', async () => {
    const disk = newDisk()
    const store = await openMended(disk)
    disk.kill('UnknownError')
    disk.refuse('SecurityError')
    expect(await store.check()).toBe(false)
    expect(store.ended()).toBe('lost')
  })
  test('waits for a fresh connection no longer than for the first [S47]', async () => {
    const disk = newDisk()
    const hand = handTimers()
    const store = await openMended(disk, { timers: hand })
    disk.kill('UnknownError')
    const letGo = disk.hang()
    const write = put(store, 'x').catch((error: unknown) => error)
    await expect.poll(hand.waiting, soon).toBe(1)
    hand.expire()
    expect(await write).toMatchObject({ name: 'UnknownError' })
    expect(store.ended()).toBe('lost')
    letGo()
    await expect.poll(() => disk.open().length, soon).toBe(0)
  })
})

/** Makes the browser abort the next `times` write transactions after their last request. */
function cutOff(times: number) {
  type Put = (this: IDBObjectStore, ...rest: unknown[]) => IDBRequest
  const real = Reflect.get(IDBObjectStore.prototype, 'put') as Put
  let left = times
  const fake: Put = function (...rest) {
    const request = real.apply(this, rest)
    if (this.name === 'outbox' && left-- > 0) {
      request.addEventListener('success', () => {
        this.transaction.abort()
      })
    }
    return request
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(fake as never)
}
/** Makes requests never answer. */
function silent() {
  const none = () => ({ addEventListener: () => undefined }) as unknown as IDBRequest
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(none as never)
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(none as never)
}

describe('An opening that hangs', () => {
  test.each([
    ['the page', openPage],
    ['the worker', openWorker],
  ] as const)('does not hold up %s, and a late success leaks nothing [S47]', async (_, open) => {
    const disk = newDisk()
    ;(await openPage(disk))?.close()
    const hand = handTimers()
    const letGo = disk.hang()
    const opening = open(disk, { timers: hand })
    await expect.poll(hand.waiting, soon).toBe(1)
    hand.expire()
    expect(await opening).toBeUndefined()
    const before = disk.connections.length
    letGo()
    await expect.poll(() => disk.connections.length, soon).toBe(before + 1)
    await expect.poll(() => disk.open().length, soon).toBe(0)
  })
  test('is handed over to whoever wants it when it succeeds after all [S47]', async () => {
    const disk = newDisk()
    const hand = handTimers()
    const letGo = disk.hang()
    const late: Promise<Store<OwnTables> | undefined>[] = []
    const opening = openPage(disk, { timers: hand, late: (found) => late.push(found) })
    await expect.poll(hand.waiting, soon).toBe(1)
    hand.expire()
    expect(await opening).toBeUndefined()
    letGo()
    const store = await late[0]
    if (!store) throw new Error('nothing came')
    await put(store, 'x')
    expect(await get(store, 'x')).toBe(1)
    store.close()
  })
})

test.each(adapters)(
  'A browser that refuses databases is no crash for the %s store [S46]',
  async (adapter) => {
    const disk = newDisk()
    disk.refuse('SecurityError')
    const open = adapter === 'Dexie' ? openPage : openWorker
    expect(await open(disk)).toBeUndefined()
  },
)

describe('What the disk is asked for', () => {
  const durabilities = (disk: Disk) =>
    disk.asked.filter(({ mode }) => mode === 'readwrite').map(({ durability }) => durability)

  test.each(adapters)(
    'is to have what a person wrote before the %s store says so [S48 I1]',
    async (adapter) => {
      const disk = newDisk()
      await put(await openAs(adapter, disk), 'x')
      expect(durabilities(disk)).toEqual(['strict'])
    },
  )
  test('is no more than needed for what can be asked for again [S48]', async () => {
    const disk = newDisk()
    const store = await openShared(disk)
    await store?.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    expect(durabilities(disk)).toEqual(['relaxed'])
  })
})

describe('Rows', () => {
  const stores: [string, () => Promise<Store<OwnTables>>][] = [
    ['memory', () => Promise.resolve(memoryStore<OwnTables>(ownSchema))],
    ...adapters.map((adapter): [string, () => Promise<Store<OwnTables>>] => [
      adapter,
      () => openAs(adapter, newDisk()),
    ]),
  ]
  test.each(stores)(
    'of pictures come back from the %s store as the bytes they were [R-PWA-37]',
    async (_, open) => {
      const store = await open()
      const bytes = Uint8Array.from({ length: 70_000 }, (__, i) => i % 251)
      const row: BlobRow = {
        id: 'b1',
        owner: 'draft-1',
        name: 'front.jpg',
        type: 'image/jpeg',
        size: bytes.length,
        sha256: 'abc',
        width: 4,
        height: 3,
        buf: bytes.buffer,
        thumb: bytes.slice(0, 9).buffer,
      }
      await store.transaction('write', ['blobs'], (tx) => tx.put('blobs', row))
      bytes.fill(0)
      const [read] = await store.transaction('read', ['blobs'], (tx) =>
        tx.list('blobs', { index: 'sha256', only: 'abc' }),
      )
      expect(read?.buf).toBeInstanceOf(ArrayBuffer)
      expect(read && [...new Uint8Array(read.buf).slice(249, 253)]).toEqual([249, 250, 0, 1])
      expect(read?.thumb?.byteLength).toBe(9)
      expect(read?.name).toBe('front.jpg')
    },
  )
  test.each(stores)(
    'that are damaged are still found by their key in the %s store [S57 I5]',
    async (_, open) => {
      const store = await open()
      const damaged = [
        { id: 'a', seq: null, lane: { no: 'lane' } },
        { id: 'b', state: 7 },
        { id: 'c', seq: Number.NaN, payload: undefined },
      ]
      await store.transaction('write', ['outbox'], async (tx) => {
        for (const row of damaged) await tx.put('outbox', row as never)
      })
      const found = await store.transaction('read', ['outbox'], async (tx) => [
        await tx.list('outbox'),
        await tx.list('outbox', { index: 'seq' }),
        await tx.get('outbox', 'b'),
      ])
      expect(found).toEqual([damaged, [], damaged[1]])
    },
  )
  test('have explicit keys in every table, because generated keys get lost on waking', async () => {
    const disk = newDisk()
    await openPage(disk)
    await openShared(disk)
    for (const db of disk.connections) {
      const names = [...db.objectStoreNames]
      expect(names.toSorted()).toEqual(
        Object.keys(db.name === 'public' ? publicSchema : ownSchema).toSorted(),
      )
      const transaction = db.transaction(names, 'readonly')
      for (const name of names) {
        const { autoIncrement, keyPath } = transaction.objectStore(name)
        expect({ name, autoIncrement, keyPath: typeof keyPath }).toEqual({
          name,
          autoIncrement: false,
          keyPath: 'string',
        })
      }
    }
  })
})
