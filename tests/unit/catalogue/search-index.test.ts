import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { columnsOf, createSearchIndex, plainMemory, readQuery, search, touches } from '#catalogue'
import type { BitmapMemory, Search, SearchableCar } from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import { sortValues } from '#contract/limits.ts'
import { anyCar, anyQuery, searchable, sellers, testId, world } from '../../support/cars.ts'
import { FastMemory } from '../../../server/cars/list/bitmaps/fast-memory.ts'
import { facetsOf } from '../../support/sample-car.ts'

const lists = { ...world, verified: [sellers[1]] }
const runs = Number(process.env['ENGINE_PARITY_RUNS'] ?? 150)
const seed = Number(process.env['ENGINE_PARITY_SEED'] ?? 20_261_122)

/** Cars with ids from a small range, so that changes hit existing cars. */
const carsOf = (ids: number, most: number) =>
  fc
    .array(fc.tuple(anyCar, fc.nat(ids - 1)), { maxLength: most })
    .map((list) =>
      list.map(([car, n]) => searchable({ ...car, id: testId('car', (n * 7919) % ids), slug: 'car' })),
    )

type EngineStep =
  | { do: 'load'; cars: SearchableCar[] }
  | { do: 'put'; cars: SearchableCar[] }
  | { do: 'remove'; ids: string[] }
const steps = (ids: number, most: number): fc.Arbitrary<EngineStep> =>
  fc.oneof(
    carsOf(ids, most).map((cars) => ({ do: 'load' as const, cars })),
    carsOf(ids, most).map((cars) => ({ do: 'put' as const, cars })),
    fc
      .array(fc.nat(ids - 1), { maxLength: 12 })
      .map((list) => ({ do: 'remove' as const, ids: list.map((n) => testId('car', n)) })),
  )

/** Applies the same changes to plain rows. */
function apply(rows: Map<string, SearchableCar>, step: EngineStep): void {
  if (step.do === 'remove') for (const id of step.ids) rows.delete(id)
  else if (step.do === 'put') {
    for (const car of step.cars) {
      if (car.status === 'active') rows.set(car._id, car)
      else rows.delete(car._id)
    }
  } else {
    for (const car of step.cars) if (car.status === 'active' && !rows.has(car._id)) rows.set(car._id, car)
  }
}

type Engine = ReturnType<typeof createSearchIndex>
const change = (engine: Engine, step: EngineStep) => {
  if (step.do === 'load') engine.load(columnsOf(step.cars))
  else if (step.do === 'put') engine.put(step.cars)
  else engine.remove(step.ids)
}

/** Returns every result that the engine offers for a search. */
const byEngine = (engine: Engine, asked: Search) => {
  const { slots, total, wishes } = engine.find(asked)
  const ids = [...slots].map((slot) => engine.idAt(slot))
  const facets = engine.facets(asked.filter)
  return { ids, total, wishes, counted: engine.total(asked.filter), facets, size: engine.size }
}
const byRow = (rows: ReadonlyMap<string, SearchableCar>, asked: Search) => {
  const cars = [...rows.values()]
  const { cars: page, total, wishes } = search(cars, asked)
  return {
    ids: page.map((car) => car._id),
    total,
    wishes,
    counted: total,
    facets: facetsOf(cars, asked.filter),
    size: rows.size,
  }
}

/** Bitmap memories: that of a phone and that of a server. */
const memories = [
  { name: 'plain', memory: () => plainMemory },
  { name: 'WebAssembly', memory: () => new FastMemory() },
  // This memory is soon full; later bitmaps then use the memory of a phone.
  { name: 'small', memory: () => new FastMemory(2) },
]

test.for(memories)(
  'For any history and query the index matches a full row scan ($name) [R-API-09 R-LIST-31 R-CONST-06 I22]',
  { timeout: 120_000 },
  ({ memory }) => {
    const questions = fc.array(anyQuery, { minLength: 1, maxLength: 3 })
    const histories = fc.array(fc.tuple(steps(60, 40), questions), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(histories, (history) => {
        const engine = createSearchIndex(memory())
        const rows = new Map<string, SearchableCar>()
        for (const [step, queries] of history) {
          apply(rows, step)
          change(engine, step)
          for (const query of queries) {
            const asked = readQuery(query, lists)
            expect(byEngine(engine, asked)).toEqual(byRow(rows, asked))
          }
        }
      }),
      { numRuns: runs, seed },
    )
  },
)

