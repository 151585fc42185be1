import { z } from 'zod/mini'
import { firstLetter, fold, sortKeys, wordFits } from '#catalogue'
import type { Branch, CarFilter, FilterAspect, Word } from '#catalogue'
import { fuels } from '#contract/ads.ts'
import { carTypes, type SortValue } from '#contract/limits.ts'
import { part, raw, type Sql, type SqlPart } from '../kernel/db/sql.ts'

/** Joins two conditions; returns the only one if the other is undefined. */
const both = (one: SqlPart | undefined, how: 'and' | 'or', other: SqlPart | undefined) =>
  one && other ? part`(${one} ${raw(how)} ${other})` : (one ?? other)

/** Returns the spellings of a closed list that match folded values. Folding the list is cheaper than folding every row. */
const spelled = (known: readonly string[], folded: readonly string[]) =>
  known.filter((k) => folded.includes(fold(k)))
const oneOf = (column: string, wanted: readonly string[], values = wanted) =>
  wanted.length > 0 ? part`${raw(column)} = any(${values}::text[])` : undefined

function branchesWhere(branches: readonly Branch[], names: { parent: string; child: string }) {
  if (branches.length === 0) return undefined
  const [parent, child] = [raw(names.parent), raw(names.child)]
  const whole = branches.filter((b) => b.children.length === 0).map((b) => b.parent)
  const pairs = branches.flatMap((b) => b.children.map((c) => [b.parent, c] as const))
  const any = part`${parent} = any(${[...new Set(branches.map((b) => b.parent))]}::text[])`
  if (pairs.length === 0) return any
  const inPairs = part`(${parent}, ${child}) in (select a, b
    from unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, one]) => one)}::text[]) as pair (a, b))`
  // The first condition is implied by the second. It lets the index on the parent narrow the rows before the pairs are compared.
  return whole.length === 0
    ? part`${any} and ${inPairs}`
    : part`${any} and (${parent} = any(${whole}::text[]) or ${inPairs})`
}

const within = (column: string, min: number, max: number | undefined) =>
  both(
    min > 0 ? part`${raw(column)} >= ${min}` : undefined,
    'and',
    max === undefined ? undefined : part`${raw(column)} <= ${max}`,
  )

/** `mileage_km` is a 4-byte integer, but a requested bound may be any number. */
const wholeKms = (kms: number) => Math.min(kms, 2_147_483_647)

const conditions: Readonly<Record<FilterAspect, (f: CarFilter) => SqlPart | undefined>> = {
  make: (f) => branchesWhere(f.makes, { parent: 'make', child: 'model' }),
  place: (f) => branchesWhere(f.places, { parent: 'province', child: 'city' }),
  bodytype: (f) => oneOf('bodytype', f.bodytypes, spelled(carTypes, f.bodytypes)),
  year: (f) =>
    both(
      f.years.length > 0 ? part`year = any(${f.years}::int[])` : undefined,
      'or',
      f.before === undefined ? undefined : part`year < ${f.before}`,
    ),
  fueltype: (f) => oneOf('fueltype', f.fueltypes, spelled(fuels, f.fueltypes)),
  transmission: (f) => oneOf('transmission_key', f.transmissions),
  price: (f) => within('price', f.minPrice, f.maxPrice),
  kms: ({ minKms, maxKms }) => {
    const most = maxKms === undefined ? undefined : wholeKms(Math.floor(maxKms))
    return within('mileage_km', wholeKms(Math.ceil(minKms)), most)
  },
}
const aspects = Object.keys(conditions) as FilterAspect[]

/** Returns whether the filter restricts an aspect. */
export const narrows = (filter: CarFilter, aspect: FilterAspect): boolean =>
  conditions[aspect](filter) !== undefined

/** A filter with all tokens that match each word and wish: a car matches a word when it has one of its tokens. */
export interface ExpandedFilter {
  filter: CarFilter
  tokens: readonly (readonly string[])[]
  wishes: readonly (readonly string[])[]
}

const tokenRow = z.object({ token: z.string() })

async function tokensFor(sql: Sql, word: Word): Promise<string[]> {
  // A matching token begins with the word or, if the word is loose, with its first letter.
  const beginning = word.loose ? firstLetter(word.text) : word.text
  const near = await sql.all(tokenRow)`select token from search_words where starts_with(token, ${beginning})`
  return near.map((t) => t.token).filter((token) => wordFits(word, token))
}

/**
 * Finds the tokens for the words among those that cars have, by the catalogue's rule. A car that is written at the same time may
 * be missed.
 */
export async function expanded(sql: Sql, filter: CarFilter): Promise<ExpandedFilter> {
  const all = async (words: readonly Word[]) => {
    const tokens: string[][] = []
    for (const word of words) tokens.push(await tokensFor(sql, word))
    return tokens
  }
  return { filter, tokens: await all(filter.words), wishes: await all(filter.wishes) }
}

/** Returns the condition of the catalogue's `matches` for a settled filter, as SQL over the columns of `cars`. */
export function whereOf({ filter, tokens, wishes }: ExpandedFilter, except?: FilterAspect): SqlPart {
  const { creator, sellers } = filter
  const wanted = filter.wished === 'required' ? [wishes.flat()] : []
  return [
    ...aspects.map((aspect) => (aspect === except ? undefined : conditions[aspect](filter))),
    creator === undefined ? undefined : part`creator = ${creator}`,
    sellers && part`creator = any(${sellers}::text[])`,
    ...[...filter.tags, ...tokens, ...wanted].map((any) => part`search_tokens && ${any}::text[]`),
  ].reduce<SqlPart>((all, one) => (one ? part`${all} and ${one}` : all), raw("status = 'active'"))
}

/** Returns the number of wishes that a car answers, as SQL. */
export const scoreOf = ({ wishes }: ExpandedFilter): SqlPart =>
  wishes.reduce((sum, any) => part`${sum} + (search_tokens && ${any}::text[])::int`, raw('0'))

const sortColumns = { created: '', price: 'price', year: 'year', km: 'mileage_km' } as const
/** Returns the catalogue's `comparator` as SQL: the chosen key, then newest, then id. */
export function orderOf(sort: SortValue): string {
  const { by, sign } = sortKeys[sort]
  const first = by === 'created' ? '' : `${sortColumns[by]}${sign < 0 ? ' desc' : ''}, `
  return `${first}created_at desc, id`
}
