import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test } from 'vitest'
import { openOwn } from '../../../src/local/database/dexie.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import { openRaw } from '../../../src/local/database/raw.ts'
import type { OwnTables, ViewedRow } from '../../../src/local/database/records.ts'
import { ownSchema, ownTables, schemaVersion } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { soon } from './page.ts'

const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (handle: unknown) => {
    clearTimeout(handle as NodeJS.Timeout)
  },
}
const open: Store<OwnTables>[] = []
afterEach(() => {
  for (const store of open.splice(0)) store.close()
})

async function dexie(indexedDB = new IDBFactory(), name = 'u_test'): Promise<Store<OwnTables>> {
  const store = await openOwn(name, { indexedDB, keyRange: IDBKeyRange, timers })
  if (!store) throw new Error('did not open')
  open.push(store)
  return store
}
async function raw(indexedDB: IDBFactory, wrote?: () => void): Promise<Store<OwnTables> | undefined> {
  const store = await openRaw<OwnTables>('u_test', {
    indexedDB,
    keyRange: IDBKeyRange,
    version: schemaVersion,
    timers,
    ...(wrote ? { wrote } : {}),
  })
  if (store) open.push(store)
  return store
}

const adapters: Record<string, () => Promise<Store<OwnTables>>> = {
  memory: () => Promise.resolve(memoryStore<OwnTables>(ownSchema)),
  Dexie: () => dexie(),
  'raw IndexedDB': async () => {
    const indexedDB = new IDBFactory()
    // Only a page creates databases.
    ;(await dexie(indexedDB)).close()
    const store = await raw(indexedDB)
    if (!store) throw new Error('did not open')
    return store
  },
}
const car = (carId: string, at: number): ViewedRow => ({ carId, at })

