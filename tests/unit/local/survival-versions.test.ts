import { afterEach, describe, expect, test } from 'vitest'
import { createLocalApp } from '../../../src/local/index.ts'
import type { StoreEvent } from '../../../src/local/database/live.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import { ownSchema, publicSchema, schemaVersion } from '../../../src/local/database/schema.ts'
import { createSlot, openStores, type StoreNews } from '../../../src/local/partitions/stores.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import {
  closeAll,
  firstVersion,
  newDisk,
  openPage,
  openShared,
  openWorker,
  raw,
  timers,
  type Disk,
} from './disk.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { enquiry } from './phone.ts'
import { states, stops, world } from './world.ts'

afterEach(closeAll)

/** Returns an unsent row of a database of the first version. */
const unsent = (id: string, seq: number) => ({
  id,
  seq,
  lane: `own:${id}`,
  kind: 'enquiry.send',
  v: 1,
  payload: enquiry(),
  deps: [],
  rev: 0,
  state: 'queued',
  tries: 0,
  netFails: 0,
  nextAt: 0,
  sentEver: false,
  createdAt: Date.now(),
  appVersion: '0',
})
const guest = 'g_old'
const firstPhone = (disk: Disk) =>
  Promise.all([
    firstVersion(disk, guest, {
      outbox: [unsent('one', 1), unsent('two', 2)],
      drafts: [{ id: 'enquiry:c1', values: { name: 'Ada' }, updatedAt: 1 }],
      meta: [
        { k: 'seq', v: 2 },
        { k: 'device', v: 'device-1' },
      ],
    }),
    firstVersion(disk, 'public', { meta: [{ k: 'partitions', v: [guest] }] }),
  ])
const phoneWith = (disk: Disk) => {
  const phone = { ...newPhone(), indexedDB: disk.indexedDB }
  phone.lasting.setItem('motorkin-has-data', '1')
  phone.lasting.setItem('motorkin-device', 'old')
  return phone
}
/** Creates or upgrades the database as a newer app would. */
const byNewerApp = (disk: Disk, name = 'u_test') =>
  raw(disk, name, (schemaVersion + 1) * 10, (db) => db.createObjectStore('newer', { keyPath: 'id' }))
const contents = async (disk: Disk, name: string) => ({
  version: (await disk.indexedDB.databases()).find((db) => db.name === name)?.version,
})

