import { priceSlices, type CarCard, type Facets } from '../contract/cars.ts'
import { priceRange, type SortValue } from '../contract/limits.ts'
import type { CarFilter, Search } from './filter.ts'
import type { Branch } from './reference.ts'
import { fold, transmissionKey } from './fold.ts'
import { tokensOf, wordFits } from './words.ts'

/** The part of a car that a search looks at. */
export type SearchableCar = Pick<
  CarCard,
  | '_id'
  | 'title'
  | 'make'
  | 'model'
  | 'year'
  | 'price'
  | 'mileage_km'
  | 'fueltype'
  | 'transmission'
  | 'bodytype'
  | 'province'
  | 'city'
  | 'status'
  | 'created_at'
> & { creator: string }

type Dimension = 'make' | 'place' | 'bodytype' | 'year' | 'fueltype' | 'transmission' | 'price' | 'kms'

const inBranches = (branches: Branch[], parent: string, child: string) =>
  branches.length === 0 ||
  branches.some((b) => b.parent === parent && (b.children.length === 0 || b.children.includes(child)))
const within = (value: number, min: number, max: number | undefined) =>
  value >= min && (max === undefined || value <= max)
const oneOf = (list: string[], value: string) => list.length === 0 || list.includes(value)

const tests: Record<Dimension, (car: SearchableCar, f: CarFilter) => boolean> = {
  make: (c, f) => inBranches(f.makes, c.make, c.model),
  place: (c, f) => inBranches(f.places, c.province, c.city),
  bodytype: (c, f) => oneOf(f.bodytypes, fold(c.bodytype)),
  year: (c, f) =>
    (f.years.length === 0 && f.before === undefined) ||
    f.years.includes(c.year) ||
    (f.before !== undefined && c.year < f.before),
  fueltype: (c, f) => oneOf(f.fueltypes, fold(c.fueltype)),
  transmission: (c, f) => oneOf(f.transmissions, transmissionKey(c.transmission)),
  price: (c, f) => within(c.price, f.minPrice, f.maxPrice),
  kms: (c, f) => within(c.mileage_km, f.minKms, f.maxKms),
}
const dimensions = Object.keys(tests) as Dimension[]

/** Whether an active car answers the filter, one dimension set aside if asked. */
export function matches(car: SearchableCar, filter: CarFilter, except?: Dimension): boolean {
  if (car.status !== 'active') return false
  if (filter.creator !== undefined && car.creator !== filter.creator) return false
  if (filter.words.length > 0) {
    const tokens = tokensOf(car)
    if (!filter.words.every((w) => tokens.some((token) => wordFits(w, token)))) return false
  }
  return dimensions.every((d) => d === except || tests[d](car, filter))
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const keys: Record<SortValue, (a: SearchableCar, b: SearchableCar) => number> = {
  most_recent: () => 0,
  price_low_high: (a, b) => a.price - b.price,
  price_high_low: (a, b) => b.price - a.price,
  year_low_high: (a, b) => a.year - b.year,
  year_high_low: (a, b) => b.year - a.year,
  mileage_low_high: (a, b) => a.mileage_km - b.mileage_km,
  mileage_high_low: (a, b) => b.mileage_km - a.mileage_km,
}

/** A total order: the chosen key, then newest, then id. */
export function comparator(sort: SortValue): (a: SearchableCar, b: SearchableCar) => number {
  const key = keys[sort]
  return (a, b) => key(a, b) || compareText(b.created_at, a.created_at) || compareText(a._id, b._id)
}

/** One page of the matching cars and how many there are in all. */
export function search<C extends SearchableCar>(cars: readonly C[], s: Search): { cars: C[]; total: number } {
  const found = cars.filter((c) => matches(c, s.filter)).sort(comparator(s.sort))
  const from = (s.page - 1) * s.limit
  return { cars: found.slice(from, from + s.limit), total: found.length }
}

/** Which slice of the price histogram a price falls into. */
export function priceSlice(price: number): number {
  return Math.min(priceSlices - 1, Math.floor((price * priceSlices) / priceRange.max))
}

type Listed = Exclude<keyof Facets, 'price'>
const facetOf: Record<Listed, { dimension: Dimension; value: (car: SearchableCar) => string }> = {
  make: { dimension: 'make', value: (c) => c.make },
  model: { dimension: 'make', value: (c) => `${c.make}/${c.model}` },
  bodytype: { dimension: 'bodytype', value: (c) => c.bodytype },
  year: { dimension: 'year', value: (c) => String(c.year) },
  fueltype: { dimension: 'fueltype', value: (c) => c.fueltype },
  transmission: { dimension: 'transmission', value: (c) => c.transmission },
  province: { dimension: 'place', value: (c) => c.province },
  city: { dimension: 'place', value: (c) => `${c.province}/${c.city}` },
}

/**
 * How many cars each option would leave, its own dimension set aside; most first, then by name.
 * A model is named `make/model` and a city `province/city`, so that equal names stay apart.
 */
export function facetsOf(cars: readonly SearchableCar[], filter: CarFilter): Facets {
  const listed = Object.entries(facetOf).map(([name, { dimension, value }]) => {
    const counts = new Map<string, number>()
    for (const car of cars) {
      if (!matches(car, filter, dimension)) continue
      counts.set(value(car), (counts.get(value(car)) ?? 0) + 1)
    }
    return [name, rank(counts)] as const
  })
  const price = Array.from({ length: priceSlices }, () => 0)
  for (const car of cars) {
    if (!matches(car, filter, 'price')) continue
    const slice = priceSlice(car.price)
    price[slice] = (price[slice] ?? 0) + 1
  }
  return { ...(Object.fromEntries(listed) as Omit<Facets, 'price'>), price }
}

/** Options in the order every facet list has: most cars first, then by name. */
export function rank(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
}

/** One car as it was and as it is since; undefined while it was not for sale. */
export interface Move {
  slot: number
  before: SearchableCar | undefined
  after: SearchableCar | undefined
}

/** What was answered: the cars shown, in their order, as they are now. */
export interface Answered {
  search: Search
  facets: boolean
  slots: Uint32Array
  first: SearchableCar | undefined
  last: SearchableCar | undefined
}

/** Whether a move may have changed the page, the total or the counts of an answer; surely not when it says no. */
export function touches(move: Move, answered: Answered): boolean {
  if (answered.slots.includes(move.slot)) return true
  return touchesPage(move, answered) || (answered.facets && touchesFacets(move, answered.search))
}

function touchesPage({ before, after }: Move, { search, first, last }: Answered): boolean {
  const was = before !== undefined && matches(before, search.filter)
  const is = after !== undefined && matches(after, search.filter)
  if (!was && !is) return false
  // One more or one less changes the total.
  if (!was || !is) return true
  if (first === undefined || last === undefined) return false
  const compare = comparator(search.sort)
  const side = (car: SearchableCar) => (compare(car, first) < 0 ? -1 : compare(car, last) > 0 ? 1 : 0)
  return side(before) === 0 || side(before) !== side(after)
}

function touchesFacets({ before, after }: Move, { filter }: Search): boolean {
  const same = before !== undefined && after !== undefined && countedAs(before) === countedAs(after)
  return dimensions.some((aside) => {
    const was = before !== undefined && matches(before, filter, aside)
    const is = after !== undefined && matches(after, filter, aside)
    return was === is ? was && !same : true
  })
}

/** Everything that counts are kept of. */
const countedAs = (car: SearchableCar) =>
  [
    car.make,
    car.model,
    car.province,
    car.city,
    car.bodytype,
    car.fueltype,
    car.transmission,
    car.year,
    priceSlice(car.price),
  ].join('\0')
