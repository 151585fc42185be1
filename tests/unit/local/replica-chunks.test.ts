import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from '../../support/property.ts'
import { afterEach, expect, test } from 'vitest'
import type { CarCard } from '#contract/cars.ts'
import { packCars, readColumns } from '#contract/sync/feed-pack.ts'
import { openPublic } from '../../../src/local/database/dexie.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { PublicTables } from '../../../src/local/database/records.ts'
import { publicSchema } from '../../../src/local/database/schema.ts'
import {
  compactRows,
  append,
  cardsAt,
  carsAChunk,
  factsOf,
  keysFrom,
  liveIn,
} from '../../../src/local/catalogue-replica/chunks/rows.ts'
import { packPage, linesOf, packCards, unpackCard } from '../../../src/local/catalogue-replica/chunks/pack.ts'
import type { ReplicaDatabase } from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import { buildSearchIndex, type SearchIndex } from '../../../src/local/catalogue-replica/search-index.ts'
import { feedCarOf } from '../../support/fake-feed.ts'
import { card } from './page.ts'

const runs = Number(process.env['MARKET_RUNS'] ?? 40)
const tables = ['facts', 'texts'] as const
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (n: number) => new Date(start + n * 60_000).toISOString()
const inMemory = () => memoryStore<PublicTables>(publicSchema)
const opened: ReplicaDatabase[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})
async function indexed(): Promise<ReplicaDatabase> {
  const timers = {
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  }
  const store = await openPublic('public', { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, timers })
  if (!store) throw new Error('did not open')
  opened.push(store)
  return store
}

test('A car stored in a chunk is returned unchanged, whatever its text contains [R-PWA-33]', () => {
  const odd = [
    card('0190f5a2-7b3c-7d4e-8f90-123456789abc', {
      title: '2020 Audi A4',
      year: 2020,
      slug: '2020-audi-a4-x1',
    }),
    card('a\nb', { title: 'Two\nlines', address: 'Über "das" \\ Haus\n1', engine: '', drive: 'a\u2028b' }),
    card('c', { mileage: '30k miles', mileage_km: 48_280, featured_image: 'https://else.where/a.jpg' }),
    card('d', {
      price: 0.5,
      created_at: '1999-12-31T23:59:59.999Z',
      clicks: 12,
      featured: true,
      version: 77,
    }),
    card('e', { featured_image: '/media/x/1280.webp', picture_count: 4, title: 'Škoda 🚗', make: 'Škoda' }),
  ].map((c): CarCard => {
    const pictures = c.featured_image === '' ? [] : [{ url: c.featured_image, blur: '', alt: c.title }]
    return { ...c, pictures, images: pictures.map((p) => p.url) }
  })
  const packed = packCards(odd)
  const rest = { rest: packed.rest, lines: linesOf(packed.text) }
  expect(odd.map((_, i) => unpackCard(packed, rest, i))).toEqual(odd)
  // The same cars read from a page of the feed.
  const page = packCars(odd.map(feedCarOf))
  const read = readColumns(page.dict, page.upserts)
  if (!read) throw new Error('The page is not whole')
  const chunk = packPage(read)
  const part = { rest: chunk.rest, lines: linesOf(chunk.text) }
  expect(odd.map((_, i) => unpackCard(chunk, part, i))).toEqual(odd)
})

interface Copy {
  set: number
  chunks: number
  floor: string | null
}
type Step = { do: 'change'; put: number[]; gone: number[] } | { do: 'compact' } | { do: 'cut'; from: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      put: fc.array(fc.nat(900), { maxLength: 300 }),
      gone: fc.array(fc.nat(900), { maxLength: 200 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'compact' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), from: fc.nat(400) }) },
)