describe('A database that the first version of the app made', () => {
  test('is upgraded by the page with all pending writes and new tables [I1 I16]', async () => {
    const disk = newDisk()
    await firstPhone(disk)
    const store = await openPage(disk, { name: guest })
    if (!store) throw new Error('did not open')
    const tables = ['outbox', 'drafts', 'meta', 'blobs', 'entities'] as const
    const found = await store.transaction('write', tables, async (tx) => {
      await tx.put('entities', { k: 'car:1', version: 1, fields: {}, asOf: 1 })
      return {
        items: (await tx.list('outbox', { index: 'seq' })).map((item) => item.id),
        draft: (await tx.get('drafts', 'enquiry:c1'))?.values,
        seq: (await tx.get('meta', 'seq'))?.v,
        blobs: await tx.list('blobs', { index: 'sha256' }),
      }
    })
    expect(found).toEqual({ items: ['one', 'two'], draft: { name: 'Ada' }, seq: 2, blobs: [] })
    expect(await contents(disk, guest)).toEqual({ version: schemaVersion * 10 })
  })
  test('is sent from by the current app, without reporting any loss [I1 I15 I16]', async () => {
    const disk = newDisk()
    await firstPhone(disk)
    const server = world()
    const tab = tabOf(phoneWith(disk), { fetch: server.fetch })
    const app = createLocalApp(tab.env)
    stops.push(app.start(), () => app.engine.get()?.close())
    await app.load()
    await expect.poll(() => server.enquiries.length, soon).toBe(2)
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done', 'enquiry.send done'])
    const stores = await openStores(tab.env)
    expect(stores.lost).toEqual([])
    stores.close()
  })
  test('is not changed by a newer worker until a page has upgraded it [S27 I1 I16]', async () => {
    const disk = newDisk()
    await firstPhone(disk)
    const server = world()
    const { env } = tabOf(phoneWith(disk), { fetch: server.fetch })
    expect(await drainFromWorker({ limit: 20_000 }, env)).toBe(false)
    expect(server.enquiries).toEqual([])
    expect(await contents(disk, guest)).toEqual({ version: 10 })
    ;(await openPage(disk, { name: guest }))?.close()
    expect(await drainFromWorker({ limit: 20_000 }, env)).toBe(true)
    expect(server.enquiries.length).toBe(2)
  })
  test('is released by a newer worker for the upgrade and then reopened [S27 I16]', async () => {
    const disk = newDisk()
    await firstPhone(disk)
    const worker = await openWorker(disk, { name: guest, needs: ['meta'] })
    expect(await openPage(disk, { name: guest })).toBeDefined()
    await expect(worker?.transaction('read', ['meta'], (tx) => tx.get('meta', 'x'))).rejects.toMatchObject({
      name: 'InvalidStateError',
    })
    const again = await openWorker(disk, { name: guest, needs: ['entities'] })
    await again?.transaction('write', ['entities'], (tx) =>
      tx.put('entities', { k: 'car:1', version: 1, fields: {}, asOf: 1 }),
    )
    expect(await again?.transaction('read', ['entities'], (tx) => tx.list('entities'))).toHaveLength(1)
  })
  test('is used by a newer worker where it has all that is needed [I16]', async () => {
    const disk = newDisk()
    await firstPhone(disk)
    expect(await openWorker(disk, { name: guest, needs: ['outbox', 'entities'] })).toBeUndefined()
    const store = await openWorker(disk, { name: guest, needs: ['outbox', 'meta'] })
    expect(await store?.transaction('read', ['meta'], (tx) => tx.get('meta', 'seq'))).toEqual({
      k: 'seq',
      v: 2,
    })
  })
})

test('An upgrade deletes the table that no app filled and keeps every row [I16]', async () => {
  const disk = newDisk()
  const row = { k: 'brands', value: [], asOf: 1 }
  await raw(disk, 'public', 40, (db) => {
    for (const [table, [key = '', ...indexes]] of Object.entries<readonly string[]>({
      ...publicSchema,
      feed: ['k'],
    })) {
      const made = db.createObjectStore(table, { keyPath: key })
      for (const index of indexes) made.createIndex(index, index)
      if (table === 'reference') made.put(row)
    }
  })
  const store = await openShared(disk)
  expect(await store?.transaction('read', ['reference'], (tx) => tx.list('reference'))).toEqual([row])
  expect(disk.open().flatMap((db) => [...db.objectStoreNames])).toEqual(Object.keys(publicSchema).sort())
  expect(await contents(disk, 'public')).toEqual({ version: schemaVersion * 10 })
})

