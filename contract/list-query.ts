import {
  adFuels,
  adTransmissions,
  carTypes,
  filterFuels,
  filterTransmissions,
  limits,
  pageSizes,
  sortOf,
  type SortValue,
} from './limits.ts'
import { propertiesOf } from './values/unknown.ts'

// What a list call is asked with, read the way an address is read (R-VAL-11): a number may be text, a list may be one
// value or a comma list, and what cannot be read counts as not given. Nothing in here refuses a value. Free of schemas: the
// first view reads its address with it.

interface Range {
  min: number
  max: number
}
const decimal = /^\d+(\.\d+)?$/

export function readNumber(v: unknown, { min, max }: Range): number | undefined {
  const n = typeof v === 'string' && decimal.test(v.trim()) ? Number(v) : v
  return typeof n === 'number' && n >= min && n <= max ? n : undefined
}

export function readWhole(v: unknown, range: Range): number | undefined {
  const n = readNumber(v, range)
  return Number.isInteger(n) ? n : undefined
}

/** A comma list or a list of texts; blank entries fall away (R-LIST-02). */
export function readTexts(v: unknown): string[] {
  if (v === undefined) return []
  const given: unknown[] = typeof v === 'string' ? v.split(',') : Array.isArray(v) ? v : [v]
  return given
    .map((one) => (typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''))
    .filter((one) => one !== '' && one.length <= limits.maxFilterText)
    .slice(0, limits.maxFilterValues)
}

const unsearchable = /[\0\p{Surrogate}]/gu

/** Free text, cut at the longest length that is searched, never in the middle of a character. */
export function readWords(v: unknown): string | undefined {
  if (typeof v !== 'string' && typeof v !== 'number') return undefined
  const cut = String(v)
    .replace(unsearchable, '')
    .trim()
    .slice(0, limits.maxFilterText)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return cut === '' ? undefined : cut
}

/** Whether free text is longer than what is searched of it. */
export const isCutText = (v: unknown): boolean =>
  typeof v === 'string' &&
  v.length > limits.maxFilterText &&
  v.replace(unsearchable, '').trim().length > limits.maxFilterText
/** What a reply says then. */
export const cutSentence = `Only the first ${limits.maxFilterText} characters of the search were used.`

/** Yes as a boolean or as text; everything else is no. */
export const readFlag = (v: unknown): boolean => v === true || v === 'true'

const lettersOnly = (v: string) => v.toLowerCase().replace(/[^a-z]/g, '')
/** Reads texts of a closed list, spelled as in that list; unknown values fall away. */
function knownTexts(known: readonly string[]): (v: unknown) => string[] {
  const spelled = new Map(known.toReversed().map((one) => [lettersOnly(one), one]))
  return (v) => readTexts(v).flatMap((one) => spelled.get(lettersOnly(one)) ?? [])
}
const bodyTypes = knownTexts(carTypes)
const fuels = knownTexts([...filterFuels, ...adFuels])
const transmissions = knownTexts([...filterTransmissions, ...adTransmissions])
const yearShape = /^(pre-|older than )?\d{4}$/i

/** Kilometres around a chosen city. */
export const withinRange = { min: 0, max: 1000 } as const
/** More than that is the most. */
function readKilometres(v: unknown): number | undefined {
  const km = readWhole(v, { min: 0, max: Number.MAX_VALUE })
  return km === undefined ? undefined : Math.min(km, withinRange.max)
}

const amounts = { min: 0, max: 1e12 }
const readAmount = (v: unknown): number => readNumber(v, amounts) ?? 0

function readSeller(v: unknown): string | undefined {
  const id = typeof v === 'string' ? v.trim() : ''
  return id === '' || id.length > 64 || /[\0\p{Surrogate}]/u.test(id) ? undefined : id
}

/**
 * The documented payload of a search (R-API-09) with the optional keys decided in R-LIST-17 and R-CONST-05. `make` and
 * `model` take ids or titles; `year` takes years and `pre-YYYY` (every year before it); a `max_price` of 0 or of the
 * slider's end means no upper limit.
 */
export interface ListQuery {
  page: number
  limit: number
  make: string[]
  model: string[]
  bodytype: string[]
  year: string[]
  fueltype: string[]
  transmission: string[]
  province: string[]
  city: string[]
  /** Widens the chosen cities to all that lie within so many km of one of them; 0 is the cities alone. */
  within_km?: number | undefined
  min_price: number
  max_price: number
  min_kms: number
  max_kms: number
  sortBy: SortValue
  /** A seller's id. */
  creator?: string | undefined
  search?: string | undefined
  /** Ask for the count behind every filter option as well. */
  facets: boolean
}

type Numeric = number | string
type InputOf<V> = V extends string[] ? string | readonly Numeric[] : V extends number ? Numeric : V
/** What a caller that keeps to the documentation writes. */
export type ListQueryInput = { [K in keyof ListQuery]?: InputOf<ListQuery[K]> }

const pages = { min: 1, max: limits.maxPage }
const lengths = { min: 1, max: limits.maxLimit }

/** A search as it is asked, with the default of whatever is missing or cannot be read. */
export function readListQuery(asked: unknown): ListQuery {
  const given = propertiesOf(asked)
  return {
    page: readWhole(given['page'], pages) ?? 1,
    limit: readWhole(given['limit'], lengths) ?? pageSizes.search,
    make: readTexts(given['make']),
    model: readTexts(given['model']),
    bodytype: bodyTypes(given['bodytype']),
    year: readTexts(given['year']).filter((one) => yearShape.test(one)),
    fueltype: fuels(given['fueltype']),
    transmission: transmissions(given['transmission']),
    province: readTexts(given['province']),
    city: readTexts(given['city']),
    within_km: readKilometres(given['within_km']),
    min_price: readAmount(given['min_price']),
    max_price: readAmount(given['max_price']),
    min_kms: readAmount(given['min_kms']),
    max_kms: readAmount(given['max_kms']),
    sortBy: sortOf(given['sortBy']),
    creator: readSeller(given['creator']),
    search: readWords(given['search']),
    facets: readFlag(given['facets']),
  }
}
