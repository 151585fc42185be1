import { columnKinds, featuresAt, fitsFeatures, packFeatures, sharedWords as shared } from './feature-bits.ts'
import type { FeedCar, FeedColumns, FeedDict } from './feed.ts'
import { grouped } from '../values/region.ts'

/** Packs and unpacks cars for the feed; data that both sides can derive is not transmitted. */

/** The spellings that most sellers use, for given kilometres; the feed transmits the index. */
const spellings: readonly ((km: string, commas: string) => string)[] = [
  (_, commas) => `${commas} Km`,
  (km) => km,
  (_, commas) => `${commas.replaceAll(',', ' ')} km`,
  (_, commas) => `${commas} km`,
  (km) => `${km} km`,
  (km) => `${km}km`,
  (_, commas) => `${commas} kms`,
  (_, commas) => `${commas.replaceAll(',', ' ')} Km`,
]
const spelled = (km: number, how: number): string | undefined => spellings[how]?.(String(km), grouped(km))

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Prefix of a value that is transmitted unchanged. */
export const plain = '!'

/** Encodes three hexadecimal digits as two characters; missing digits at the end count as 0. */
function shortHex(hex: string): string {
  let short = ''
  for (let at = 0; at < hex.length; at += 3) {
    const bits = Number.parseInt(hex.slice(at, at + 3).padEnd(3, '0'), 16)
    short += digits.charAt(bits >> 6) + digits.charAt(bits & 63)
  }
  return short
}
function longHex(short: string, length: number): string {
  let hex = ''
  for (let at = 0; at < short.length; at += 2) {
    const bits = (digits.indexOf(short.charAt(at)) << 6) | digits.indexOf(short.charAt(at + 1))
    hex += bits.toString(16).padStart(3, '0')
  }
  return hex.slice(0, length)
}

const timeDigits = 12
/** Returns the creation time of a UUIDv7. */
const mintedAt = (given: string): number | undefined =>
  uuid.test(given) && given.charAt(14) === '7'
    ? Number.parseInt(given.slice(0, timeDigits + 1).replace('-', ''), 16)
    : undefined

/** Encodes a UUID as 22 characters, or as 14 when the reader knows its time; any other id stays unchanged. */
function shortId(given: string, timeKnown = false): string {
  if (!uuid.test(given)) return plain + given
  const hex = given.replaceAll('-', '')
  return shortHex(timeKnown ? hex.slice(timeDigits) : hex)
}

