import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { CarCard } from '#contract/cars.ts'
import { packCars, unpackCars } from '#contract/sync/feed-pack.ts'
import type { FeedPage } from '#contract/sync/feed.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import type { Store } from '../../../src/local/database/store.ts'
import { readPage, type Pull } from '../../../src/local/catalogue-replica/feed/pull.ts'
import { followFeed } from '../../../src/local/catalogue-replica/feed/follow.ts'
import {
  createReplicaStore,
  type ReplicaStore,
} from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import { readReplica, rowsOnDisk } from '../../support/local-replica.ts'
import { card } from './page.ts'

const now = Date.parse('2026-03-01T09:00:00.000Z')
const minute = 60_000

/** Returns the car that the server would send for a card. */
function feedCarOf({
  status: _s,
  is_favorite: _f,
  images: _i,
  featured_image,
  pictures: _p,
  ...rest
}: CarCard) {
  return { ...rest, cover: featured_image }
}
function page(cards: readonly CarCard[], more: Partial<FeedPage> = {}): FeedPage {
  return {
    epoch: 'e1',
    cursor: 'c1',
    full: false,
    more: false,
    ...packCars(cards.map(feedCarOf)),
    deletes: [],
    outside: [],
    total_active: cards.length,
    as_of: new Date(now).toISOString(),
    floor: null,
    ...more,
  }
}
/** Returns a server that answers with the given pages, one after the other. */
function told(...pages: (FeedPage | AppError)[]) {
  const asked: (string | undefined)[] = []
  const pull: Pull = async ({ cursor }) => {
    asked.push(cursor)
    const next = pages[asked.length - 1] ?? new AppError('network')
    return next instanceof AppError ? { ok: false, error: next } : { ok: true, page: next }
  }
  return { asked, pull }
}

let store: Store<PublicTables>
let replicaStore: ReplicaStore
beforeEach(() => {
  store = memoryStore<PublicTables>(publicSchema)
  replicaStore = createReplicaStore(store)
})
const shown = async () => (await readReplica(store))?.cards.map((c) => c._id)
const go = (pull: Pull, window = 100) => followFeed({ pull, replicaStore, window })
/** Returns a phone that has fetched everything once and is at cursor `c0`. */
const started = (...cards: CarCard[]) =>
  go(
    told(page(cards, { full: true, cursor: 'c' }), page([], { cursor: 'c0', total_active: cards.length }))
      .pull,
  )
async function seen(of: CarCard, asOf: number) {
  await store.transaction('write', ['cards'], (tx) =>
    tx.put('cards', { id: of._id, card: of, asOf, seenAt: asOf }),
  )
}
const cardRow = (id: string) => store.transaction('read', ['cards'], (tx) => tx.get('cards', id))