describe('A database that a newer app made', () => {
  test('is left unchanged by an old page, even when old tables are missing [S28 I16]', async () => {
    const disk = newDisk()
    const heard: StoreEvent[] = []
    await byNewerApp(disk)
    expect(await openPage(disk, { onEvent: (event) => heard.push(event) })).toBeUndefined()
    expect(await openPage(disk)).toBeUndefined()
    expect(heard).toEqual(['newer'])
    expect(await contents(disk, 'u_test')).toEqual({ version: (schemaVersion + 1) * 10 })
    await raw(disk, 'u_test', (schemaVersion + 1) * 10 + 1, (db) => {
      expect([...db.objectStoreNames]).toEqual(['newer'])
    })
    expect(disk.open()).toEqual([])
  })
  test('is left unchanged by an old worker, which sends and drops nothing [S28 I16]', async () => {
    const disk = newDisk()
    await byNewerApp(disk)
    expect(await openWorker(disk)).toBeUndefined()
    expect(disk.open()).toEqual([])
  })
  test('is given way to by an open page, which never comes back to it [S27 S28 I16]', async () => {
    const disk = newDisk()
    const heard: StoreEvent[] = []
    const store = await openPage(disk, { onEvent: (event) => heard.push(event) })
    await byNewerApp(disk)
    expect(heard).toEqual(['newer'])
    const before = disk.connections.length
    const late = store?.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    await expect(late).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(await store?.check()).toBe(false)
    expect(disk.connections.length).toBe(before)
  })
  test('is given way to by an open worker, which writes nothing more [S27 S28 I16]', async () => {
    const disk = newDisk()
    ;(await openPage(disk))?.close()
    const store = await openWorker(disk)
    await byNewerApp(disk)
    const late = store?.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    await expect(late).rejects.toMatchObject({ name: 'InvalidStateError' })
    expect(disk.open()).toEqual([])
  })
  test('is not entered by a page whose connection had died meanwhile [S06 S28 I16]', async () => {
    const disk = newDisk()
    const heard: StoreEvent[] = []
    const store = await openPage(disk, { onEvent: (event) => heard.push(event) })
    disk.takeAway()
    await expect.poll(() => disk.open().length, soon).toBe(0)
    await byNewerApp(disk)
    const late = store?.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    await expect(late).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(heard).toEqual(['newer'])
    expect(store?.ended()).toBe('newer')
  })
  test('makes the app ask for a reload while writes go out at once [S27 I12 I16]', async () => {
    const disk = newDisk()
    const news: StoreNews[] = []
    const stores = await openStores(tabOf(phoneWith(disk)).env, { onEvent: (one) => news.push(one) })
    await stores.own('u_test')
    expect(stores.isDurable('u_test')).toBe(true)
    await byNewerApp(disk)
    expect(news).toContainEqual({ what: 'newer', database: 'u_test' })
    expect(stores.isDurable('u_test')).toBe(false)
    // The stand-in store accepts the write until it is sent.
    const store = await stores.own('u_test')
    await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'x', v: 1 }))
    stores.close()
  })
})

describe('An upgrade that an old page holds back', () => {
  test('is reported as blocked, and opens as soon as that page is gone [S27 S47]', async () => {
    const disk = newDisk()
    await firstVersion(disk, 'u_test', { drafts: [{ id: 'd', values: { a: 'old' }, updatedAt: 1 }] })
    const letGo = await disk.stubborn('u_test')
    const heard: string[] = []
    let limit: () => void = () => undefined
    let now = 0
    const slot = createSlot({
      open: (late) =>
        openPage(disk, {
          late,
          onEvent: (event) => heard.push(event),
          timers: { ...timers, setTimeout: (work) => (limit = work) },
        }),
      standIn: () => memoryStore(ownSchema),
      carry: async (from, to) => {
        const rows = await from.transaction('read', ['drafts'], (tx) => tx.list('drafts'))
        for (const row of rows) await to.transaction('write', ['drafts'], (tx) => tx.put('drafts', row))
      },
      recovered: () => heard.push('recovered'),
      now: () => now,
    })
    const first = slot.get()
    await expect.poll(() => heard, soon).toEqual(['blocked'])
    limit()
    const standIn = await first
    expect(slot.isDurable()).toBe(false)
    await standIn.transaction('write', ['drafts'], (tx) =>
      tx.put('drafts', { id: 'e', values: { a: 'new' }, updatedAt: 2 }),
    )
    // A second request does not add another opening to the one that waits.
    now += 60_000
    expect(await slot.get()).toBe(standIn)
    letGo()
    await expect.poll(slot.isDurable, soon).toBe(true)
    await expect.poll(() => heard, soon).toEqual(['blocked', 'recovered'])
    const store = await slot.get()
    const drafts = await store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))
    expect(drafts.map((draft) => draft.values)).toEqual([{ a: 'old' }, { a: 'new' }])
    expect(disk.open().length).toBe(1)
    slot.close()
    expect(disk.open().length).toBe(0)
  })
})
