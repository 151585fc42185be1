import type { Brand, City, Province } from '../contract/reference.ts'
import type { ListQuery } from '../contract/cars.ts'
import { kmsRange, priceRange, type SortValue } from '../contract/limits.ts'
import { fold, transmissionKey } from './words.ts'

/** A parent and the children chosen below it; none chosen means all of them. */
export interface Branch {
  parent: string
  children: string[]
}

/** What a query asks for, in titles the rows carry, with nothing left to interpret. */
export interface CarFilter {
  makes: Branch[]
  places: Branch[]
  bodytypes: string[]
  years: number[]
  /** Cars built before this year match as well. */
  before: number | undefined
  fueltypes: string[]
  /** Keys of `transmissionKey`. */
  transmissions: string[]
  minPrice: number
  maxPrice: number | undefined
  minKms: number
  maxKms: number | undefined
  creator: string | undefined
  /** Every word must be part of the car's search text. */
  words: string[]
}
export interface Search {
  filter: CarFilter
  sort: SortValue
  page: number
  limit: number
}

/** The reference data a query is read against. */
export interface Reference {
  brands: readonly Brand[]
  provinces: readonly Province[]
  cities: readonly City[]
}

interface Node {
  id: string
  title: string
  children: readonly { id: string; title: string }[]
}

/**
 * Parents and children as a person means them: a parent with chosen children narrows to those, a child alone brings
 * its parent along. Unknown values are passed over (R-VAL-11).
 */
function branches(nodes: readonly Node[], parents: string[], children: string[]): Branch[] {
  if (parents.length === 0 && children.length === 0) return []
  const wanted = new Set(parents.map(fold))
  const wantedChildren = new Set(children.map(fold))
  const is = (set: Set<string>, n: { id: string; title: string }) =>
    set.has(fold(n.id)) || set.has(fold(n.title))
  const chosen: Branch[] = []
  const covered = new Set<string>()
  for (const node of nodes) {
    if (!is(wanted, node)) continue
    const own = node.children.filter((c) => is(wantedChildren, c))
    for (const c of own) covered.add(fold(c.id)).add(fold(c.title))
    chosen.push({ parent: node.title, children: own.map((c) => c.title) })
  }
  for (const node of nodes) {
    if (is(wanted, node)) continue
    const own = node.children.filter(
      (c) => is(wantedChildren, c) && !covered.has(fold(c.id)) && !covered.has(fold(c.title)),
    )
    if (own.length > 0) chosen.push({ parent: node.title, children: own.map((c) => c.title) })
  }
  return chosen
}

function readYears(values: string[]): Pick<CarFilter, 'years' | 'before'> {
  const years = new Set<number>()
  let before: number | undefined
  for (const value of values) {
    const older = /^(?:pre-|older than )(\d{4})$/i.exec(value)
    if (older) before = Math.max(before ?? 0, Number(older[1]))
    else if (/^\d{4}$/.test(value)) years.add(Number(value))
  }
  return { years: [...years].sort((a, b) => b - a), before }
}

const unique = (values: string[]) => [...new Set(values)]

/** Reads a query against the reference data; the same query always gives the same search on phone and server. */
export function readQuery(query: ListQuery, reference: Reference): Search {
  const makes = reference.brands.map((b) => ({
    id: b._id,
    title: b.maketitle,
    children: b.models.map((m) => ({ id: m._id, title: m.modeltitle })),
  }))
  const places = reference.provinces.map((p) => ({
    id: p._id,
    title: p.state_name,
    children: reference.cities
      .filter((c) => c.state_id === p._id)
      .map((c) => ({ id: c._id, title: c.city_name })),
  }))
  const upper = (value: number, open: number) => (value === 0 || value === open ? undefined : value)
  const [minPrice, maxPrice] = ordered(query.min_price, upper(query.max_price, priceRange.max))
  const [minKms, maxKms] = ordered(query.min_kms, upper(query.max_kms, kmsRange.max))
  return {
    filter: {
      makes: branches(makes, query.make, query.model),
      places: branches(places, query.province, query.city),
      bodytypes: unique(query.bodytype.map(fold)),
      ...readYears(query.year),
      fueltypes: unique(query.fueltype.map(fold)),
      transmissions: unique(query.transmission.map(transmissionKey)),
      minPrice,
      maxPrice,
      minKms,
      maxKms,
      creator: query.creator,
      words: unique(
        fold(query.search ?? '')
          .split(/\s+/)
          .filter((w) => w !== ''),
      ),
    },
    sort: query.sortBy,
    page: query.page,
    limit: query.limit,
  }
}

/** A lower bound above the upper one means the two were swapped (R-VAL-11). */
function ordered(min: number, max: number | undefined): [number, number | undefined] {
  return max !== undefined && min > max ? [max, min] : [min, max]
}
