import type { ListQuery } from '../contract/list-query.ts'
import { kmsRange, priceRange, type SortValue } from '../contract/limits.ts'
import { citiesWithin } from './distance.ts'
import { askedBy, withoutPicks, withPicks, type PhraseQuery } from './phrase/phrase-query.ts'
import { readPhrase, type PhraseWord } from './phrase/phrase.ts'
import type { Branch, Reference } from './reference.ts'
import { fold, transmissionKey } from './fold.ts'
import type { Word } from './words.ts'

/** A query as exact conditions, in the titles that the rows contain. */
export interface CarFilter {
  makes: Branch[]
  places: Branch[]
  bodytypes: string[]
  years: number[]
  /** Upper limit of the year, exclusive: older cars match in addition to `years`. */
  before: number | undefined
  fueltypes: string[]
  /** Keys of `transmissionKey`. */
  transmissions: string[]
  minPrice: number
  maxPrice: number | undefined
  minKms: number
  maxKms: number | undefined
  creator: string | undefined
  /** Ids of sellers; the car must belong to one of them. */
  sellers: readonly string[] | undefined
  /** Lists of tags; the car must have at least one tag of each list. */
  tags: string[][]
  /** Words that must each match a token of the car. */
  words: Word[]
  /** Words that only affect the order: cars with more of them come first. */
  wishes: Word[]
  /** Whether cars without any wish are excluded: never, always, or only when some car has a wish. */
  wished: 'ranked' | 'required' | 'required-if-any'
}
export interface Search {
  filter: CarFilter
  sort: SortValue
  page: number
  limit: number
}

interface Leaf {
  title: string
  /** Id and title, folded. */
  keys: readonly [string, string]
}
interface Node extends Leaf {
  children: readonly Leaf[]
}
const leaf = (id: string, title: string): Leaf => ({ title, keys: [fold(id), fold(title)] })

/** Maximum number of cached names or texts; the reference data has over a thousand models. */
const mostKept = 5000

function remembered<T>(known: Map<string, T>, name: string, read: () => T): T {
  let said = known.get(name)
  if (said !== undefined) return said
  said = read()
  if (known.size >= mostKept) known.clear()
  known.set(name, said)
  return said
}

interface Tree {
  nodes: readonly Node[]
  /** All parents with all their children. */
  all: Branch[]
  /** Cache of earlier results by the chosen names; callers must not change them. */
  chosen: Map<string, Branch[]>
  /** Indexes into `nodes` by the keys of a node and of its children. */
  called: ReadonlyMap<string, readonly number[]>
}
function treeOf(nodes: readonly Node[]): Tree {
  const called = new Map<string, number[]>()
  for (const [place, node] of nodes.entries()) {
    const keys = [...node.keys, ...node.children.flatMap((child) => child.keys)]
    for (const key of new Set(keys)) called.set(key, [...(called.get(key) ?? []), place])
  }
  const all = nodes.map(({ title, children }) => ({ parent: title, children: children.map((c) => c.title) }))
  return { nodes, all, called, chosen: new Map() }
}

interface Trees {
  makes: Tree
  places: Tree
}
const trees = new WeakMap<Reference, Trees>()
/** Returns makes with models and provinces with cities, folded once per reference object. */
function treesOf(reference: Reference): Trees {
  const known = trees.get(reference)
  if (known !== undefined) return known
  const makes = reference.brands.map((b) => ({
    ...leaf(b._id, b.maketitle),
    children: b.models.map((m) => leaf(m._id, m.modeltitle)),
  }))
  const places = reference.provinces.map((p) => ({
    ...leaf(p._id, p.state_name),
    children: reference.cities.filter((c) => c.state_id === p._id).map((c) => leaf(c._id, c.city_name)),
  }))
  const made = { makes: treeOf(makes), places: treeOf(places) }
  trees.set(reference, made)
  return made
}

/**
 * Returns the chosen branches. A parent with chosen children is narrowed to them, and a child without its parent adds the
 * parent. Unknown values are ignored (R-VAL-11).
 */
function branches(tree: Tree, parents: string[], children: string[]): Branch[] {
  if (parents.length === 0 && children.length === 0) return []
  return remembered(tree.chosen, JSON.stringify([parents, children]), () => chosenIn(tree, parents, children))
}