/** Returns enough cars for bitmaps, several blocks and several steps; the ids are not in the order of the list. */
const many = (count: number) =>
  fc.sample(anyCar, { seed, numRuns: count }).map((car, i) => {
    const price = car.price + (i % 97) * 11
    return searchable({ ...car, price, id: testId('car', (i * 7919) % 6007), slug: 'car' })
  })

const kept = many(400)

test.for(memories)(
  'With thousands of cars answers stay the same after many changes ($name) [R-API-09 R-CONST-06 I22]',
  { timeout: 120_000 },
  ({ memory }) => {
    const all = many(6000)
    const engine = createSearchIndex(memory())
    const rows = new Map<string, SearchableCar>()
    const both = (step: EngineStep) => {
      apply(rows, step)
      change(engine, step)
    }
    const changes: (() => void)[] = [
      () => both({ do: 'load', cars: all.slice(0, 4000) }),
      () => {
        for (const car of all.slice(4000, 4400)) both({ do: 'put', cars: [car] })
        for (const [i, car] of all.slice(0, 200).entries()) {
          const other = { price: car.price + 1000 * i, year: 1990 + (i % 30), title: `Neu ${i}` }
          both({ do: 'put', cars: [{ ...car, ...other }] })
        }
      },
      () => {
        for (const car of all.slice(100, 600)) both({ do: 'remove', ids: [car._id] })
        for (const car of all.slice(4400, 4500)) both({ do: 'put', cars: [car] })
      },
      () => both({ do: 'load', cars: all.slice(4400) }),
    ]
    for (const go of changes) {
      go()
      fc.assert(
        fc.property(anyQuery, (query) => {
          const asked = readQuery(query, lists)
          expect(byEngine(engine, asked)).toEqual(byRow(rows, asked))
        }),
        { numRuns: Math.ceil(runs / 3), seed },
      )
    }
  },
)

test('Pages of a list contain every car once, in the whole list’s order [R-CONST-06]', () => {
  const engine = createSearchIndex()
  engine.load(columnsOf(many(3000)))
  for (const sortBy of sortValues) {
    for (const over of [{}, { max_price: 3_000_000 }, { fueltype: ['Petrol'], min_kms: 20_000 }]) {
      const asked = readQuery(readListQuery({ ...over, sortBy }), world)
      const { slots: whole, total } = engine.find({ ...asked, limit: 10_000 })
      const paged: number[] = []
      for (let page = 1; paged.length < total; page += 1)
        paged.push(...engine.find({ ...asked, page, limit: 100 }).slots)
      expect(paged).toEqual([...whole])
    }
  }
})

test('A car keeps its index slot while it changes or others are removed [R-PWA-33]', () => {
  const cars = many(50).filter((car) => car.status === 'active')
  const engine = createSearchIndex()
  const slots = engine.load(columnsOf(cars))
  expect([...slots].map((slot) => engine.idAt(slot))).toEqual(cars.map((car) => car._id))
  engine.put(cars.map((car) => ({ ...car, make: 'Other', price: 1 })))
  engine.remove(cars.slice(0, 5).map((car) => car._id))
  expect(cars.slice(5).map((car) => engine.slotOf(car._id))).toEqual([...slots].slice(5))
  expect(cars.slice(0, 5).map((car) => engine.slotOf(car._id))).toEqual(cars.slice(0, 5).map(() => undefined))
  expect([...engine.load(columnsOf(cars.slice(5)))]).toEqual([...slots].slice(5))
})

test('A car comes out of the engine as it was put in [R-API-09]', () => {
  const cars = many(300).filter((car) => car.status === 'active')
  const engine = createSearchIndex()
  const slots = engine.load(columnsOf(cars))
  const out = [...slots].flatMap((slot) => engine.carAt(slot) ?? [])
  expect(columnsOf(out)).toEqual(columnsOf(cars))
  engine.remove(cars.slice(0, 5).map((car) => car._id))
  expect(engine.carAt(slots[0] ?? 0)).toBeUndefined()
})

