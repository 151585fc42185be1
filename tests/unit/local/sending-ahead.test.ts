import { commandRegistry } from '#contract/commands.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { openOwn } from '../../../src/local/database/dexie.ts'
import { remove } from '../../../src/local/outbox/decide.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { acquireLeadership, turn } from '../../../src/local/outbox/sending/turn.ts'
import { survey } from '../../../src/local/outbox/sending/pick.ts'
import { createPhone, lost, no, ok } from './phone.ts'

/** The next items are chosen while one item is being sent: this must have no visible effect, whatever happens meanwhile. */
const cars = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

async function busyPhone(msEach = 1) {
  const phone = createPhone()
  const ids: string[] = []
  for (const car of cars) ids.push(await phone.heart(car, 'yes'))
  const slow = (answer: typeof phone.answer) => {
    phone.answer = (sent) => {
      phone.now += msEach
      return answer(sent)
    }
  }
  slow(() => ok())
  return { phone, ids, slow }
}

test('Everything leaves in order and once, with fewer trips to the disk than items', async () => {
  const { phone } = await busyPhone()
  let writes = 0
  const round = await phone.drain({
    store: {
      ...phone.store,
      transaction: (mode, tables, work) => {
        if (mode === 'write') writes++
        return phone.store.transaction(mode, tables, work)
      },
    },
  })
  expect(round).toMatchObject({ delivered: cars.length, waiting: 0 })
  expect(phone.sent.map(({ item }) => item.lane)).toEqual(cars.map((car) => `fav:${car}`))
  expect(writes).toBeLessThan(cars.length)
})

test('After a failed response, items selected ahead return to the queue unchanged', async () => {
  for (const bad of [no(429, 'rate_limited', { retryAfter: 60 }), no(500, 'internal'), lost()]) {
    const { phone, ids, slow } = await busyPhone()
    slow(({ item }) => (item.id === ids[3] ? bad : ok()))
    const early: boolean[] = []
    await phone.drain({
      mayGoOn: () => !phone.sent.some(({ item }) => item.id === ids[3]),
      log: (event, about) => {
        if (event === 'sending' && about === ids[3])
          void phone.item(ids[5] ?? '').then((item) => early.push(item?.state === 'sending'))
      },
    })
    expect(early).toEqual([true])
    expect(phone.sent).toHaveLength(4)
    for (const id of ids.slice(4)) {
      const item = await phone.item(id)
      expect(item).toMatchObject({ state: 'queued', sentEver: false, tries: 0, netFails: 0 })
      expect(item).not.toHaveProperty('firstAt')
      expect(item).not.toHaveProperty('unsure')
    }
  }
})

test('An item cancelled after selection is never sent; the server must refuse it [I8]', async () => {
  const { phone, ids, slow } = await busyPhone(400)
  const last = ids[7] ?? ''
  slow(async ({ item }) => {
    if (item.id !== ids[6]) return ok()
    await expect.poll(async () => (await phone.item(last))?.state).toBe('sending')
    await remove(phone.store, last)
    return ok()
  })
  await phone.drain()
  const sent = phone.sent.filter(({ item }) => item.id === last)
  expect(sent.map(({ item }) => item.cancel)).toEqual([true])
})

test('A person who signs out mid-round sends nothing more in their own name [I7]', async () => {
  const { phone, ids, slow } = await busyPhone()
  slow(({ item }) => {
    if (item.id === ids[2]) phone.session = undefined
    return ok()
  })
  await phone.drain()
  expect(phone.sent).toHaveLength(3)
  for (const id of ids.slice(3))
    expect(await phone.item(id)).toMatchObject({ state: 'queued', sentEver: false })
})

test('A database failure during sending ends the round without losing anything', async () => {
  const { phone } = await busyPhone()
  let writes = 0
  await expect(
    phone.drain({
      store: {
        ...phone.store,
        transaction: (mode, tables, work) =>
          mode === 'write' && ++writes === 4
            ? Promise.reject(new Error('The disk is gone'))
            : phone.store.transaction(mode, tables, work),
      },
    }),
  ).rejects.toThrow('The disk is gone')
  await phone.drain()
  expect(new Set(phone.sent.map(({ item }) => item.lane)).size).toBe(cars.length)
  expect(new Set(phone.sent.map(({ key }) => key)).size).toBe(cars.length)
  expect(await phone.favourites()).toEqual(cars)
})

test('A transaction that stores many responses and selects many items completes in IndexedDB', async () => {
  const events: string[] = []
  const store = await openOwn('u_ahead', {
    indexedDB: new IDBFactory(),
    keyRange: IDBKeyRange,
    timers: { setTimeout: (work, ms) => setTimeout(work, ms), clearTimeout: () => undefined },
    onEvent: (event) => events.push(event),
  })
  if (!store) throw new Error('did not open')
  const now = 1_760_000_000_000
  for (let n = 0; n < 80; n++) {
    const payload = { carId: `c${n}`, want: 'yes' as const }
    await enqueue(store, { id: `i${n}`, kind: 'fav.set', payload, now, appVersion: '1' })
  }
  const look = {
    epoch: await acquireLeadership(store, now),
    now,
    mayAuth: true,
    skip: new Set<string>(),
    book: commandRegistry,
  }
  const plan = await survey(store, look)
  const o = { ...look, busy: new Set<string>(), random: () => 0.5, plan, most: 40, again: true }
  const first = await turn(store, { ...o, answered: [] })
  if (first === 'fenced') throw new Error('fenced')
  const reply = { ok: true, status: 200, body: { data: { is_favorite: 'yes' } } } as const
  const second = await turn(store, { ...o, answered: first.next.map(({ item }) => ({ sent: item, reply })) })
  expect(second).toMatchObject({ settled: first.next.map(() => ({ to: 'done' })) })
  expect(second !== 'fenced' && second.next).toHaveLength(40)
  // None of these items may be sent: 80 checks without a single write.
  for (let n = 0; n < 80; n++) {
    const payload = { carId: `d${n}`, want: 'yes' as const }
    await enqueue(store, { id: `j${n}`, kind: 'fav.set', payload, now, appVersion: '1' })
  }
  const rest = await survey(store, look)
  const none = { ...o, plan: rest, skip: new Set(rest.map(({ id }) => id)), most: 80, answered: [] }
  expect([rest.length, await turn(store, none)]).toEqual([80, { settled: [], next: [] }])
  expect(events).toEqual([])
  store.close()
})