function chosenIn(tree: Tree, parents: string[], children: string[]): Branch[] {
  const wanted = new Set(parents.map(fold))
  const wantedChildren = new Set(children.map(fold))
  // All other nodes contain no chosen key.
  const places = new Set([...wanted, ...wantedChildren].flatMap((key) => tree.called.get(key) ?? []))
  const nodes = [...places].sort((a, b) => a - b).flatMap((place) => tree.nodes[place] ?? [])
  const is = (set: Set<string>, { keys }: Leaf) => set.has(keys[0]) || set.has(keys[1])
  const chosen: Branch[] = []
  const covered = new Set<string>()
  for (const node of nodes) {
    if (!is(wanted, node)) continue
    const own = wantedChildren.size === 0 ? [] : node.children.filter((c) => is(wantedChildren, c))
    for (const c of own) covered.add(c.keys[0]).add(c.keys[1])
    chosen.push({ parent: node.title, children: own.map((c) => c.title) })
  }
  for (const node of nodes) {
    if (is(wanted, node)) continue
    const own = node.children.filter((c) => is(wantedChildren, c) && !is(covered, c))
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

/** Maximum number of wishes in a search; later ones are ignored. */
const mostWishes = 8

const plainWord = ({ text, loose }: Word): Word => ({ text, loose })

/** Result for a text without any known meaning. */
const silence = askedBy([])

/** The meaning of a text; callers must not change it. */
interface Spoken {
  words: readonly PhraseWord[]
  fromText: PhraseQuery
}
const noText: Spoken = { words: [], fromText: silence }

/** Caches the meaning of each query text: most requests repeat a text with another page, sort or price. */
const texts = new WeakMap<Reference, Map<string, Spoken>>()

function spokenIn(text: string, reference: Reference): Spoken {
  const known = texts.get(reference) ?? new Map<string, Spoken>()
  if (known.size === 0) texts.set(reference, known)
  return remembered(known, text, () => {
    const { understood, words } = readPhrase(text, reference)
    return { words, fromText: understood.length === 0 ? silence : askedBy(understood) }
  })
}

const unique = (values: string[]) => (values.length < 2 ? values : [...new Set(values)])

/** Adds all cities at most `km` kilometres away from a chosen one; a province chosen as a whole stays whole. */
function widened(places: Branch[], km: number, reference: Reference): Branch[] {
  const provinces = new Map(reference.provinces.map((p) => [p._id, p.state_name]))
  const provinceOf = (city: { state_id: string }) => provinces.get(city.state_id)
  const chosen = reference.cities.filter((city) =>
    places.some((b) => b.parent === provinceOf(city) && b.children.includes(city.city_name)),
  )
  const near = citiesWithin(chosen, reference.cities, km)
  const wide = new Map(places.map((b) => [b.parent, b.children]))
  for (const city of near) {
    const province = provinceOf(city)
    const children = province === undefined ? undefined : (wide.get(province) ?? [])
    const whole = children?.length === 0 && wide.has(province ?? '')
    if (province === undefined || whole || children?.includes(city.city_name)) continue
    wide.set(province, [...(children ?? []), city.city_name])
  }
  return [...wide].map(([parent, children]) => ({ parent, children }))
}

/** Tells whether a search needs data that this reference lacks. */
export const asksUnknown = ({ filter }: Search, reference: Reference): boolean =>
  filter.sellers !== undefined && reference.verified === undefined

/**
 * Reads a query against the reference data; phone and server get the same search for the same query. The free text adds
 * conditions to the filters; where both contain the same kind of condition, the filters win.
 */
export function readQuery(query: ListQuery, reference: Reference): Search {
  const { makes, places } = treesOf(reference)
  const upper = (value: number, open: number) => (value === 0 || value === open ? undefined : value)
  const [minPrice, maxPrice] = ordered(query.min_price, upper(query.max_price, priceRange.max))
  const [minKms, maxKms] = ordered(query.min_kms, upper(query.max_kms, kmsRange.max))
  const { words, fromText } = query.search === undefined ? noText : spokenIn(query.search, reference)
  const named = (of: 'makes' | 'places', tree: Tree, chosen: Branch[]) => {
    if (fromText === silence) return chosen
    const known = fromText[of].parents.filter((parent) => tree.nodes.some((node) => node.title === parent))
    return withoutPicks(withPicks(chosen, { ...fromText[of], parents: known }), fromText.not[of], tree.all)
  }
  const first = (chosen: string[], spoken: readonly string[], key: (value: string) => string) =>
    unique((chosen.length > 0 ? chosen : spoken).map(key))
  const asked = readYears(query.year)
  const { years, before } = asked.years.length === 0 && asked.before === undefined ? fromText.years : asked
  const price = minPrice === 0 && maxPrice === undefined ? fromText.price : { minPrice, maxPrice }
  const kms = minKms === 0 && maxKms === undefined ? fromText.kms : { minKms, maxKms }
  const inPlaces = named('places', places, branches(places, query.province, query.city))
  const inMakes = named('makes', makes, branches(makes, query.make, query.model))
  const wishes = words.filter((word) => !word.must).slice(0, mostWishes)
  const within = query.within_km ?? fromText.withinKm
  // The object lists its fields one by one, because a spread copies fields at run time and creates objects of different shapes.
  return {
    filter: {
      makes: inMakes,
      places: within === undefined || within === 0 ? inPlaces : widened(inPlaces, within, reference),
      bodytypes: first(query.bodytype, fromText.bodytypes, fold),
      years,
      before,
      fueltypes: first(query.fueltype, fromText.fueltypes, fold),
      transmissions: first(query.transmission, fromText.transmissions, transmissionKey),
      minPrice: price.minPrice,
      maxPrice: price.maxPrice,
      minKms: kms.minKms,
      maxKms: kms.maxKms,
      creator: query.creator,
      sellers: fromText.verified ? (reference.verified ?? []) : undefined,
      tags: fromText.tags,
      words: words.filter((word) => word.must).map(plainWord),
      wishes: wishes.map(plainWord),
      wished: inMakes.length > 0 || !wishes.some((word) => word.telling) ? 'ranked' : 'required-if-any',
    },
    sort: query.sortBy === 'most_recent' ? (fromText.sort ?? 'most_recent') : query.sortBy,
    page: query.page,
    limit: query.limit,
  }
}

/** Swaps the bounds when the lower one exceeds the upper one (R-VAL-11). */
function ordered(min: number, max: number | undefined): [number, number | undefined] {
  return max !== undefined && min > max ? [max, min] : [min, max]
}