test('A change reported as irrelevant leaves a query’s page, total and counts unchanged [R-API-09 R-LIST-31 I21]', () => {
  const said = { touched: 0, untouched: 0 }
  const change = fc.tuple(fc.nat(399), fc.constantFrom('gone', 'other', 'price', 'year'), anyCar)
  fc.assert(
    fc.property(fc.array(anyQuery, { minLength: 5, maxLength: 5 }), change, (queries, [n, how, any]) => {
      const engine = createSearchIndex()
      engine.load(columnsOf(kept))
      const id = kept[n]?._id ?? ''
      const slot = engine.slotOf(id)
      const before = slot === undefined ? undefined : engine.carAt(slot)
      const other = searchable({ ...any, status: 'active', id, slug: 'car' })
      const part = how === 'price' ? { price: other.price } : { year: other.year }
      const after = how === 'gone' ? undefined : how === 'other' || !before ? other : { ...before, ...part }
      const asked = queries.map((query) => readQuery(query, world))
      const answers = asked.map((question) => {
        const { slots } = engine.find(question)
        const [first, last] = [slots[0], slots.at(-1)].map((at) => engine.carAt(at ?? -1))
        const move = { slot: slot ?? -1, before, after }
        const touched = (facets: boolean) => touches(move, { search: question, facets, slots, first, last })
        return { question, page: touched(false), counts: touched(true), was: byEngine(engine, question) }
      })
      if (after) engine.put([after])
      else engine.remove([id])
      for (const { question, page, counts, was } of answers) {
        const is = byEngine(engine, question)
        const shown = page ? was : is
        expect([shown.ids, shown.total, shown.wishes]).toEqual([was.ids, was.total, was.wishes])
        expect((counts ? was : is).facets).toEqual(was.facets)
        for (const touched of [page, counts]) said[touched ? 'touched' : 'untouched'] += 1
      }
    }),
    { numRuns: runs, seed },
  )
  expect(said.untouched).toBeGreaterThan(said.touched)
}, 120_000)

test.for(memories)(
  'A search index prepared in steps answers as one built on demand ($name) [R-API-09 R-CONST-06]',
  { timeout: 120_000 },
  ({ memory }) => {
    const cars = many(3000).filter((car) => car.status === 'active')
    const asked = sortValues.flatMap((sortBy) =>
      [{}, { max_price: 900_000, max_kms: 100_000 }, { year: ['pre-2010'] }].map((over) =>
        readQuery(readListQuery({ ...over, sortBy }), world),
      ),
    )
    const expected = createSearchIndex()
    expected.load(columnsOf(cars))
    for (const stopped of [0, 1, 20, 60, 10_000]) {
      const engine = createSearchIndex(memory())
      engine.load(columnsOf(cars.slice(1)))
      let pieces = 0
      for (const _ of engine.prepare()) {
        pieces += 1
        if (pieces === stopped) engine.load(columnsOf(cars.slice(0, 1)))
      }
      engine.load(columnsOf(cars.slice(0, 1)))
      expect(pieces).toBeGreaterThanOrEqual(Math.min(stopped, 60))
      for (const question of asked) {
        const { ids: a, total: b } = byEngine(engine, question)
        const { ids, total } = byEngine(expected, question)
        expect([a, b]).toEqual([ids, total])
      }
    }
  },
)

test('An index that grows takes another memory for each size of its bitmaps', () => {
  const sizes: Set<number>[] = []
  const recorded = (): BitmapMemory => {
    const own = new Set<number>()
    sizes.push(own)
    const allocate = (slots: number) => {
      own.add(slots)
      return plainMemory.allocate(slots)
    }
    return { ...plainMemory, allocate, renewed: recorded }
  }
  const engine = createSearchIndex(recorded())
  const cars = many(6000)
  for (let from = 0; from < cars.length; from += 500) {
    engine.put(cars.slice(from, from + 500))
    for (const sort of sortValues)
      engine.find(readQuery(readListQuery({ search: 'sunroof', minprice: 1, sortBy: sort }), lists))
  }
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.filter((own) => own.size > 1)).toEqual([])
})

test('An index that makes its words and ranges again needs no more bitmaps', () => {
  let held = 0
  const memory: BitmapMemory = {
    ...plainMemory,
    allocate: (slots) => {
      held += 1
      return plainMemory.allocate(slots)
    },
    free: () => void (held -= 1),
    renewed: () => memory,
  }
  const engine = createSearchIndex(memory)
  const cars = many(3000)
  engine.reserve(4000)
  engine.load(columnsOf(cars))
  const words = readQuery(readListQuery({ search: 'sunroof' }), lists)
  let last = 0
  const after = [1, 2, 3, 4].map(() => {
    // One change of many cars discards sorts, ranges and words.
    engine.put(cars.slice(0, 200))
    let piece = 0
    for (const _ of engine.prepare()) {
      piece += 1
      // A search builds the index of words before the last step of `prepare` does.
      if (piece === last) engine.find(words)
    }
    last = piece
    return held
  })
  expect(after.slice(1)).toEqual([after[1], after[1], after[1]])
})
