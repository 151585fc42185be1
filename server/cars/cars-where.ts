import { z } from 'zod/mini'
import { firstLetter, fold, sortKeys, wordFits } from '#catalogue'
import type { Branch, CarFilter, FilterAspect, Word } from '#catalogue'
import { fuels } from '#contract/ads.ts'
import { carTypes, type SortValue } from '#contract/limits.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** Parameters of one statement; each value handed in becomes `$n`. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** The column holds one of a closed list, so folding is undone here and not per row. */
const spelled = (known: readonly string[], folded: readonly string[]) =>
  known.filter((k) => folded.includes(fold(k)))
const oneOf = (column: string, wanted: readonly string[], values: readonly string[], p: Parameters) =>
  wanted.length > 0 ? `${column} = any(${p.add(values, 'text[]')})` : undefined

function branchesWhere(branches: Branch[], parent: string, child: string, p: Parameters): string | undefined {
  if (branches.length === 0) return undefined
  const whole = branches.filter((b) => b.children.length === 0).map((b) => b.parent)
  const pairs = branches.flatMap((b) => b.children.map((c) => [b.parent, c] as const))
  const listed = (names: readonly string[]) => p.add(names, 'text[]')
  const any = `${parent} = any(${listed([...new Set(branches.map((b) => b.parent))])})`
  if (pairs.length === 0) return any
  const parents = listed(pairs.map(([one]) => one))
  const children = listed(pairs.map(([, one]) => one))
  const inPairs = `(${parent}, ${child}) in (select a, b from unnest(${parents}, ${children}) as pair (a, b))`
  // The outer condition is implied; it lets the index on the parent narrow before the pairs are looked at.
  return whole.length === 0
    ? `${any} and ${inPairs}`
    : `${any} and (${parent} = any(${listed(whole)}) or ${inPairs})`
}

function within(column: string, type: string, min: number, max: number | undefined, p: Parameters) {
  const bounds: string[] = []
  if (min > 0) bounds.push(`${column} >= ${p.add(min, type)}`)
  if (max !== undefined) bounds.push(`${column} <= ${p.add(max, type)}`)
  return bounds.length > 0 ? bounds.join(' and ') : undefined
}

/** `mileage_km` is a whole number of four bytes, a wanted bound any number. */
const wholeKms = (kms: number) => Math.min(kms, 2_147_483_647)

const conditions: Readonly<Record<FilterAspect, (f: CarFilter, p: Parameters) => string | undefined>> = {
  make: (f, p) => branchesWhere(f.makes, 'make', 'model', p),
  place: (f, p) => branchesWhere(f.places, 'province', 'city', p),
  bodytype: (f, p) => oneOf('bodytype', f.bodytypes, spelled(carTypes, f.bodytypes), p),
  year: (f, p) => {
    const either: string[] = []
    if (f.years.length > 0) either.push(`year = any(${p.add(f.years, 'int[]')})`)
    if (f.before !== undefined) either.push(`year < ${p.add(f.before, 'int')}`)
    return either.length > 0 ? `(${either.join(' or ')})` : undefined
  },
  fueltype: (f, p) => oneOf('fueltype', f.fueltypes, spelled(fuels, f.fueltypes), p),
  transmission: (f, p) => oneOf('transmission_key', f.transmissions, f.transmissions, p),
  price: (f, p) => within('price', 'numeric', f.minPrice, f.maxPrice, p),
  kms: (f, p) =>
    within(
      'mileage_km',
      'int',
      wholeKms(Math.ceil(f.minKms)),
      f.maxKms === undefined ? undefined : wholeKms(Math.floor(f.maxKms)),
      p,
    ),
}
const aspects = Object.keys(conditions) as FilterAspect[]

/** Whether the filter says anything about an aspect. */
export function narrows(filter: CarFilter, aspect: FilterAspect): boolean {
  return conditions[aspect](filter, new Parameters()) !== undefined
}

/** A filter with, for each of its words and wishes, all tokens that answer it: a car has the word when it has one of them. */
export interface ExpandedFilter {
  filter: CarFilter
  tokens: readonly (readonly string[])[]
  wishes: readonly (readonly string[])[]
}

const tokenRow = z.object({ token: z.string() })

async function tokensFor(sql: Sql, word: Word): Promise<string[]> {
  // What fits begins with the word or, when it is loose, at least with its first letter.
  const beginning = word.loose ? firstLetter(word.text) : word.text
  const near = await sql.rows(tokenRow, {
    text: 'select token from search_words where starts_with(token, $1)',
    values: [beginning],
  })
  return near.map((t) => t.token).filter((token) => wordFits(word, token))
}

/**
 * Looks the words up among the tokens that cars have, by the catalogue's own rule. A car that is written meanwhile may
 * be missed, as it would have been a moment earlier.
 */
export async function expanded(sql: Sql, filter: CarFilter): Promise<ExpandedFilter> {
  const all = async (words: readonly Word[]) => {
    const tokens: string[][] = []
    for (const word of words) tokens.push(await tokensFor(sql, word))
    return tokens
  }
  return { filter, tokens: await all(filter.words), wishes: await all(filter.wishes) }
}

/** The condition that `matches` of the catalogue means for a settled filter, as SQL over the columns of `cars`. */
export function whereOf(
  { filter, tokens, wishes }: ExpandedFilter,
  p: Parameters,
  except?: FilterAspect,
): string {
  const all = ["status = 'active'"]
  for (const aspect of aspects) {
    const condition = aspect === except ? undefined : conditions[aspect](filter, p)
    if (condition !== undefined) all.push(condition)
  }
  if (filter.creator !== undefined) all.push(`creator = ${p.add(filter.creator, 'text')}`)
  if (filter.sellers !== undefined) all.push(`creator = any(${p.add(filter.sellers, 'text[]')})`)
  for (const any of [...filter.tags, ...tokens]) all.push(`search_tokens && ${p.add(any, 'text[]')}`)
  if (filter.wished === 'required') all.push(`search_tokens && ${p.add(wishes.flat(), 'text[]')}`)
  return all.join(' and ')
}

/** How many of the wishes a car answers, as SQL; undefined without any. */
export function scoreOf({ wishes }: ExpandedFilter, p: Parameters): string | undefined {
  if (wishes.length === 0) return undefined
  return wishes.map((any) => `(search_tokens && ${p.add(any, 'text[]')})::int`).join(' + ')
}

const sortColumns = { created: '', price: 'price', year: 'year', km: 'mileage_km' } as const
/** The catalogue's `comparator` as SQL: the chosen key, then newest, then id. */
export function orderOf(sort: SortValue): string {
  const { by, sign } = sortKeys[sort]
  const first = by === 'created' ? '' : `${sortColumns[by]}${sign < 0 ? ' desc' : ''}, `
  return `${first}created_at desc, id`
}
