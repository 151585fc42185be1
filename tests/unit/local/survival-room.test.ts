import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ballastBytes, ballastRow, createMakeRoom, fullFor, pin } from '../../../src/local/cache/eviction.ts'
import { createGiveUp } from '../../../src/local/storage-quota/storage.ts'
import { waysToFree } from '../../../src/local/storage-quota/freeing.ts'
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
} from '../../../src/local/partitions/stores.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { closeAll, newDisk, openMended, type Disk } from './disk.ts'
import { newBox } from './box.ts'
import { card, detail, newPhone, soon, storage, tabOf } from './page.ts'
import { enquiry } from './phone.ts'
import { open as openApp, signIn, world } from './world.ts'

const open: Stores[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const stores of open.splice(0)) stores.close()
  closeAll()
})

/** Makes the browser accept these rows and refuse them at the commit, as browsers do. */
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
  test('at commit is recognised, counted and not mistaken for a dead connection [S15]', async () => {
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
  let caches: ReturnType<typeof newBox>
  let shrunk = 0
  const room = (o: Partial<Parameters<typeof waysToFree>[0]> = {}) => {
    const ways = waysToFree({
      shared,
      now: () => now,
      caches: caches.box,
      shrinkReplica: () => Promise.resolve(void (shrunk += 1)),
      ...o,
    })
    return createMakeRoom({
      shared: o.shared ?? shared,
      now: () => now,
      randomBytes: bytes,
      giveUp: (step) => ways[step](),
    })
  }
  const left = async () => {
    const rows = await shared.transaction('read', ['meta', 'lists', 'cards', 'details'], async (tx) => ({
      ballast: (await tx.get('meta', ballastRow)) !== undefined,
      lists: (await tx.list('lists')).length,
      cards: (await tx.list('cards')).map((row) => row.id).join(),
      details: (await tx.list('details')).map((row) => row.id).join(),
    }))
    const kept = Object.values(caches.all()).flat()
    return { ...rows, shrunk, kept: kept.join(' ') }
  }
  beforeEach(async () => {
    now = 1_760_000_000_000
    shrunk = 0
    caches = newBox()
    caches.lay('listings', '/list')
    for (const name of ['/blog.webp', '/media/a/320.webp', '/media/b/960.avif']) caches.lay('pictures', name)
    caches.lay('pins-first-u_x', '/media/mine/1/960.webp')
    caches.lay('pins-more-u_x', '/media/mine/2/960.webp')
    shared = memoryStore<PublicTables>(publicSchema)
    await shared.transaction('write', ['lists', 'cards', 'details'], async (tx) => {
      for (let i = 0; i < 40; i++)
        await tx.put('lists', { k: `list-${i}`, ids: [], count: 0, asOf: 1, seenAt: now - i })
      await tx.put('cards', { id: 'c1', card: card('c1'), asOf: 1, seenAt: now })
      await tx.put('cards', { id: 'c2', card: card('c2'), asOf: 1, seenAt: now })
      for (const id of ['c1', 'c2'])
        await tx.put('details', { id, slug: id, car: detail(id), recent: [], asOf: 1, seenAt: now })
    })
    await pin(shared, 'u_x', ['c2'])
  })

  test('is freed in steps: reserve first, saved data last, written data never [S15 I12]', async () => {
    const { withRoom, lay } = room()
    await lay()
    const seen: Awaited<ReturnType<typeof left>>[] = []
    const work = withRoom(async () => {
      seen.push(await left())
      throw quota()
    })
    await expect(work).rejects.toMatchObject({ name: 'QuotaExceededError' })
    const [list, blog, thumb] = ['/list', '/blog.webp', '/media/a/320.webp']
    const [photo, first, more] = ['/media/b/960.avif', '/media/mine/1/960.webp', '/media/mine/2/960.webp']
    const all = { ballast: true, lists: 40, cards: 'c1,c2', details: 'c1,c2', shrunk: 0 }
    const kept = (...names: (string | undefined)[]) => ({ kept: names.join(' ') })
    const thrown = { ...all, ballast: false }
    const unlisted = { ...thrown, lists: 0, cards: 'c2' }
    const viewed = { ...unlisted, details: 'c2' }
    expect(seen).toEqual([
      { ...all, ...kept(list, blog, thumb, photo, first, more) },
      { ...thrown, ...kept(list, blog, thumb, photo, first, more) },
      { ...unlisted, ...kept(blog, thumb, photo, first, more) },
      { ...unlisted, ...kept(thumb, photo, first, more) },
      { ...unlisted, ...kept(thumb, first, more) },
      { ...unlisted, ...kept(first, more) },
      { ...viewed, ...kept(first, more) },
      { ...viewed, shrunk: 1, ...kept(first, more) },
      { ...viewed, shrunk: 1, ...kept(first) },
      { ...viewed, shrunk: 1, ...kept() },
      { ...viewed, details: '', shrunk: 1, ...kept() },
    ])
  })
  test('for pictures of favourites costs nothing that is worth as much, and no ballast [S15]', async () => {
    const { withSpare, lay } = room()
    await lay()
    await expect(withSpare(() => Promise.reject(quota()))).rejects.toMatchObject({
      name: 'QuotaExceededError',
    })
    expect(await left()).toEqual({
      ballast: true,
      lists: 0,
      cards: 'c2',
      details: 'c2',
      shrunk: 0,
      kept: '/media/mine/1/960.webp /media/mine/2/960.webp',
    })
  })
  test('costs no more than is needed [S15]', async () => {
    const { withRoom, lay } = room()
    await lay()
    let runs = 0
    expect(await withRoom(() => (++runs < 2 ? Promise.reject(quota()) : Promise.resolve('kept')))).toBe(
      'kept',
    )
    expect(runs).toBe(2)
    expect(await left()).toMatchObject({ ballast: false, lists: 40, kept: expect.stringContaining('/list') })
  })
  test('is not made for any other failure, which is told at once', async () => {
    const { withRoom } = room()
    let runs = 0
    const work = withRoom(() => {
      runs++
      return Promise.reject(new RangeError('mine'))
    })
    await expect(work).rejects.toThrow('mine')
    expect([runs, (await left()).lists]).toEqual([1, 40])
  })
  test('is freed by the next step when one step fails [S15]', async () => {
    const { withRoom } = room({
      caches: { ...caches.box, delete: () => Promise.reject(new Error('no cache')) },
    })
    const done = withRoom(async () => {
      if ((await left()).lists > 0) throw quota()
      return 'kept'
    })
    expect(await done).toBe('kept')
  })
  test('is reserved once by incompressible ballast, and not right after the phone was full [S15]', async () => {
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

  test('the reserve is written when idle and gives way to a write without room [S15 I12]', async () => {
    const disk = newDisk()
    await first(disk)
    const news: StoreNews[] = []
    const stores = await start(disk, true, { onEvent: (one) => news.push(one) })
    await expect.poll(() => ballast(stores), soon).toBe(true)
    const store = await stores.ownWithRoom('g_a')
    let room = false
    full((row) => row['id'] === 'one' && !room)
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === ballastRow) room = true
      return this.openCursor(key as never) as never
    })
    expect(await enqueue(store, wish('one'))).toBe('one')
    expect(room).toBe(true)
    expect(news).toEqual([{ what: 'quota', database: 'g_a' }])
  })
  test.each([
    [
      'car that is seen',
      (stores: Stores) =>
        stores.shared.transaction('write', ['cards'], (tx) =>
          tx.put('cards', { id: 'c1', card: card('c1'), asOf: 1, seenAt: 1 }),
        ),
    ],
    [
      'text that is written',
      async (stores: Stores) => {
        const store = await stores.ownWithRoom('g_a')
        await enqueue(store, wish('one'))
      },
    ],
  ])('the first %s has the ballast laid, in the first session [S15 I12]', async (_, keep) => {
    const stores = await start(newDisk(), false)
    await stores.own('g_a')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await ballast(stores)).toBe(false)
    await keep(stores)
    await expect.poll(() => ballast(stores), soon).toBe(true)
  })
  test('nothing without room is reported as saved, and the rest stays unchanged [S15 I12]', async () => {
    const disk = newDisk()
    await first(disk)
    const kept = newBox()
    for (const name of ['listings', 'documents', 'pictures']) kept.lay(name, '/media/a/480.avif')
    const stores = await start(disk, true, {
      giveUp: (shared) => createGiveUp({ shared, now: Date.now, caches: kept.box }),
    })
    const store = await stores.ownWithRoom('g_a')
    await enqueue(store, wish('before'))
    full((row) => row['id'] === 'one')
    const error: unknown = await enqueue(store, wish('one')).catch((e: unknown) => e)
    expect(isQuota(error)).toBe(true)
    expect(kept.all()).toEqual({ pictures: [] })
    const rows = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    expect(rows.map((row) => row.id)).toEqual(['before'])
    expect(stores.isDurable('g_a')).toBe(true)
  })
})

test('Text typed on a full phone stays its author’s when they leave meanwhile [S15 I7]', async () => {
  const { box } = newBox()
  let isFull = true
  full((row) => row['id'] === 'form' && isFull)
  const { app } = openApp(newPhone(), world(), {
    capabilities: {
      caches: {
        ...box,
        async delete(name) {
          if (name === 'listings') await app.account.signOut({ keep: true })
          isFull = false
          return box.delete(name)
        },
      },
    },
  })
  await signIn(app, 'ada')
  const { drafts } = await app.load()
  await drafts.save('form', { text: 'Hers' })
  expect(app.session.get().user).toBeUndefined()
  expect(await drafts.read('form')).toBeUndefined()
  await signIn(app, 'ada')
  await expect.poll(() => drafts.read('form'), soon).toEqual({ text: 'Hers' })
})