describe.each(Object.keys(adapters))('The %s store', (name) => {
  const make = () => (adapters[name] ?? adapters['memory'])!()

  test('gives back what was committed, and nothing for a key it does not know [R-PWA-37]', async () => {
    const store = await make()
    await store.transaction('write', ['viewed'], (tx) => tx.put('viewed', car('a', 1)))
    await store.transaction('read', ['viewed'], async (tx) => {
      expect(await tx.get('viewed', 'a')).toEqual(car('a', 1))
      expect(await tx.get('viewed', 'b')).toBeUndefined()
    })
  })

  test('writes and reads hundreds of rows in one transaction, seeing its own writes', async () => {
    const store = await make()
    const ids = Array.from({ length: 400 }, (_, n) => `car-${n}`)
    const seen = await store.transaction('write', ['viewed'], async (tx) => {
      for (const [n, id] of ids.entries()) await tx.put('viewed', car(id, n))
      for (const id of ids.slice(0, 150)) await tx.delete('viewed', id)
      await tx.put('viewed', car('last', 1))
      return [await tx.get('viewed', 'car-149'), await tx.get('viewed', 'last')]
    })
    expect(seen).toEqual([undefined, car('last', 1)])
    expect(await store.transaction('read', ['viewed'], async (tx) => (await tx.list('viewed')).length)).toBe(
      251,
    )
  })

  test('keeps nothing of a transaction in which one write is refused', async () => {
    const store = await make()
    const broken = store.transaction('write', ['viewed'], async (tx) => {
      await tx.put('viewed', car('a', 1))
      await tx.put('viewed', { at: 2 } as ViewedRow)
      await tx.put('viewed', car('b', 3))
    })
    await expect(broken).rejects.toThrow(/./)
    expect(await store.transaction('read', ['viewed'], (tx) => tx.list('viewed'))).toEqual([])
  })

  test('keeps all of a transaction or nothing of it', async () => {
    const store = await make()
    await store.transaction('write', ['viewed'], (tx) => tx.put('viewed', car('a', 1)))
    const broken = store.transaction('write', ['viewed', 'meta'], async (tx) => {
      await tx.put('viewed', car('b', 2))
      await tx.delete('viewed', 'a')
      await tx.put('meta', { k: 'x', v: 1 })
      throw new Error('half way')
    })
    await expect(broken).rejects.toThrow('half way')
    await store.transaction('read', ['viewed', 'meta'], async (tx) => {
      expect(await tx.list('viewed')).toEqual([car('a', 1)])
      expect(await tx.get('meta', 'x')).toBeUndefined()
    })
  })

  test('shows a transaction its own writes', async () => {
    const store = await make()
    const seen = await store.transaction('write', ['viewed'], async (tx) => {
      await tx.put('viewed', car('a', 1))
      await tx.put('viewed', car('b', 2))
      await tx.delete('viewed', 'a')
      return [await tx.get('viewed', 'a'), await tx.list('viewed')]
    })
    expect(seen).toEqual([undefined, [car('b', 2)]])
  })

  test('names the keys of all rows in order, those of its own transaction too', async () => {
    const store = await make()
    const keys = await store.transaction('write', ['viewed', 'meta'], async (tx) => {
      for (const id of ['c', 'a', 'b']) await tx.put('viewed', car(id, 1))
      await tx.delete('viewed', 'b')
      return [await tx.keys('viewed'), await tx.keys('meta')]
    })
    expect(keys).toEqual([['a', 'c'], []])
  })

  test('lists by key and by index, in order, within bounds, from either end', async () => {
    const store = await make()
    await store.transaction('write', ['viewed'], async (tx) => {
      for (const [id, at] of [
        ['c', 1],
        ['a', 3],
        ['b', 2],
        ['d', 2],
      ] as const)
        await tx.put('viewed', car(id, at))
    })
    const ids = (range: Parameters<Parameters<Parameters<typeof store.transaction>[2]>[0]['list']>[1]) =>
      store.transaction('read', ['viewed'], async (tx) =>
        (await tx.list('viewed', range)).map((row) => row.carId).join(''),
      )
    expect(await ids({})).toBe('abcd')
    expect(await ids({ index: 'at' })).toBe('cbda')
    expect(await ids({ index: 'at', reverse: true })).toBe('adbc')
    expect(await ids({ index: 'at', reverse: true, limit: 2 })).toBe('ad')
    expect(await ids({ index: 'at', only: 2 })).toBe('bd')
    expect(await ids({ index: 'at', from: 2 })).toBe('bda')
    expect(await ids({ index: 'at', to: 2, limit: 2 })).toBe('cb')
    expect(await ids({ from: 'b', to: 'c' })).toBe('bc')
  })

  test('hands out copies, so that nobody changes a row without writing it', async () => {
    const store = await make()
    const draft = { id: 'x', values: { name: 'Ada' }, updatedAt: 1 }
    await store.transaction('write', ['drafts'], (tx) => tx.put('drafts', draft))
    draft.values.name = 'changed'
    const read = await store.transaction('read', ['drafts'], (tx) => tx.get('drafts', 'x'))
    if (read) read.values['name'] = 'changed too'
    const again = await store.transaction('read', ['drafts'], (tx) => tx.get('drafts', 'x'))
    expect(again?.values).toEqual({ name: 'Ada' })
  })

  test('runs writes of the same table one after another', async () => {
    const store = await make()
    const add = () =>
      store.transaction('write', ['meta'], async (tx) => {
        const row = await tx.get('meta', 'n')
        await tx.put('meta', { k: 'n', v: (typeof row?.v === 'number' ? row.v : 0) + 1 })
      })
    await Promise.all([add(), add(), add(), add(), add()])
    const row = await store.transaction('read', ['meta'], (tx) => tx.get('meta', 'n'))
    expect(row?.v).toBe(5)
  })
})