function longId(short: string, time: number): string {
  if (short.startsWith(plain)) return short.slice(1)
  const hex =
    short.length > 14
      ? longHex(short, 32)
      : time.toString(16).padStart(timeDigits, '0') + longHex(short, 32 - timeDigits)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
/** Form of an id that `longId` can read. */
const readableId = /^!|^[\w-]{14}(?:[\w-]{8})?$/

const slugStart = (title: string) =>
  `${title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-`

/** Removes a prefix that the reader knows. */
function without(start: string, text: string): string {
  const rest = text.slice(start.length)
  return text.startsWith(start) && !rest.startsWith(plain) ? rest : plain + text
}
const withStart = (start: string, rest: string) => (rest.startsWith(plain) ? rest.slice(1) : start + rest)

/** Returns a slug without the prefix that follows from the title. */
const shortSlug = (title: string, slug: string) => without(slugStart(title), slug)
export const longSlug = (title: string, short: string) => withStart(slugStart(title), short)

/** Returns the number of a usual spelling, or the text itself. */
function shortMileage(km: number, mileage: string): number | string {
  const how = spellings.findIndex((_, i) => spelled(km, i) === mileage)
  return how < 0 ? mileage : how
}
export const longMileage = (km: number, short: number | string): string =>
  typeof short === 'string' ? short : (spelled(km, short) ?? '')

const ownPicture = /^\/media\/([^/!]+)\/1280\.webp$/
/** Returns the URL of a cover without the parts that all our URLs share. */
export const shortCover = (url: string) => (url === '' ? '' : (ownPicture.exec(url)?.[1] ?? plain + url))
export const longCover = (short: string) =>
  short === '' || short.startsWith(plain) ? short.slice(1) : `/media/${short}/1280.webp`

/** Collects distinct values and returns their indexes. */
class Gathering<V> {
  readonly values: V[] = []
  #places = new Map<string, number>()

  place(value: V): number {
    const key = typeof value === 'string' ? value : JSON.stringify(value)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}

const asIs = ['price', 'year', 'mileage_km', 'version', 'picture_count', 'clicks'] as const

/** Packs cars for the feed. `unpackCars` returns the same cars in the same order. */
export function packCars(cars: readonly FeedCar[]): { dict: FeedDict; upserts: FeedColumns } {
  const words = Object.fromEntries(
    [...shared, 'title' as const, 'creator' as const].map((name) => [name, new Gathering<string>()]),
  ) as Record<(typeof shared)[number] | 'title' | 'creator', Gathering<string>>
  const models = new Gathering<[string, string]>()
  const places = new Gathering<[string, string]>()
  const upserts = Object.fromEntries(
    Object.keys(columnKinds).map((name) => [name, []]),
  ) as object as FeedColumns
  let before = 0
  for (const car of cars) {
    const created = Date.parse(car.created_at)
    const minted = mintedAt(car._id)
    upserts.id.push(shortId(car._id, minted !== undefined))
    upserts.minted.push(minted === undefined ? 0 : created - minted)
    upserts.slug.push(shortSlug(car.title, car.slug))
    upserts.title.push(words.title.place(without(`${car.year} ${car.make} ${car.model}`, car.title)))
    upserts.model.push(models.place([car.make, car.model]))
    upserts.place.push(places.place([car.province, car.city]))
    upserts.mileage.push(shortMileage(car.mileage_km, car.mileage))
    upserts.featured.push(car.featured ? 1 : 0)
    upserts.created_at.push(created - before)
    upserts.creator.push(words.creator.place(shortId(car.creator)))
    upserts.cover.push(shortCover(car.cover))
    for (const name of asIs) upserts[name].push(car[name])
    for (const name of shared) upserts[name].push(words[name].place(car[name] ?? ''))
    before = created
  }
  const dict = Object.fromEntries(Object.entries(words).map(([name, { values }]) => [name, values]))
  return {
    dict: {
      ...(dict as Omit<FeedDict, 'model' | 'place' | 'feature'>),
      model: models.values,
      place: places.values,
      feature: packFeatures(cars),
    },
    upserts,
  }
}

/** A page of the feed with valid columns; ids and listing times, which identify and order the cars, are unpacked. */
export interface ReadColumns {
  dict: FeedDict
  columns: FeedColumns
  ids: string[]
  /** Listing times in milliseconds. */
  created: Float64Array
}
/** The latest instant of a `Date`, in milliseconds. */
const lastInstant = 8.64e15

/**
 * Checks and reads a page. Returns undefined when a column has the wrong length, an invalid index or a damaged id: such a
 * page must not be used at all.
 */
export function readColumns(dict: FeedDict, columns: FeedColumns): ReadColumns | undefined {
  const count = columns.id.length
  if (Object.values(columns).some((column) => column.length !== count)) return undefined
  const pointers = ['model', 'place', 'title', 'creator', ...shared] as const
  for (const name of pointers) {
    const { length } = dict[name]
    if (columns[name].some((at) => at < 0 || at >= length)) return undefined
  }
  if (!fitsFeatures(dict.feature, count)) return undefined
  if (![...columns.id, ...dict.creator].every((short) => readableId.test(short))) return undefined
  if (columns.mileage.some((how) => typeof how === 'number' && !spellings[how])) return undefined
  const ids: string[] = []
  const created = new Float64Array(count)
  let at = 0
  for (const [i, short] of columns.id.entries()) {
    at += columns.created_at[i] ?? 0
    if (Math.abs(at) > lastInstant) return undefined
    created[i] = at
    ids.push(longId(short, at - (columns.minted[i] ?? 0)))
  }
  return { dict, columns, ids, created }
}

/** Restores the title of a car from its short form. */
export const longTitle = (year: number, [make, model]: readonly [string, string], short: string) =>
  withStart(`${year} ${make} ${model}`, short)
export const longCreator = (short: string) => longId(short, 0)

/** Unpacks the cars of a page; undefined for a page that `readColumns` refuses. */
export function unpackCars(dict: FeedDict, columns: FeedColumns): FeedCar[] | undefined {
  const read = readColumns(dict, columns)
  return read?.ids.map((_id, i): FeedCar => {
    const at = <V>(list: readonly V[]) => list[i] as V
    const word = (name: Exclude<keyof FeedDict, 'model' | 'place' | 'feature'>) =>
      dict[name][at(columns[name])] ?? ''
    const pair = dict.model[at(columns.model)] ?? ['', '']
    const [province, city] = dict.place[at(columns.place)] ?? ['', '']
    const rest = Object.fromEntries([
      ...shared.map((name) => [name, word(name)] as const),
      ...asIs.map((name) => [name, at(columns[name])] as const),
    ])
    const facts = rest as Pick<FeedCar, (typeof shared)[number] | (typeof asIs)[number]>
    const title = longTitle(facts.year, pair, word('title'))
    return {
      ...facts,
      _id,
      slug: longSlug(title, at(columns.slug)),
      title,
      make: pair[0],
      model: pair[1],
      province,
      city,
      mileage: longMileage(facts.mileage_km, at(columns.mileage)),
      carfeatures: featuresAt(dict.feature, i),
      featured: at(columns.featured) === 1,
      created_at: new Date(read.created[i] ?? 0).toISOString(),
      creator: longCreator(word('creator')),
      cover: longCover(at(columns.cover)),
    }
  })
}
