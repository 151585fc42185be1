import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema, guestPartition, userPartition } from '../../../src/local/database/schema.ts'
import { skipBackoff } from '../../../src/local/outbox/item-actions.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { remove, retry } from '../../../src/local/outbox/decide.ts'
import { backlog } from '../../../src/local/outbox/sending/turn.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { createAds } from './ads.ts'
import { newDisk, openWorker } from './disk.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { createPhone, enquiry, lost, no } from './phone.ts'
import { heart, on, open, put, signIn, states, world } from './world.ts'

const day = 24 * 3_600_000

describe('The sender', () => {
  test('sleeps until the first of a lane is due, however many stand behind it [S42 I10]', async () => {
    const ads = createAds()
    await ads.look()
    await ads.edit({ price: 120 })
    await ads.status('sold')
    ads.phone.answer = () => no(500, 'internal')
    ads.phone.random = 0.9
    const round = await ads.phone.drain()
    const [first] = await ads.phone.items()
    expect(first).toMatchObject({ state: 'wait' })
    expect(round).toMatchObject({ waiting: 2, nextAt: first?.nextAt })
    expect(first?.nextAt).toBeGreaterThan(ads.phone.now)
  })
  test('sends in the same order when the database makes its transaction again [S06 I3]', async () => {
    const real = memoryStore<OwnTables>(ownSchema)
    const undone = new Error('undone')
    const store: OwnStore = {
      ...real,
      // Each write runs, is rolled back by the browser, and runs again.
      async transaction(mode, tables, work) {
        if (mode === 'write') {
          const first = real.transaction(mode, tables, async (tx) => {
            await work(tx)
            throw undone
          })
          await first.catch((error: unknown) => {
            if (error !== undone) throw error
          })
        }
        return real.transaction(mode, tables, work)
      },
    }
    const phone = createPhone({ store })
    for (const car of ['a', 'b', 'c', 'd']) await phone.heart(car, 'yes', car)
    await phone.drain()
    expect(phone.sent.map(({ item }) => item.id)).toEqual(['a', 'b', 'c', 'd'])
  })
  test('releases writes a wrong clock called old as soon as sending may work [S35 I19]', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    const right = phone.now
    phone.now += 400 * day
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'held', hold: 'confirm-old' })
    phone.now = right
    expect(await backlog(phone.store, true)).toMatchObject({ waiting: 0 })
    await skipBackoff(phone.store, phone.now)
    expect(await backlog(phone.store, true)).toMatchObject({ waiting: 1 })
    expect(await phone.drain()).toMatchObject({ delivered: 1 })
  })
  test('sends nothing of someone who signed out while their pictures were on the way [S37 I7]', async () => {
    const phone = createPhone()
    const payload = { adId: 'ad-1', title: 'Polo', ad: {}, imageIds: [] }
    const id = await phone.put('ad.create', payload, undefined, { blobIds: ['p'] })
    await phone.drain({
      prepare() {
        phone.session = undefined
        return Promise.resolve(undefined)
      },
    })
    expect(phone.sent).toEqual([])
    expect(await phone.item(id)).toMatchObject({ state: 'queued' })
  })
})

describe('A write of which a copy may still be about', () => {
  test('is never called removed after another try that was asked for [S01 I2]', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    phone.answer = lost
    await phone.drain()
    phone.now += day
    phone.answer = () => no(422, 'validation_failed')
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'rejected', unsure: true })
    await retry(phone.store, id, phone.now)
    expect(await remove(phone.store, id)).toBe('cancelling')
  })
})

describe('Someone who signs out', () => {
  test('while their database is unavailable has nothing sent later by the worker [S47 I7 R-STATE-03]', async () => {
    const disk = newDisk()
    const phone = { ...newPhone(), indexedDB: disk.indexedDB }
    const server = world()
    const tab = open(phone, server)
    await signIn(tab.app, 'ada')
    const engine = await tab.app.load()
    await engine.drained()
    server.o.signal = false
    await heart(tab.app, 'c1')
    await engine.drained()
    disk.spoil('UnknownError')
    tab.window.fire('focus')
    await expect.poll(() => engine.durable, soon).toBe(false)
    await tab.app.account.signOut()
    disk.spoil(undefined)
    tab.window.fire('focus')
    await expect.poll(() => engine.durable, soon).toBe(true)
    const stateThere = async () => {
      const store = await openWorker(disk, { name: userPartition('ada') })
      const items = await store?.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
      store?.close()
      return items?.map(({ state, hold }) => [state, hold])
    }
    await expect.poll(stateThere, soon).toEqual([['held', 'auth']])
    server.o.signal = true
    await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)
    expect([server.hearts.get('ada'), await stateThere()]).toEqual([undefined, [['held', 'auth']]])
  })
})