describe('A car on its way', () => {
  test('arrives as it was, whatever is in its words', () => {
    const odd = [
      card('0190f5a2-7b3c-7d4e-8f90-123456789abc', {
        title: '2020 Audi A4',
        make: 'Audi',
        model: 'A4',
        year: 2020,
      }),
      card('plain', { title: '2020 Audi A4! new', make: 'Audi', model: 'A4', year: 2020, slug: 'x' }),
      card('!', { title: '2020 Audi A4!', make: 'Audi', model: 'A4', year: 2020, slug: '2020-audi-a4-!' }),
      card('Ünïcode 🚗', { title: 'Škoda', slug: 'skoda-1', address: '', featured_image: '' }),
      card('0190F5A2-7B3C-7D4E-8F90-123456789ABC', { mileage: '68 123 Km', mileage_km: 68_123 }),
      card('a', { mileage: '30k miles', mileage_km: 48_280, featured_image: '/media/x/1280.webp' }),
      card('b', { mileage: '1000', mileage_km: 1000, featured_image: 'https://else.where/a.jpg' }),
      card('c', {
        mileage: '999 km',
        mileage_km: 999,
        featured_image: '/media/!x/1280.webp',
        featured: true,
      }),
      card('d', { created_at: '1999-12-31T23:59:59.999Z', price: 0.5 }),
    ].map(feedCarOf)
    const { dict, upserts } = packCars(odd)
    const http = JSON.parse(JSON.stringify({ dict, upserts })) as Pick<FeedPage, 'dict' | 'upserts'>
    expect(unpackCars(http.dict, http.upserts)).toEqual(odd)
    expect(unpackCars(packCars([]).dict, packCars([]).upserts)).toEqual([])
  })
  test('that was damaged is not half believed: the whole page counts as no answer', async () => {
    const whole = page([card('a'), card('b')])
    const { upserts } = whole
    const broken: FeedPage[] = [
      { ...whole, upserts: { ...upserts, price: [1] } },
      { ...whole, upserts: { ...upserts, model: [0, 7] } },
      { ...whole, upserts: { ...upserts, engine: [0, -1] } },
      { ...whole, upserts: { ...upserts, mileage: [0, 99] } },
      { ...whole, upserts: { ...upserts, created_at: [9e15, 9e15] } },
      { ...whole, as_of: 'yesterday, at about noon' },
    ]
    for (const p of broken) expect(readPage(p)).toBeUndefined()
    const ids = [1, 2].map((n) => card(`0190f5a2-7b3c-7d4e-8f90-12345678901${n}`))
    const { dict, upserts: own } = page(
      ids.map((one) => ({ ...one, creator: '0190f5a2-7b3c-4d4e-8f90-123456789abc', carfeatures: ['ABS'] })),
    )
    const damaged = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)
    const [first = '', second = ''] = own.id
    const [seller = ''] = dict.creator
    expect(readPage({ ...whole, dict, upserts: own })).toBeDefined()
    for (const by of ['', '.', '�', '!', 'AA']) {
      for (let at = 1; at < first.length; at++)
        expect(
          readPage({ ...whole, dict, upserts: { ...own, id: [damaged(first, at, by), second] } }),
        ).toBeUndefined()
      for (let at = 1; at < seller.length; at++) {
        const creator = [damaged(seller, at, by)]
        expect(readPage({ ...whole, dict: { ...dict, creator }, upserts: own })).toBeUndefined()
      }
      const feature: typeof dict.feature = [['ABS', by]]
      expect(readPage({ ...whole, dict: { ...dict, feature }, upserts: own })).toBeUndefined()
    }
    await started(card('x'))
    expect(await go(told(broken[0] ?? whole).pull)).toMatchObject({ ok: false, error: { code: 'bad_reply' } })
    expect(await shown()).toEqual(['x'])
  })
})