test('After any history the chunks and their search hold each car’s latest version once [I21]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (history) => {
      const store = inMemory()
      const model = new Map<string, CarCard>()
      let generation: Copy = { set: 3, chunks: 0, floor: null }
      let version = 0
      let view: SearchIndex | undefined
      const change = (work: (tx: Parameters<typeof compactRows>[0]) => Promise<number>) =>
        store.transaction('write', tables, work)
      for (const s of history) {
        if (s.do === 'change') {
          version += 1
          const cards = [...new Set(s.put)].map((n) =>
            card(`car-${n}`, { version, created_at: at(n), price: version }),
          )
          const inside = cards.filter((c) => generation.floor === null || c.created_at >= generation.floor)
          const ids = s.gone
            .map((n) => `car-${n}`)
            .filter((id) => model.has(id) && !s.put.includes(Number(id.slice(4))))
          for (const c of inside) model.set(c._id, c)
          for (const id of ids) model.delete(id)
          const chunks = await change(async (tx) => (await append(tx, generation, inside, ids)).chunks)
          generation = { ...generation, chunks }
        } else {
          if (s.do === 'cut' && (generation.floor === null || at(s.from) > generation.floor)) {
            generation = { ...generation, floor: at(s.from) }
            for (const c of model.values()) if (c.created_at < at(s.from)) model.delete(c._id)
            view = undefined
          }
          generation = { ...generation, chunks: await change((tx) => compactRows(tx, generation)) }
        }
        const whole = { ...generation, window: 0, cars: 0, grown: 0, looked: 0, writes: 0, total: 0, asOf: 0 }
        const from = view ? Math.max(0, view.generation.chunks - 1) : 0
        const { facts, texts, cards } = await store.transaction('read', tables, async (tx) => {
          const live = liveIn(await factsOf(tx, 3), generation.floor)
          const rows = keysFrom(3, from)
          return {
            cards: await cardsAt(tx, [...live.values()]),
            facts: await factsOf(tx, 3, from),
            texts: await tx.list('texts', rows),
          }
        })
        expect(new Map(cards.map((c) => [c._id, c.version]))).toEqual(
          new Map([...model.values()].map((c) => [c._id, c.version])),
        )
        const rows = facts.map((row, i) => ({
          facts: row,
          texts: texts[i] ?? { k: '', text: '', rest: new Uint32Array() },
        }))
        if (view) view.apply(whole, rows)
        else view = buildSearchIndex(whole, rows)
        const none = { makes: [], places: [], bodytypes: [], years: [], before: undefined, fueltypes: [] }
        const filter = {
          ...none,
          transmissions: [],
          minPrice: 0,
          maxPrice: undefined,
          minKms: 0,
          maxKms: undefined,
        }
        const found = view.find({
          filter: {
            ...filter,
            creator: undefined,
            sellers: undefined,
            tags: [],
            words: [],
            wishes: [],
            wished: 'ranked',
          },
          sort: 'most_recent',
          page: 1,
          limit: 5000,
        })
        expect(found.cards).toEqual(
          [...model.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)),
        )
        expect(view.size).toBe(model.size)
      }
    }),
    { numRuns: runs },
  )
}, 120_000)

test.each([
  ['IndexedDB', indexed],
  ['memory', async () => inMemory()],
])('Ten thousand changes in %s take no more room than a few thousand cars', async (_, open) => {
  const store = await open()
  let generation: Copy = { set: 1, chunks: 0, floor: null }
  const change = async (work: (tx: Parameters<typeof compactRows>[0]) => Promise<number>) => {
    generation = { ...generation, chunks: await store.transaction('write', tables, work) }
  }
  const cards = Array.from({ length: 2000 }, (_c, n) => card(`car-${n}`, { created_at: at(n) }))
  await change(async (tx) => (await append(tx, generation, cards, [])).chunks)
  for (let round = 0; round < 50; round++) {
    const some = Array.from({ length: 200 }, (_c, n) => (n * 37 + round * 113) % 2000)
    const newer = some.map((n) => card(`car-${n}`, { version: round + 2, created_at: at(n) }))
    await change(async (tx) => (await append(tx, generation, newer, [])).chunks)
    await change((tx) => compactRows(tx, generation))
  }
  const facts = await store.transaction('read', tables, (tx) => factsOf(tx, 1))
  expect(liveIn(facts, null).size).toBe(2000)
  expect(facts.length).toBeLessThan((2.5 * 2000) / carsAChunk)
})
