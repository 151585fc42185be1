import { adFuels, carTypes, filterFuels, filterTransmissions, type SortValue } from '../../contract/limits.ts'
import type { Branch } from '../reference.ts'
import { allColours, allConditions, allDrives } from './facts.ts'
import type { Bounds, FactField, Pair, Understood } from './meaning.ts'

/** Named parents and children. Each entry of `children` holds all meanings of one name. */
export interface Picks {
  parents: string[]
  children: (readonly Pair[])[]
}

/** The conditions of a text, in the shape of a filter. */
export interface PhraseQuery {
  makes: Picks
  places: Picks
  bodytypes: string[]
  fueltypes: string[]
  transmissions: string[]
  /** Lists of tags; the car must have one tag of each list. */
  tags: string[][]
  sort: SortValue | undefined
  /** Makes and places that the text excludes. */
  not: { makes: Picks; places: Picks }
  years: { years: number[]; before: number | undefined }
  price: { minPrice: number; maxPrice: number | undefined }
  kms: { minKms: number; maxKms: number | undefined }
  withinKm: number | undefined
  /** Whether only cars of verified dealers match. */
  verified: boolean
}

/** The upper end of an open range of years. */
const lastYear = 2100

/**
 * Combines years: single years and ranges are alternatives; open bounds ("from 2015", "before 2018") form a range when they
 * overlap.
 */
function yearsOf(all: readonly Bounds[]): PhraseQuery['years'] {
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

/** Intersects bounds; contradictory bounds give the range between them. */
function rangeOf(all: readonly Bounds[]): { min: number; max: number | undefined } {
  const mins = all.flatMap((b) => b.min ?? [])
  const maxs = all.flatMap((b) => b.max ?? [])
  const min = Math.max(0, ...mins)
  const max = maxs.length === 0 ? undefined : Math.min(...maxs)
  if (max === undefined || min <= max) return { min, max }
  return { min: Math.min(...mins), max: Math.max(...maxs) }
}

type Values = 'bodytype' | 'fueltype' | 'transmission'
const allValues: Readonly<Record<Values, readonly string[]>> = {
  bodytype: carTypes,
  fueltype: [...new Set([...filterFuels, ...adFuels])],
  transmission: filterTransmissions,
}
const allTags: Partial<Record<FactField, readonly string[]>> = {
  colour: allColours,
  drive: allDrives,
  condition: allConditions,
}

/** Returns the included values, or all values, without the denied ones. */
function left(included: readonly string[], denied: readonly string[], all: readonly string[]): string[] {
  if (denied.length === 0) return [...included]
  const rest = (included.length > 0 ? included : all).filter((value) => !denied.includes(value))
  // "diesel, no diesel" would match nothing, so the denial is ignored.
  return rest.length > 0 ? rest : [...included]
}

function valuesOf(understood: readonly Understood[], kind: Values): string[] {
  const of = (denied: boolean) =>
    understood.flatMap((u) => (u.kind === kind && (u.denied === true) === denied ? [...u.values] : []))
  return left(of(false), of(true), allValues[kind])
}

function bodiesOf(understood: readonly Understood[]): string[] {
  const named = valuesOf(understood, 'bodytype')
  if (named.length > 0) return named
  const absent = understood.flatMap((u) => (u.kind === 'absent' ? (u.body ?? []) : []))
  if (understood.some((u) => u.kind === 'model')) return []
  return absent.length > 0 ? absent : understood.flatMap((u) => (u.kind === 'doors' ? [...u.values] : []))
}

/** Returns one list of alternatives per field, and one list per feature. */
function tagsOf(understood: readonly Understood[]): string[][] {
  const facts = understood.flatMap((u) => (u.kind === 'fact' ? u : []))
  const fields = [...new Set(facts.map((f) => f.field))]
  return fields.flatMap((field) => {
    const own = facts.filter((f) => f.field === field)
    if (field === 'feature') return own.map((f) => [...f.values])
    const of = (denied: boolean) =>
      own.filter((f) => (f.denied === true) === denied).flatMap((f) => [...f.values])
    return [[...new Set(left(of(false), of(true), allTags[field] ?? []))]]
  })
}

const noPicks = (): Picks => ({ parents: [], children: [] })

/** Combines all readings of a text. */
export function askedBy(understood: readonly Understood[]): PhraseQuery {
  const picks = { makes: noPicks(), places: noPicks() }
  const not = { makes: noPicks(), places: noPicks() }
  const bounds: Record<'year' | 'price' | 'mileage', Bounds[]> = { year: [], price: [], mileage: [] }
  let withinKm: number | undefined
  for (const reading of understood) {
    const into = reading.denied === true ? not : picks
    if (reading.kind === 'make') into.makes.parents.push(reading.make)
    else if (reading.kind === 'absent') into.makes.parents.push(reading.make)
    else if (reading.kind === 'model') into.makes.children.push(reading.models)
    else if (reading.kind === 'province') into.places.parents.push(reading.province)
    else if (reading.kind === 'city') into.places.children.push(reading.cities)
    else if (reading.kind === 'within') withinKm = Math.max(withinKm ?? 0, reading.km)
    else if ('min' in reading) bounds[reading.kind].push(reading)
  }
  const [price, kms] = [rangeOf(bounds.price), rangeOf(bounds.mileage)]
  return {
    ...picks,
    not,
    bodytypes: bodiesOf(understood),
    fueltypes: valuesOf(understood, 'fueltype'),
    transmissions: valuesOf(understood, 'transmission'),
    tags: tagsOf(understood),
    sort: understood.flatMap((u) => (u.kind === 'sort' ? u.sort : [])).at(-1),
    years: yearsOf(bounds.year),
    price: { minPrice: price.min, maxPrice: price.max },
    kms: { minKms: kms.min, maxKms: kms.max },
    withinKm,
    verified: understood.some((u) => u.kind === 'verified'),
  }
}

/** Removes the denied branches from the chosen ones, or from all when none is chosen. */
export function withoutPicks(chosen: readonly Branch[], denied: Picks, all: readonly Branch[]): Branch[] {
  if (denied.parents.length === 0 && denied.children.length === 0) return [...chosen]
  const pairs = denied.children.flat()
  const from = chosen.length > 0 ? chosen : all.map(({ parent }) => ({ parent, children: [] }))
  const rest = from
    .filter(({ parent }) => !denied.parents.includes(parent))
    .flatMap((branch): Branch[] => {
      const own = new Set(pairs.filter((p) => p.parent === branch.parent).map((p) => p.child))
      if (own.size === 0) return [branch]
      const whole = all.find((b) => b.parent === branch.parent)?.children ?? []
      const children = (branch.children.length > 0 ? branch.children : whole).filter((c) => !own.has(c))
      return children.length > 0 ? [{ parent: branch.parent, children }] : []
    })
  return rest.length > 0 ? rest : [...chosen]
}

/**
 * Narrows the chosen branches by the named children; when none is chosen, returns the named branches. A child that several
 * parents have belongs to the chosen or named parent, otherwise to all of its parents.
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
