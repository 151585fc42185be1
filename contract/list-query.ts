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

// Lenient reading of a list call's query, the same way as of an address (R-VAL-11): a number may be text, a list may be a
// single value or comma-separated, and an unreadable value counts as absent. No function here refuses a value. Free of
// schemas, because the first view reads its address with this file.

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

/** Reads a comma-separated text or a list of texts; drops blank entries (R-LIST-02). */
export function readTexts(v: unknown): string[] {
  if (v === undefined) return []
  const given: unknown[] = typeof v === 'string' ? v.split(',') : Array.isArray(v) ? v : [v]
  return given
    .map((one) => (typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''))
    .filter((one) => one !== '' && one.length <= limits.maxFilterText)
    .slice(0, limits.maxFilterValues)
}

const unsearchable = /[\0\p{Surrogate}]/gu

/** Reads free text and cuts it at the maximum search length, never inside a character. */
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

/** Tells whether a free text exceeds the maximum search length. */
export const isCutText = (v: unknown): boolean =>
  typeof v === 'string' &&
  v.length > limits.maxFilterText &&
  v.replace(unsearchable, '').trim().length > limits.maxFilterText
/** Sentence of a reply to a search that was cut. */
export const cutSentence = `Only the first ${limits.maxFilterText} characters of the search were used.`

/** Reads `true` or 'true' as true, and any other value as false. */
export const readFlag = (v: unknown): boolean => v === true || v === 'true'

const lettersOnly = (v: string) => v.toLowerCase().replace(/[^a-z]/g, '')
/** Reads texts of a closed list in that list's spelling; drops unknown values. */
function knownTexts(known: readonly string[]): (v: unknown) => string[] {
  const spelled = new Map(known.toReversed().map((one) => [lettersOnly(one), one]))
  return (v) => readTexts(v).flatMap((one) => spelled.get(lettersOnly(one)) ?? [])
}
const bodyTypes = knownTexts(carTypes)
const fuels = knownTexts([...filterFuels, ...adFuels])
const transmissions = knownTexts([...filterTransmissions, ...adTransmissions])
const yearShape = /^(pre-|older than )?\d{4}$/i

/** Radius in kilometres around a chosen city. */
export const withinRange = { min: 0, max: 1000 } as const
/** Reads kilometres; a larger value becomes the maximum. */
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
 * The documented payload of a search (R-API-09) with the optional keys of R-LIST-17 and R-CONST-05. `make` and `model` take
 * ids or titles. `year` takes years and `pre-YYYY` (every year before it). A `max_price` of 0 or of the slider's end means no
 * upper limit.
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
  /** Radius in km that adds all cities near the chosen ones; 0 means the chosen cities only. */
  within_km?: number | undefined
  min_price: number
  max_price: number
  min_kms: number
  max_kms: number
  sortBy: SortValue
  /** Id of a seller. */
  creator?: string | undefined
  search?: string | undefined
  /** Whether the reply contains the count of every filter option. */
  facets: boolean
}

type Numeric = number | string
type InputOf<V> = V extends string[] ? string | readonly Numeric[] : V extends number ? Numeric : V
/** Documented input types of a search. */
export type ListQueryInput = { [K in keyof ListQuery]?: InputOf<ListQuery[K]> }

const pages = { min: 1, max: limits.maxPage }
const lengths = { min: 1, max: limits.maxLimit }

/** Reads the query of a search, with defaults for missing and unreadable values. */
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