describe('Someone who comes back', () => {
  test('keeps what they write after a delete that could not be made [S37 I1]', async () => {
    const phone = newPhone()
    const server = world()
    const tab = open(phone, server)
    await signIn(tab.app, 'ada')
    await (await tab.app.load()).drained()
    const { removeItem } = phone.lasting
    // The note remains, as after a delete that failed half way.
    await tab.app.account.signOut({ keep: false })
    phone.lasting.setItem('motorkin-leaving', 'ada')
    await signIn(tab.app, 'ada')
    await (await tab.app.load()).settled()
    server.o.signal = false
    expect(await heart(tab.app, 'c1')).toMatchObject({ ok: true })
    tab.close()
    phone.lasting.removeItem = removeItem
    const again = open(phone, server)
    await again.app.load()
    expect(on(again.app, 'c1')).toBe(true)
    expect(states(again.app)).toEqual(['fav.set queued'])
  })
  test('can write at once while a postponed deletion completes under the new login [S37 I1 I20]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await (await first.app.load()).drained()
    server.o.signal = false
    await heart(first.app, 'c1')
    first.close()
    server.o.signal = true
    phone.lasting.setItem('motorkin-leaving', 'ada')
    const tab = open(phone, server)
    const engine = await tab.app.load()
    await engine.drained()
    // The deleted write is not sent.
    expect(server.hearts.get('ada') ?? new Set()).toEqual(new Set())
    expect(await heart(tab.app, 'c2')).toMatchObject({ ok: true })
    await expect.poll(() => states(tab.app), soon).toEqual(['fav.set done'])
  })
})

describe('What waits in a database that came late', () => {
  test('is sent as soon as it is there, and not at the next tap [S47 I10]', async () => {
    const disk = newDisk()
    const phone = { ...newPhone(), indexedDB: disk.indexedDB }
    const server = world()
    server.o.signal = false
    const first = open(phone, server)
    await put(first.app)
    await (await first.app.load()).drained()
    first.close()
    server.o.signal = true
    const letGo = disk.hang()
    let hangs = true
    const tab = open(phone, server, {
      // The time limit of an opening passes quickly.
      setTimeout: (work, ms) => setTimeout(work, hangs && ms <= 3000 ? ms / 100 : ms).unref(),
    })
    const engine = await tab.app.load()
    await engine.drained()
    expect([engine.durable, server.enquiries.length]).toEqual([false, 0])
    hangs = false
    letGo()
    await expect.poll(() => engine.durable, soon).toBe(true)
    // The item is sent long before the app's next regular check of the outbox.
    await expect.poll(() => server.enquiries.length, { timeout: 10_000 }).toBe(1)
  })
})

test('The bytes of pictures whose ad the worker brought go at the next start [S14 S44 I20]', async () => {
  const disk = newDisk()
  const phone = { ...newPhone(), indexedDB: disk.indexedDB }
  const server = world()
  const first = open(phone, server)
  const id = await put(first.app)
  await expect.poll(() => states(first.app), soon).toEqual(['enquiry.send done'])
  first.close()
  const store = await openWorker(disk, {
    name: guestPartition(phone.lasting.getItem('motorkin-device') ?? ''),
  })
  const blob = {
    id: 'b',
    owner: 'd',
    name: 'p',
    type: 'image/webp',
    size: 1,
    sha256: '',
    width: 1,
    height: 1,
  }
  await store?.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const item = await tx.get('outbox', id.ok ? id.id : '')
    if (item) await tx.put('outbox', { ...item, blobIds: ['b'] })
    await tx.put('blobs', { ...blob, buf: new ArrayBuffer(1) })
  })
  await open(phone, server).app.load()
  expect(await store?.transaction('read', ['blobs'], (tx) => tx.list('blobs'))).toEqual([])
})
