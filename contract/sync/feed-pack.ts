import { columnKinds, featuresAt, fitsFeatures, packFeatures, sharedWords as shared } from './feature-bits.ts'
import type { FeedCar, FeedColumns, FeedDict } from './feed.ts'
import { grouped } from '../values/region.ts'

/** How cars are packed for the feed and unpacked again; whatever both sides can work out does not travel. */

/** The spellings that most sellers use, given the kilometres; the place in the list travels. */
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
/** Marks what travels as it is. */
export const plain = '!'

/** Three hexadecimal digits in two characters; what is missing at the end counts as 0. */
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
/** The time in an id whose maker put it there (UUIDv7). */
const mintedAt = (given: string): number | undefined =>
  uuid.test(given) && given.charAt(14) === '7'
    ? Number.parseInt(given.slice(0, timeDigits + 1).replace('-', ''), 16)
    : undefined

/** A UUID in 22 characters, or in 14 for a reader who knows its time; any other id as it is. */
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

const slugStart = (title: string) =>
  `${title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-`

/** Leaves out a beginning that the reader knows. */
function without(start: string, text: string): string {
  const rest = text.slice(start.length)
  return text.startsWith(start) && !rest.startsWith(plain) ? rest : plain + text
}
const withStart = (start: string, rest: string) => (rest.startsWith(plain) ? rest.slice(1) : start + rest)

/** A slug without the beginning that its title gives it. */
const shortSlug = (title: string, slug: string) => without(slugStart(title), slug)
export const longSlug = (title: string, short: string) => withStart(slugStart(title), short)

/** A usual spelling of the kilometres by its number, any other as it is. */
function shortMileage(km: number, mileage: string): number | string {
  const how = spellings.findIndex((_, i) => spelled(km, i) === mileage)
  return how < 0 ? mileage : how
}
export const longMileage = (km: number, short: number | string): string =>
  typeof short === 'string' ? short : (spelled(km, short) ?? '')

const ownPicture = /^\/media\/([^/!]+)\/1280\.webp$/
/** The cover of a car, without what every address of ours has. */
export const shortCover = (url: string) => (url === '' ? '' : (ownPicture.exec(url)?.[1] ?? plain + url))
export const longCover = (short: string) =>
  short === '' || short.startsWith(plain) ? short.slice(1) : `/media/${short}/1280.webp`

/** Gathers values and says where each is. */
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

/** Cars as they travel. `unpackCars` gives the same cars in the same order. */
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

/** A page of the feed whose columns were found whole; what its cars are known and ordered by is unpacked. */
export interface ReadColumns {
  dict: FeedDict
  columns: FeedColumns
  ids: string[]
  /** Milliseconds. */
  created: Float64Array
}
/** The last instant a calendar has, milliseconds. */
const lastInstant = 8.64e15

/** Undefined when a column is short or points at nothing: such a page must not be used at all. */
export function readColumns(dict: FeedDict, columns: FeedColumns): ReadColumns | undefined {
  const count = columns.id.length
  if (Object.values(columns).some((column) => column.length !== count)) return undefined
  const pointers = ['model', 'place', 'title', 'creator', ...shared] as const
  for (const name of pointers) {
    const { length } = dict[name]
    if (columns[name].some((at) => at < 0 || at >= length)) return undefined
  }
  if (!fitsFeatures(dict.feature, count)) return undefined
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

/** The title of a car whose short one leaves out what it begins with. */
export const longTitle = (year: number, [make, model]: readonly [string, string], short: string) =>
  withStart(`${year} ${make} ${model}`, short)
export const longCreator = (short: string) => longId(short, 0)

/** Undefined for what `readColumns` refuses. */
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