describe('The market on the phone', () => {
  test('is shown when it is whole, and not before [R-PWA-33]', async () => {
    const first = page([card('a')], { full: true, more: true, cursor: 'w1', total_active: 2 })
    expect(await go(told(first).pull)).toMatchObject({ ok: false, news: true, error: { code: 'network' } })
    expect(await readReplica(store)).toBeUndefined()
    const rest = told(page([card('b')], { full: true, cursor: 'c1', total_active: 2 }), page([]))
    expect(await go(rest.pull)).toEqual({ ok: true, news: true })
    expect(rest.asked).toEqual(['w1', 'c1'])
    expect(await readReplica(store)).toMatchObject({ total: 0, asOf: now })
    expect(await shown()).toEqual(['a', 'b'])
  })
  test('stores a change and its cursor atomically, or requests the page again [S55]', async () => {
    await started(card('a'), card('b'))
    const change = page([card('b', { version: 2 }), card('c')], { cursor: 'c9', deletes: ['a'] })
    let writes = 0
    const failing: Store<PublicTables> = {
      ...store,
      transaction: (mode, tables, work) =>
        store.transaction(mode, tables, (tx) =>
          work({
            ...tx,
            put: (...row) => (++writes === 3 ? Promise.reject(new Error('power cut')) : tx.put(...row)),
          }),
        ),
    }
    const broken = followFeed({
      pull: told(change).pull,
      replicaStore: createReplicaStore(failing),
      window: 100,
    })
    await expect(broken).rejects.toThrow('power cut')
    expect(await shown()).toEqual(['a', 'b'])
    const again = told(change)
    await go(again.pull)
    expect(again.asked).toEqual(['c0'])
    expect(await shown()).toEqual(['b', 'c'])
  })
  test('never returns to an older version, in the replica or the viewed cars [S34 I18]', async () => {
    await started(card('a', { version: 5, price: 500 }))
    await seen(card('a', { version: 7, price: 700 }), now - minute)
    await seen(card('b', { version: 2, price: 20 }), now + minute)
    const old = [card('a', { version: 4, price: 400 }), card('b', { version: 2, price: 10 })]
    await go(told(page(old, { cursor: 'c2' })).pull)
    expect((await readReplica(store))?.cards.find((c) => c._id === 'a')?.price).toBe(500)
    expect(await cardRow('a')).toMatchObject({ card: { version: 7, price: 700 } })
    expect(await cardRow('b')).toMatchObject({ card: { price: 20 }, asOf: now + minute })
  })
  test('ignores a page that was overtaken by another tab [S34 S29 I18]', async () => {
    await started(card('a', { version: 1 }))
    const late = readPage(page([card('a', { version: 2 })], { cursor: 'c5', deletes: ['b'] }))
    await go(told(page([card('b')], { cursor: 'c7' })).pull)
    if (!late) throw new Error('unreadable')
    expect(await replicaStore.take(late, 'c0')).toBe(false)
    expect(await shown()).toEqual(['a', 'b'])
    expect((await replicaStore.generations()).shown?.cursor).toBe('c7')
  })
  test('brings cars that were seen up to date without losing their other pictures [R-PWA-33]', async () => {
    await started(card('a'))
    const known = card('a', { version: 1 })
    await seen(known, now - minute)
    await go(told(page([card('a', { version: 2, price: 1 })], { cursor: 'c2' })).pull)
    expect(await cardRow('a')).toMatchObject({ card: { version: 2, price: 1, pictures: known.pictures } })
    const other = card('a', { version: 3, featured_image: '/media/new/1280.webp' })
    await go(told(page([other], { cursor: 'c3' })).pull)
    expect((await cardRow('a'))?.card.pictures.map((p) => p.url)).toEqual(['/media/new/1280.webp'])
  })
  test('offers no car that left, but keeps what was seen of it [S55 R-PWA-33]', async () => {
    await started(card('a'), card('b'), card('moved'))
    await seen(card('a'), now - minute)
    await seen(card('b'), now + minute)
    await seen(card('old'), now - minute)
    await go(told(page([], { cursor: 'c2', deletes: ['a', 'b'], outside: ['old', 'moved'] })).pull)
    expect(await shown()).toEqual([])
    expect(await cardRow('a')).toMatchObject({ card: { status: 'inactive' } })
    expect(await cardRow('b')).toMatchObject({ card: { status: 'active' } })
    // A car older than those that this phone stores is not a deleted car.
    expect(await cardRow('old')).toMatchObject({ card: { status: 'active' } })
  })
})

