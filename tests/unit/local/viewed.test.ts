import { describe, expect, test } from 'vitest'
import {
  adoptCompared,
  comparedIn,
  changeCompared,
  saveCompared,
  mostCompared,
  adoptViewed,
  clearViewed,
  joinViewed,
  noteViewed,
  viewedIds,
} from '../../../src/local/cache/mine.ts'
import { cacheLimits } from '../../../src/local/cache/eviction.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { detail, newPhone, soon } from './page.ts'
import { now as instant, open, signIn, world } from './world.ts'

const now = 1_760_000_000_000
const mine = () => memoryStore<OwnTables>(ownSchema)
const look = async (store: OwnStore, ids: readonly string[], from = now) => {
  for (const [i, id] of ids.entries()) await noteViewed(store, id, from + i)
}
const chosen = (store: OwnStore) => store.transaction('read', ['kept'], comparedIn)
/** Returns a database whose phone dies at the next write. */
const dying = (store: OwnStore): OwnStore => ({
  ...store,
  transaction: (mode, tables, work) =>
    mode === 'write' ? Promise.reject(new Error('The phone died')) : store.transaction(mode, tables, work),
})

describe('What was looked at', () => {
  test('is each car once, the last look first', async () => {
    const store = mine()
    await look(store, ['a', 'b', 'c', 'a', 'a'])
    expect(await viewedIds(store)).toEqual(['a', 'c', 'b'])
  })
  test('is fifty cars at most, and the oldest look goes first', async () => {
    const store = mine()
    const ids = Array.from({ length: cacheLimits.viewed + 3 }, (_, i) => `c${i}`)
    await look(store, ids)
    const kept = await viewedIds(store)
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, 'c52', 'c3'])
  })
  test('keeps its order after a clock that ran ahead is put right [I19]', async () => {
    const store = mine()
    const ahead = 365 * 24 * 3_600_000
    await look(store, ['a', 'b'], now + ahead)
    await look(store, ['c', 'a', 'd'])
    expect(await viewedIds(store)).toEqual(['d', 'a', 'c', 'b'])
  })
  test('disappears when cleared, and an undo merges it with newer views', async () => {
    const store = mine()
    await look(store, ['a', 'b'])
    const rows = await clearViewed(store)
    expect(await viewedIds(store)).toEqual([])
    await look(store, ['c', 'a'], now + 100)
    await joinViewed(store, rows)
    expect(await viewedIds(store)).toEqual(['a', 'c', 'b'])
  })
})

describe('A guest who signs in', () => {
  test('finds their viewed cars merged with the account’s by time, at most fifty', async () => {
    const [guest, own] = [mine(), mine()]
    await look(own, ['a', 'b'])
    await look(guest, ['c', 'a'], now + 100)
    await look(
      own,
      Array.from({ length: 48 }, (_, i) => `z${i}`),
      now + 10,
    )
    await adoptViewed(guest, own)
    const all = await viewedIds(own)
    expect([all.slice(0, 3), all.length, await viewedIds(guest)]).toEqual([['a', 'c', 'z47'], 50, []])
  })
  test('loses no viewed car when the phone dies while merging, and duplicates none', async () => {
    const [guest, own] = [mine(), mine()]
    await look(guest, ['a', 'b'])
    await expect(adoptViewed(guest, dying(own))).rejects.toThrow('died')
    expect([await viewedIds(guest), await viewedIds(own)]).toEqual([['b', 'a'], []])
    await expect(adoptViewed(dying(guest), own)).rejects.toThrow('died')
    await adoptViewed(guest, own)
    expect([await viewedIds(guest), await viewedIds(own)]).toEqual([[], ['b', 'a']])
  })
  test('goes on with the comparison they began, before the one they once made', async () => {
    const [guest, own] = [mine(), mine()]
    await saveCompared(own, ['a', 'b', 'c'], now)
    await saveCompared(guest, ['d', 'b'], now)
    await adoptCompared(guest, own, now)
    expect([await chosen(own), await chosen(guest)]).toEqual([['d', 'b', 'a', 'c'], []])
    await adoptCompared(guest, own, now)
    expect(await chosen(own)).toEqual(['d', 'b', 'a', 'c'])
  })
})