test('Page and worker read and write the same rows [R-PWA-27]', async () => {
  const indexedDB = new IDBFactory()
  const page = await dexie(indexedDB)
  const told: number[] = []
  const worker = await raw(indexedDB, () => told.push(1))
  await page.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'from', v: 'page' }))
  expect(await worker?.transaction('read', ['meta'], (tx) => tx.get('meta', 'from'))).toEqual({
    k: 'from',
    v: 'page',
  })
  expect(told).toEqual([])
  await worker?.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'from', v: 'worker' }))
  expect(told).toEqual([1])
  expect((await page.transaction('read', ['meta'], (tx) => tx.get('meta', 'from')))?.v).toBe('worker')
})

test('The worker leaves no database behind where no page made one', async () => {
  const indexedDB = new IDBFactory()
  expect(await raw(indexedDB)).toBeUndefined()
  expect(await indexedDB.databases()).toEqual([])
})

test('The worker touches nothing in a database that is newer than its own code', async () => {
  const indexedDB = new IDBFactory()
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('u_test', (schemaVersion + 1) * 10)
    request.onupgradeneeded = () => request.result.createObjectStore('outbox', { keyPath: 'id' })
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  expect(await raw(indexedDB)).toBeUndefined()
})

test('A page ignores a database made by a newer app and changes nothing', async () => {
  const indexedDB = new IDBFactory()
  ;(await dexie(indexedDB)).close()
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('u_test', (schemaVersion + 1) * 10)
    request.onupgradeneeded = () => request.result.createObjectStore('newer', { keyPath: 'id' })
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  expect(await openOwn('u_test', { indexedDB, keyRange: IDBKeyRange, timers })).toBeUndefined()
  expect((await indexedDB.databases()).map((d) => d.version)).toEqual([(schemaVersion + 1) * 10])
})

test('A page gives way to a newer app and never writes into its database', async () => {
  const indexedDB = new IDBFactory()
  const old = await dexie(indexedDB)
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('u_test', (schemaVersion + 1) * 10)
    request.onupgradeneeded = () => request.result.createObjectStore('newer', { keyPath: 'id' })
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  const late = old.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
  await expect(late).rejects.toMatchObject({ name: 'DatabaseClosedError' })
})

test('The app starts without a database that does not open within its limit', async () => {
  const hanging = { open: () => ({}) } as unknown as IDBFactory
  const due: (() => void)[] = []
  const opening = openOwn('u_test', {
    indexedDB: hanging,
    keyRange: IDBKeyRange,
    timers: { setTimeout: (work) => due.push(work), clearTimeout: () => undefined },
  })
  await expect.poll(() => due.length, soon).toBe(1)
  for (const work of due) work()
  expect(await opening).toBeUndefined()
})

test('A browser that refuses IndexedDB is no crash', async () => {
  const refusing = {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  } as unknown as IDBFactory
  expect(await openOwn('u_test', { indexedDB: refusing, keyRange: IDBKeyRange, timers })).toBeUndefined()
})

test.each(['InvalidStateError', 'UnknownError'])(
  'The store reopens a connection that died with %s and repeats the write',
  async (name) => {
    const indexedDB = new IDBFactory()
    const connections: IDBDatabase[] = []
    const dead = new Set<IDBDatabase>()
    const real = indexedDB.open.bind(indexedDB)
    indexedDB.open = (...args) => {
      const request = real(...args)
      request.addEventListener('success', () => {
        const connection = request.result
        const begin = connection.transaction.bind(connection)
        connection.transaction = (...rest) => {
          if (dead.has(connection))
            throw new DOMException('Connection to Indexed Database server lost.', name)
          return begin(...rest)
        }
        connections.push(connection)
      })
      return request
    }
    const store = await dexie(indexedDB)
    for (const connection of connections) dead.add(connection)
    await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    expect(connections.length).toBe(2)
    expect((await store.transaction('read', ['meta'], (tx) => tx.get('meta', 'x')))?.v).toBe(1)
  },
)

test('The worker needs every table of a person, as a page makes them', () => {
  expect(ownTables).toEqual(Object.keys(ownSchema))
})
