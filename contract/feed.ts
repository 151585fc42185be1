import { z } from 'zod/mini'
import type { CarCard } from './cars.ts'
import { route } from './http.ts'
import { id, instant, ok } from './parts.ts'

/**
 * What changed in the market since a phone last asked (SYNC 5.1). Cars travel as columns against dictionaries: the
 * values of one field side by side compress a fifth better than car by car, and the phone keeps columns anyway.
 */
export const feedLimits = {
  /** Cars a page, usually and at most. */
  page: 2000,
  longestPage: 5000,
  /** The newest cars that a phone keeps, usually and at most. */
  window: 5000,
  widestWindow: 50_000,
  /** Days that a car which left the market is remembered; whoever was away longer starts anew. */
  memory: 60,
} as const

const whole = (most: number, usual: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Please give a whole number')),
      z.pipe(z.transform(Number), z.int().check(z.maximum(most))),
    ),
    usual,
  )

/** The part of the address behind the question mark. */
export const feedQuery = z.object({
  /** Given by the answer before; left out by whoever starts. Nobody but the server reads it. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
  limit: whole(feedLimits.longestPage, feedLimits.page),
  /** How many of the newest cars a phone that starts wants. */
  window: whole(feedLimits.widestWindow, feedLimits.window),
  /** The `floor` the phone keeps to: cars listed before it are only named. */
  floor: z.optional(instant.check(z.refine((v) => !Number.isNaN(Date.parse(v)), 'Please give an instant'))),
})
export type FeedQuery = z.output<typeof feedQuery>

const texts = z.array(z.string())
const numbers = z.array(z.number())
const wholes = z.array(z.int())
const pairs = z.array(z.tuple([z.string(), z.string()]))

/** Values that many cars share; a column of numbers points into its dictionary. */
export const feedDict = z.object({
  title: texts,
  /** Make and model. */
  model: pairs,
  fueltype: texts,
  transmission: texts,
  bodytype: texts,
  engine: texts,
  drive: texts,
  condition: texts,
  address: texts,
  /** Province and city. */
  place: pairs,
  creator: texts,
})
/** One entry a car in each column. */
export const feedColumns = z.object({
  id: texts,
  slug: texts,
  /** What follows year, make and model where the title begins with them. */
  title: wholes,
  price: numbers,
  model: wholes,
  year: wholes,
  /** The usual spelling by its number, any other as it is. */
  mileage: z.array(z.union([z.string(), z.int()])),
  mileage_km: wholes,
  fueltype: wholes,
  transmission: wholes,
  bodytype: wholes,
  engine: wholes,
  drive: wholes,
  condition: wholes,
  address: wholes,
  place: wholes,
  featured: wholes,
  /** Milliseconds, each as the distance from the car before it. */
  created_at: wholes,
  version: wholes,
  creator: wholes,
  cover: texts,
  picture_count: wholes,
  clicks: wholes,
})
export type FeedDict = z.output<typeof feedDict>
export type FeedColumns = z.output<typeof feedColumns>

export const feedPage = z.object({
  /** Names this history of the market; a phone that knows another one starts anew. */
  epoch: z.string(),
  cursor: z.string(),
  /** A page of everything there is, and not of changes. */
  full: z.boolean(),
  /** There is more to ask for at once. */
  more: z.boolean(),
  dict: feedDict,
  /** Cars for sale that are new or changed. */
  upserts: feedColumns,
  /** Cars that are not for sale any more. */
  deletes: z.array(id),
  /** Changed cars that were listed before the floor. */
  outside: z.array(id),
  /** All cars for sale, also those that no phone keeps. */
  total_active: z.int(),
  as_of: instant,
  /** Cars listed before this are not part of what the phone keeps; null keeps all. */
  floor: z.nullable(instant),
})
export type FeedPage = z.output<typeof feedPage>

/** Refused with `gone` when the phone was away too long or knows a history that is over. */
export const feedRoute = route('GET', 'sync/catalogue', {
  id: 'SYNC 5.1',
  auth: 'none',
  reply: z.object({ ...ok, data: feedPage }),
})

/** What the feed knows of a car: a card without what is one person's own, and of its pictures the first. */
export type FeedCar = Omit<CarCard, 'status' | 'is_favorite' | 'images' | 'featured_image' | 'pictures'> & {
  cover: string
}

/** The spellings that most sellers use, given the kilometres; the place in the list travels. */
const spellings: readonly ((km: string, grouped: string) => string)[] = [
  (_, grouped) => `${grouped} Km`,
  (km) => km,
  (_, grouped) => `${grouped.replaceAll(',', ' ')} km`,
  (_, grouped) => `${grouped} km`,
  (km) => `${km} km`,
  (km) => `${km}km`,
  (_, grouped) => `${grouped} kms`,
  (_, grouped) => `${grouped.replaceAll(',', ' ')} Km`,
]
const spelled = (km: number, how: number): string | undefined =>
  spellings[how]?.(String(km), String(km).replace(/\B(?=(?:\d{3})+$)/g, ','))

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Marks what travels as it is. */
const plain = '!'

