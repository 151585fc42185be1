import { feedColumns, type FeedCar, type FeedColumns, type FeedDict } from './feed.ts'

/** How cars are packed for the feed and unpacked again; whatever both sides can work out does not travel. */

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
    const minted = mintedAt(car._id)
    upserts.id.push(shortId(car._id, minted !== undefined))
    upserts.minted.push(minted === undefined ? 0 : created - minted)
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
      _id: longId(at(columns.id), created - at(columns.minted)),
      slug: withStart(slugStart(fullTitle), at(columns.slug)),
      title: fullTitle,
      make,
      model,
      province,
      city,
      mileage: written,
      featured: at(columns.featured) === 1,
      created_at: new Date(created).toISOString(),
      creator: longId(creator, 0),
      cover: longCover(at(columns.cover)),
    })
  }
  return cars
}
