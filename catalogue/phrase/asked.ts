import type { Branch } from '../reference.ts'
import type { Bounds, Pair, Understood } from './meaning.ts'

/** Parents and children that were named. Each entry of `children` is one name, with all it may stand for. */
export interface Picks {
  parents: string[]
  children: (readonly Pair[])[]
}

/** What a phrase asks for, in the shape a filter has. */
export interface Asked {
  makes: Picks
  places: Picks
  bodytypes: string[]
  fueltypes: string[]
  transmissions: string[]
  years: { years: number[]; before: number | undefined }
  price: { minPrice: number; maxPrice: number | undefined }
  kms: { minKms: number; maxKms: number | undefined }
  withinKm: number | undefined
}

/** No car is listed under a later year. */
const lastYear = 2100

/** Single years and spans are alternatives; open ends ("from 2015", "before 2018") close to a span when they meet. */
function yearsOf(all: readonly Bounds[]): Asked['years'] {
  const years = new Set<number>()
  const add = (from: number, to: number) => {
    for (let year = from; year <= to; year += 1) years.add(year)
  }
  let [from, to]: (number | undefined)[] = [undefined, undefined]
  for (const { min, max } of all) {
    if (min !== undefined && max !== undefined) add(min, max)
    else if (min !== undefined) from = Math.max(from ?? min, min)
    else if (max !== undefined) to = Math.min(to ?? max, max)
  }
  const meet = from !== undefined && to !== undefined && from <= to
  if (from !== undefined) add(from, meet ? (to ?? lastYear) : lastYear)
  return { years: [...years].sort((a, b) => b - a), before: meet || to === undefined ? undefined : to + 1 }
}

/** Bounds hold together; where they contradict each other, whatever lies between them is meant. */
function rangeOf(all: readonly Bounds[]): { min: number; max: number | undefined } {
  const mins = all.flatMap((b) => b.min ?? [])
  const maxs = all.flatMap((b) => b.max ?? [])
  const min = Math.max(0, ...mins)
  const max = maxs.length === 0 ? undefined : Math.min(...maxs)
  if (max === undefined || min <= max) return { min, max }
  return { min: Math.min(...mins), max: Math.max(...maxs) }
}

/** All that was understood, put together. */
export function askedBy(understood: readonly Understood[]): Asked {
  const asked: Asked = {
    makes: { parents: [], children: [] },
    places: { parents: [], children: [] },
    bodytypes: [],
    fueltypes: [],
    transmissions: [],
    years: { years: [], before: undefined },
    price: { minPrice: 0, maxPrice: undefined },
    kms: { minKms: 0, maxKms: undefined },
    withinKm: undefined,
  }
  const bounds: Record<'year' | 'price' | 'mileage', Bounds[]> = { year: [], price: [], mileage: [] }
  for (const reading of understood) {
    if (reading.kind === 'make') asked.makes.parents.push(reading.make)
    else if (reading.kind === 'model') asked.makes.children.push(reading.models)
    else if (reading.kind === 'province') asked.places.parents.push(reading.province)
    else if (reading.kind === 'city') asked.places.children.push(reading.cities)
    else if (reading.kind === 'within') asked.withinKm = Math.max(asked.withinKm ?? 0, reading.km)
    else if ('values' in reading) asked[`${reading.kind}s`].push(...reading.values)
    else bounds[reading.kind].push(reading)
  }
  const [price, kms] = [rangeOf(bounds.price), rangeOf(bounds.mileage)]
  return {
    ...asked,
    years: yearsOf(bounds.year),
    price: { minPrice: price.min, maxPrice: price.max },
    kms: { minKms: kms.min, maxKms: kms.max },
  }
}

/**
 * The chosen branches, narrowed by what was named below them; with none chosen, the branches that were named. A child
 * that several parents have belongs to the one that is chosen or named beside it, else to all of them.
 */
export function withPicks(chosen: Branch[], { parents, children }: Picks): Branch[] {
  const given = chosen.length > 0 ? chosen.map((b) => b.parent) : parents
  const named = new Map<string, Set<string>>()
  for (const pairs of children) {
    const own = pairs.filter((p) => given.includes(p.parent))
    for (const { parent, child } of own.length > 0 || chosen.length > 0 ? own : pairs) {
      named.set(parent, (named.get(parent) ?? new Set()).add(child))
    }
  }
  const below = (parent: string) => [...(named.get(parent) ?? [])]
  if (chosen.length > 0) {
    return chosen.map((b) => (b.children.length > 0 ? b : { parent: b.parent, children: below(b.parent) }))
  }
  return [...new Set([...parents, ...named.keys()])].map((parent) => ({ parent, children: below(parent) }))
}