/** A UUID in 22 characters, three of its digits in two; any other id as it is. */
function shortId(given: string): string {
  if (!uuid.test(given)) return plain + given
  const hex = `${given.replaceAll('-', '')}0`
  let short = ''
  for (let at = 0; at < hex.length; at += 3) {
    const bits = Number.parseInt(hex.slice(at, at + 3), 16)
    short += digits.charAt(bits >> 6) + digits.charAt(bits & 63)
  }
  return short
}

function longId(short: string): string {
  if (short.startsWith(plain)) return short.slice(1)
  let hex = ''
  for (let at = 0; at < short.length; at += 2) {
    const bits = (digits.indexOf(short.charAt(at)) << 6) | digits.indexOf(short.charAt(at + 1))
    hex += bits.toString(16).padStart(3, '0')
  }
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
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

const ownPicture = /^\/media\/([^/!]+)\/1280\.webp$/
const shortCover = (url: string) => (url === '' ? '' : (ownPicture.exec(url)?.[1] ?? plain + url))
const longCover = (short: string) =>
  short === '' || short.startsWith(plain) ? short.slice(1) : `/media/${short}/1280.webp`

/** Gathers values and says where each stands. */
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

const shared = ['fueltype', 'transmission', 'bodytype', 'engine', 'drive', 'condition', 'address'] as const
const asIs = ['price', 'year', 'mileage_km', 'version', 'picture_count', 'clicks'] as const

/** Cars as they travel. `unpackCars` gives the same cars in the same order. */
export function packCars(cars: readonly FeedCar[]): { dict: FeedDict; upserts: FeedColumns } {
  const words = Object.fromEntries(
    [...shared, 'title' as const, 'creator' as const].map((name) => [name, new Gathering<string>()]),
  ) as Record<(typeof shared)[number] | 'title' | 'creator', Gathering<string>>
  const models = new Gathering<[string, string]>()
  const places = new Gathering<[string, string]>()
  const upserts = feedColumns.parse(
    Object.fromEntries(Object.keys(feedColumns.shape).map((name) => [name, []])),
  )
  let before = 0
  for (const car of cars) {
    const created = Date.parse(car.created_at)
    const how = spellings.findIndex((_, i) => spelled(car.mileage_km, i) === car.mileage)
    upserts.id.push(shortId(car._id))
    upserts.slug.push(without(slugStart(car.title), car.slug))
    upserts.title.push(words.title.place(without(`${car.year} ${car.make} ${car.model}`, car.title)))
    upserts.model.push(models.place([car.make, car.model]))
    upserts.place.push(places.place([car.province, car.city]))
    upserts.mileage.push(how < 0 ? car.mileage : how)
    upserts.featured.push(car.featured ? 1 : 0)
    upserts.created_at.push(created - before)
    upserts.creator.push(words.creator.place(shortId(car.creator)))
    upserts.cover.push(shortCover(car.cover))
    for (const name of asIs) upserts[name].push(car[name])
    for (const name of shared) upserts[name].push(words[name].place(car[name]))
    before = created
  }
  const dict = Object.fromEntries(Object.entries(words).map(([name, { values }]) => [name, values]))
  return {
    dict: { ...(dict as Omit<FeedDict, 'model' | 'place'>), model: models.values, place: places.values },
    upserts,
  }
}

/** Undefined when a column is short or points at nothing: such a page must not be used at all. */
export function unpackCars(dict: FeedDict, columns: FeedColumns): FeedCar[] | undefined {
  const count = columns.id.length
  if (Object.values(columns).some((column) => column.length !== count)) return undefined
  const cars: FeedCar[] = []
  let created = 0
  for (let i = 0; i < count; i++) {
    const at = <V>(list: readonly V[]) => list[i] as V
    const pair = dict.model[at(columns.model)]
    const town = dict.place[at(columns.place)]
    const title = dict.title[at(columns.title)]
    const creator = dict.creator[at(columns.creator)]
    const words = shared.map((name) => [name, dict[name][at(columns[name])]] as const)
    if (!pair || !town || title === undefined || creator === undefined) return undefined
    if (words.some(([, word]) => word === undefined)) return undefined
    created += at(columns.created_at)
    const rest = Object.fromEntries([...words, ...asIs.map((name) => [name, at(columns[name])] as const)])
    const facts = rest as Pick<FeedCar, (typeof shared)[number] | (typeof asIs)[number]>
    const [make, model] = pair
    const [province, city] = town
    const fullTitle = withStart(`${facts.year} ${make} ${model}`, title)
    const mileage = at(columns.mileage)
    const written = typeof mileage === 'string' ? mileage : spelled(facts.mileage_km, mileage)
    if (written === undefined || Number.isNaN(new Date(created).getTime())) return undefined
    cars.push({
      ...facts,
      _id: longId(at(columns.id)),
      slug: withStart(slugStart(fullTitle), at(columns.slug)),
      title: fullTitle,
      make,
      model,
      province,
      city,
      mileage: written,
      featured: at(columns.featured) === 1,
      created_at: new Date(created).toISOString(),
      creator: longId(creator),
      cover: longCover(at(columns.cover)),
    })
  }
  return cars
}