test('A comparison is four cars at most, each once', async () => {
  const store = mine()
  await saveCompared(store, ['a', 'b', 'a', 'c', 'd', 'e'], now)
  expect(await chosen(store)).toEqual(['a', 'b', 'c', 'd'])
  expect(mostCompared).toBe(4)
})

test('Cars chosen one after the other are all in the comparison', async () => {
  const store = mine()
  const add = (slug: string, on = true) => changeCompared(store, { slug, on }, now)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((slug) => add(slug)))).toEqual([true, true, true, true])
  expect([await add('e'), await chosen(store)]).toEqual([false, ['a', 'b', 'c', 'd']])
  expect([await add('b', false), await add('e'), await add('e')]).toEqual([true, true, true])
  expect(await chosen(store)).toEqual(['a', 'c', 'd', 'e'])
})

describe('On a phone', () => {
  async function seen(engine: Awaited<ReturnType<ReturnType<typeof open>['app']['load']>>) {
    return (await engine.phone.cachedCars()).value.viewed.map((car) => car._id)
  }
  const reply = (id: string) => ({
    success: true as const,
    msg: '',
    data: detail(id),
    recent_list: [],
    as_of: instant(),
  })

  test('a guest’s viewed cars survive sign-in and an offline restart and are never sent [R-PWA-33 R-PWA-36]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    const engine = await first.app.load()
    for (const id of ['c1', 'c2']) {
      await engine.keep.car(reply(id))
      await engine.viewed(id)
    }
    await engine.compare(['slug-c1', 'slug-c2'])
    expect(await seen(engine)).toEqual(['c2', 'c1'])
    await signIn(first.app, 'ada')
    await expect.poll(() => seen(engine), soon).toEqual(['c2', 'c1'])
    await expect.poll(() => first.app.views.get().comparing, soon).toEqual(['slug-c1', 'slug-c2'])
    first.close()

    server.o.signal = false
    const again = open(phone, server)
    const later = await again.app.load()
    expect(await seen(later)).toEqual(['c2', 'c1'])
    expect((await later.phone.car('slug-c1'))?.value.data.title).toBe('Car c1')
    expect(again.app.views.get().comparing).toEqual(['slug-c1', 'slug-c2'])
    const written = server.calls.filter((call) => JSON.stringify(call.body).includes('c1'))
    expect(written).toEqual([])

    // After the sign-out the next person on the phone sees none of this data.
    await again.app.account.signOut({ keep: false })
    await expect.poll(() => seen(later), soon).toEqual([])
    expect(again.app.views.get().comparing).toEqual([])
  })

  test('what one person cleared never comes back to another one', async () => {
    const phone = newPhone()
    const { app } = open(phone, world())
    const engine = await app.load()
    await signIn(app, 'ada')
    await engine.settled()
    await engine.keep.car(reply('c1'))
    await engine.viewed('c1')
    const undo = await engine.clearViewed()
    expect(await seen(engine)).toEqual([])
    await undo()
    expect(await seen(engine)).toEqual(['c1'])
    const late = await engine.clearViewed()
    await app.account.signOut({ keep: false })
    await late()
    expect(await seen(engine)).toEqual([])
  })

  test('the pages of cars looked at stay when other pages are cleared away [R-PWA-33]', async () => {
    const phone = newPhone()
    const { app } = open(phone, world(), { whenIdle: (work) => work() })
    const engine = await app.load()
    await engine.keep.car(reply('first'))
    await engine.viewed('first')
    for (let i = 0; i < cacheLimits.details + 60; i++) await engine.keep.car(reply(`c${i}`))
    await expect.poll(() => engine.phone.car('c0'), soon).toBeUndefined()
    expect((await engine.phone.car('first'))?.value.data._id).toBe('first')
  })
})
