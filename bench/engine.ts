import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { columnsOf, createSearchIndex, search, type CarSearchIndex, type Search } from '#catalogue'
import { sortValues } from '#contract/limits.ts'
import { facetsOf } from '../tests/support/sample-car.ts'
import { ask, dice, kinds, randomCars, randomColumns } from './engine/cars.ts'

/**
 * Measures searches in the search index over 100,000 and 1,000,000 cars, against a scan of every row in the same run. Every
 * query is new. Prints medians and ratios; times are never judged.
 */
const sizes = (process.argv[2] ?? '100000,1000000').split(',').map(Number)
const asked = Number(process.argv[3] ?? 400)
const byRow = 30

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const held = () => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
const at = (times: readonly number[], p: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * p))] ?? 0
const ms = (n: number) => (n < 1 ? n.toFixed(4) : n < 100 ? n.toFixed(2) : n.toFixed(0))
const timed = (work: () => void) => {
  const from = performance.now()
  work()
  return performance.now() - from
}

interface Measured {
  median: number
  p99: number
}
type Run = Map<string, Measured>
const measured = (times: number[]): Measured => ({ median: at(times, 0.5), p99: at(times, 0.99) })

function questions(size: number): Map<string, { searches: Search[]; facets: boolean }> {
  const d = dice(7)
  const list = new Map<string, { searches: Search[]; facets: boolean }>()
  const times = (make: () => Search, n = asked) => Array.from({ length: n }, make)
  for (const kind of Object.keys(kinds))
    list.set(kind, { searches: times(() => ask(d, kind)), facets: false })
  const names = Object.keys(kinds)
  const mixed = () => ask(d, names[d.below(names.length)] ?? '')
  list.set('MIXED', { searches: times(mixed, asked * 4), facets: false })
  const deep = (share: number) => Math.max(1, Math.floor((size * share) / 15))
  list.set('nothing set, page 90 % deep', {
    searches: times(() => ({ ...ask(d, 'nothing set'), page: deep(0.9) - d.below(100) })),
    facets: false,
  })
  list.set('body, 3 % deep', {
    searches: times(() => ({ ...ask(d, 'body, fuel', { fueltype: [] }), page: deep(0.03) })),
    facets: false,
  })
  for (const kind of ['nothing set', 'a make', 'make, price', 'body, gearbox, price']) {
    list.set(`facets: ${kind}`, { searches: times(() => ask(d, kind), asked / 4), facets: true })
  }
  return list
}

function measure(engine: CarSearchIndex, size: number): Run {
  const run: Run = new Map()
  for (const [name, { searches, facets }] of questions(size)) {
    const one = (s: Search) => (facets ? engine.facets(s.filter) : engine.find(s))
    // The warm-up uses queries that are not measured.
    for (const s of searches.slice(0, searches.length / 4)) one(s)
    const times = searches.slice(searches.length / 4).map((s) => timed(() => one(s)))
    run.set(name, measured(times))
  }
  return run
}

const runs = new Map<number, Run>()
for (const size of sizes) {
  let columns: ReturnType<typeof randomColumns> | undefined = randomColumns(size, size)
  const { ids } = columns
  const withoutIds = held()
  const engine = createSearchIndex()
  const build = timed(() => columns && engine.load(columns))
  const orders = timed(() => {
    for (const sort of sortValues) engine.find({ ...ask(dice(1), 'fuel, price, kilometres'), sort })
  })
  const words = timed(() => engine.find(ask(dice(1), 'words')))
  columns = undefined
  console.log(
    `\n${size.toLocaleString('en')} cars: load ${ms(build)} ms, all orders ${ms(orders)} ms, words ${ms(words)} ms`,
  )
  runs.set(size, measure(engine, size))
  const d = dice(3)
  const more = randomCars(1000, 99, size)
  const fresh = measured(more.map((car) => timed(() => engine.put([car]))))
  const changed = measured(
    more.map((car) => timed(() => engine.put([{ ...car, price: d.below(3_000_000) }]))),
  )
  const gone = measured(more.map((car) => timed(() => engine.remove([car._id]))))
  console.log(
    `one change, median / p99 ms: new ${ms(fresh.median)} / ${ms(fresh.p99)}, other price ${ms(changed.median)} / ${ms(changed.p99)}, gone ${ms(gone.median)} / ${ms(gone.p99)}`,
  )
  console.log(
    `memory with every order, beside ${ids.length.toLocaleString('en')} ids: ${(held() - withoutIds).toFixed(0)} MB`,
  )
  runs.get(size)?.set('one change', changed)
}

const rows = randomCars(sizes[0] ?? 0, sizes[0] ?? 0)
const slow: Run = new Map()
for (const [name, { searches, facets }] of questions(rows.length)) {
  const some = searches.slice(0, facets ? 3 : byRow)
  slow.set(
    name,
    measured(some.map((s) => timed(() => (facets ? facetsOf(rows, s.filter) : search(rows, s))))),
  )
}
const phone = columnsOf(rows.slice(0, 20_000))
const loads = Array.from({ length: 9 }, () => timed(() => createSearchIndex().load(phone)))
console.log(`\n20,000 cars on a phone: load, median of 9: ${ms(at(loads, 0.5))} ms`)

const [few = 0, many = few] = sizes
console.log(
  `\n${'median ms (p99)'.padEnd(28)}${`${few / 1000} k`.padStart(18)}${`${many / 1000} k`.padStart(20)}${'ratio'.padStart(8)}${`by row, ${few / 1000} k`.padStart(16)}${'faster'.padStart(12)}`,
)
for (const [name, small] of runs.get(few) ?? []) {
  const large = runs.get(many)?.get(name) ?? small
  const row = slow.get(name)
  const cell = (m: Measured, width: number) => `${ms(m.median)} (${ms(m.p99)})`.padStart(width)
  console.log(
    name.padEnd(28) +
      cell(small, 18) +
      cell(large, 20) +
      (large.median / small.median).toFixed(1).padStart(8) +
      (row ? ms(row.median) : '').padStart(16) +
      (row ? `${Math.round(row.median / small.median).toLocaleString('en')}x` : '').padStart(12),
  )
}
