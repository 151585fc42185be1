import { priceSlices, type CarCard } from '../contract/cars.ts'
import { priceRange, type SortValue } from '../contract/limits.ts'
import type { CarFilter, Search } from './filter.ts'
import type { Branch } from './reference.ts'
import { fold, transmissionKey } from './fold.ts'
import { tokensOf, type TaggedFacts } from './tags.ts'
import { answeredWishes, settled } from './wishes.ts'
import { wordFits } from './words.ts'

/** The fields of a car that a search uses. */
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
> & { creator: string } & TaggedFacts

/** Parts of a filter; a facet ignores its own part. */
export type FilterAspect =
  | 'make'
  | 'place'
  | 'bodytype'
  | 'year'
  | 'fueltype'
  | 'transmission'
  | 'price'
  | 'kms'

const inBranches = (branches: Branch[], parent: string, child: string) =>
  branches.length === 0 ||
  branches.some((b) => b.parent === parent && (b.children.length === 0 || b.children.includes(child)))
const within = (value: number, min: number, max: number | undefined) =>
  value >= min && (max === undefined || value <= max)
const oneOf = (list: string[], value: string) => list.length === 0 || list.includes(value)

const tests: Record<FilterAspect, (car: SearchableCar, f: CarFilter) => boolean> = {
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
const dimensions = Object.keys(tests) as FilterAspect[]

/** Tells whether an active car matches a settled filter; `except` is a part of the filter to ignore. */
export function matches(car: SearchableCar, filter: CarFilter, except?: FilterAspect): boolean {
  if (car.status !== 'active') return false
  if (filter.creator !== undefined && car.creator !== filter.creator) return false
  if (filter.sellers?.includes(car.creator) === false) return false
  const { tags, words, wishes } = filter
  const required = filter.wished === 'required'
  if (words.length > 0 || tags.length > 0 || required) {
    const tokens = tokensOf(car)
    if (!tags.every((any) => any.some((tag) => tokens.includes(tag)))) return false
    if (!words.every((w) => tokens.some((token) => wordFits(w, token)))) return false
    if (required && !answeredWishes(wishes, tokens).includes(true)) return false
  }
  return dimensions.every((d) => d === except || tests[d](car, filter))
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** First sort key of each sort, ascending or, with -1, descending; equal cars are sorted by newest, then by id. */
export const sortKeys: Readonly<
  Record<SortValue, { by: 'created' | 'price' | 'year' | 'km'; sign: 1 | -1 }>
> = {
  most_recent: { by: 'created', sign: -1 },
  price_low_high: { by: 'price', sign: 1 },
  price_high_low: { by: 'price', sign: -1 },
  year_low_high: { by: 'year', sign: 1 },
  year_high_low: { by: 'year', sign: -1 },
  mileage_low_high: { by: 'km', sign: 1 },
  mileage_high_low: { by: 'km', sign: -1 },
}
const sortedBy = { created: undefined, price: 'price', year: 'year', km: 'mileage_km' } as const

/** Returns a total order: the sort key, then newest, then id. */
export function comparator(sort: SortValue): (a: SearchableCar, b: SearchableCar) => number {
  const { by, sign } = sortKeys[sort]
  const fact = sortedBy[by]
  return (a, b) =>
    (fact === undefined ? 0 : sign * (a[fact] - b[fact])) ||
    compareText(b.created_at, a.created_at) ||
    compareText(a._id, b._id)
}

const wishesIn = (car: SearchableCar, { wishes }: CarFilter) =>
  wishes.length === 0 ? [] : answeredWishes(wishes, tokensOf(car))
const trues = (list: readonly boolean[]) => list.reduce((n, one) => n + (one ? 1 : 0), 0)

/** Returns the order of a search: cars with more of its wishes come first. */
function ranking({ sort, filter }: Search): (a: SearchableCar, b: SearchableCar) => number {
  const compare = comparator(sort)
  if (filter.wishes.length === 0) return compare
  const known = new WeakMap<SearchableCar, number>()
  const score = (car: SearchableCar) => {
    const found = known.get(car) ?? trues(wishesIn(car, filter))
    known.set(car, found)
    return found
  }
  return (a, b) => score(b) - score(a) || compare(a, b)
}

/** Number of found cars that have each wish, in the order of the wishes. */
export type WishCounts = number[]

/** Returns one page of the matching cars, their total number, and the number that have each wish. */
export function search<C extends SearchableCar>(
  cars: readonly C[],
  s: Search,
): { cars: C[]; total: number; wishes: WishCounts } {
  const filter = settled(s.filter, (asked) => cars.some((car) => matches(car, asked)))
  const found = cars.filter((c) => matches(c, filter)).sort(ranking(s))
  const from = (s.page - 1) * s.limit
  const wishes = filter.wishes.map((_, i) => found.filter((car) => wishesIn(car, filter)[i]).length)
  return { cars: found.slice(from, from + s.limit), total: found.length, wishes }
}

/** Returns the slice of the price histogram that contains a price. */
export function priceSlice(price: number): number {
  return Math.min(priceSlices - 1, Math.floor((price * priceSlices) / priceRange.max))
}

/** Sorts options as in every facet list: most cars first, then by name. */
export function rank(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
}

/** A car before and after a change; undefined while the car was not for sale. */
export interface CarChange {
  slot: number
  before: SearchableCar | undefined
  after: SearchableCar | undefined
}

/** An answered search: the cars on its page, in their order, with their current data. */
export interface AnsweredSearch {
  search: Search
  facets: boolean
  slots: Uint32Array
  first: SearchableCar | undefined
  last: SearchableCar | undefined
}

/** Tells whether a change may affect the page, the total or the counts of an answer. False is always certain. */
export function touches(change: CarChange, answered: AnsweredSearch): boolean {
  if (answered.slots.includes(change.slot)) return true
  return touchesPage(change, answered) || (answered.facets && touchesFacets(change, answered.search))
}

function touchesPage({ before, after }: CarChange, { search, first, last }: AnsweredSearch): boolean {
  const { filter } = search
  const was = before !== undefined && matches(before, filter)
  const is = after !== undefined && matches(after, filter)
  if (!was && !is) return false
  // An added or removed match changes the total, and may decide whether a wish is required.
  if (!was || !is || filter.wished === 'required-if-any') return true
  if (String(wishesIn(before, filter)) !== String(wishesIn(after, filter))) return true
  if (first === undefined || last === undefined) return false
  const compare = ranking(search)
  const side = (car: SearchableCar) => (compare(car, first) < 0 ? -1 : compare(car, last) > 0 ? 1 : 0)
  return side(before) === 0 || side(before) !== side(after)
}

function touchesFacets({ before, after }: CarChange, { filter }: Search): boolean {
  const open = filter.wished === 'required-if-any'
  const same = before !== undefined && after !== undefined && countedAs(before) === countedAs(after)
  return dimensions.some((aside) => {
    const was = before !== undefined && matches(before, filter, aside)
    const is = after !== undefined && matches(after, filter, aside)
    return was === is ? was && (open || !same) : true
  })
}

/** Returns a key of all facts that the facets count. */
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