describe('A phone that has to start anew', () => {
  const gone = new AppError('gone')
  test('shows its old copy until the resumed new one is complete [S55 S53]', async () => {
    await started(card('ghost'), card('a', { price: 1 }))
    const whole = { full: true, epoch: 'e2', total_active: 3 }
    const part1 = page([card('a', { price: 2 })], { ...whole, more: true, cursor: 'w1' })
    const part2 = page([card('b')], { ...whole, more: true, cursor: 'w2' })
    const part3 = page([card('c')], { ...whole, cursor: 'c9' })
    const first = told(gone, part1)
    await go(first.pull)
    expect(first.asked).toEqual(['c0', undefined, 'w1'])
    const second = told(part2)
    await go(second.pull)
    expect(second.asked).toEqual(['w1', 'w2'])
    expect(await shown()).toEqual(['a', 'ghost'])
    expect((await readReplica(store))?.cards[0]?.price).toBe(1)
    const third = told(part3, page([], { epoch: 'e2', cursor: 'c9', total_active: 3 }))
    expect(await go(third.pull)).toEqual({ ok: true, news: true })
    expect(third.asked).toEqual(['w2', 'c9'])
    expect(await shown()).toEqual(['a', 'b', 'c'])
    const { facts, texts } = await rowsOnDisk(store)
    expect(facts).toHaveLength(1)
    expect(texts).toEqual(facts)
    expect((await replicaStore.generations()).stale).toEqual([])
  })
  test('withdraws ghosts among the cars that were seen and keeps them, saved ones too [S55]', async () => {
    await started(card('ghost'), card('a'))
    for (const id of ['ghost', 'a']) await seen(card(id), now - minute)
    await seen(card('ancient', { created_at: '2020-01-01T00:00:00.000Z' }), now - minute)
    await seen(card('just-listed'), now + minute)
    const floor = '2021-01-01T00:00:00.000Z'
    await go(
      told(gone, page([card('a', { version: 2 })], { full: true, cursor: 'c9', floor }), page([])).pull,
    )
    expect(await cardRow('ghost')).toMatchObject({ card: { status: 'inactive' } })
    expect(await cardRow('a')).toMatchObject({ card: { status: 'active', version: 2 } })
    expect(await cardRow('ancient')).toMatchObject({ card: { status: 'active' } })
    expect(await cardRow('just-listed')).toMatchObject({ card: { status: 'active' } })
  })
  test('also does so when its cursor is refused or the epoch changes [S53]', async () => {
    await started(card('a'))
    const anew = told(new AppError('validation_failed'), page([card('b')], { full: true }), page([]))
    expect(await go(anew.pull)).toMatchObject({ ok: true })
    expect(await shown()).toEqual(['b'])
    const other = { epoch: 'e2', cursor: 'x' }
    const moved = told(
      page([card('never')], other),
      page([card('c')], { ...other, full: true }),
      page([], other),
    )
    expect(await go(moved.pull)).toMatchObject({ ok: true })
    expect(moved.asked).toEqual(['c1', undefined, 'x'])
    expect(await shown()).toEqual(['c'])
  })
  test('discards a half-fetched copy that is refused and restarts without mixing both [S53]', async () => {
    await go(told(page([card('lost')], { full: true, more: true, cursor: 'w1' })).pull)
    const anew = told(gone, page([card('a')], { full: true }), page([]))
    await go(anew.pull)
    expect(anew.asked).toEqual(['w1', undefined, 'c1'])
    expect(await shown()).toEqual(['a'])
  })
  test.each([
    [
      'sends everybody back to the beginning',
      [gone, page([], { full: true }), gone, page([], { full: true }), gone],
    ],
    ['leads nowhere', [page([], { cursor: 'c0', more: true })]],
    ['says everything although it was asked for changes', [page([card('z')], { full: true })]],
  ])('is not kept busy by a server that %s', async (_, pages) => {
    await started(card('a'))
    const server = told(...pages)
    await go(server.pull)
    expect(server.asked.length).toBeLessThanOrEqual(5)
    expect(await shown()).not.toContain('z')
  })
})

describe('The number of cars on the phone', () => {
  const at = (n: number) => card(`car-${n}`, { created_at: new Date(now + n * minute).toISOString() })
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => at(from + i))
  test('stays near its limit by dropping the oldest, and the server gets the floor [R-PWA-33]', async () => {
    const floor = at(0).created_at
    await go(
      told(page(range(0, 10), { full: true, floor }), page(range(10, 11), { floor, cursor: 'c2' })).pull,
      10,
    )
    expect(await shown()).toHaveLength(11)
    const grown = page([...range(11, 14), at(0)], { floor, cursor: 'c3' })
    await go(told(grown).pull, 10)
    expect((await shown())?.sort()).toEqual(
      range(4, 14)
        .map((c) => c._id)
        .sort(),
    )
    expect((await replicaStore.generations()).shown).toMatchObject({ floor: at(4).created_at, grown: 0 })
  })
  test('shrinks at once, and grows by fetching only where something is missing', async () => {
    await started(...range(0, 10))
    await go(told(page([], { cursor: 'c0' })).pull, 4)
    expect((await shown())?.sort()).toEqual(range(6, 10).map((c) => c._id))
    const wider = told(page(range(2, 10), { full: true, cursor: 'c5' }), page([], { cursor: 'c6' }))
    await go(wider.pull, 8)
    expect(wider.asked).toEqual([undefined, 'c5'])
    expect(await shown()).toHaveLength(8)
    const enough = told(page([], { cursor: 'c7' }))
    await go(enough.pull, 50)
    expect(enough.asked).toEqual(['c6'])
    expect((await replicaStore.generations()).shown).toMatchObject({ window: 50 })
  })
})
