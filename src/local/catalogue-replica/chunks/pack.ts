import { columnsOf, type CarColumns, tagCodes, textColumns, type TextColumn } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { featuresAt, packFeatures, type FeatureBits } from '#contract/sync/feature-bits.ts'
import {
  longCover,
  longMileage,
  longSlug,
  plain,
  shortCover,
  longCreator,
  longTitle,
  type ReadColumns,
} from '#contract/sync/feed-pack.ts'
import type { FactsRow, TextsRow } from '../../database/records.ts'
import type { FeedCar } from '#contract/sync/feed.ts'

/**
 * Cars of a chunk: the columns that a search reads, and other texts and numbers, which are read only when a car is shown. Only
 * for cards in the form of the feed: one picture, active, no favourite.
 */
export type PackedCar = Omit<FactsRow, 'k' | 'gone'> & Omit<TextsRow, 'k'>

/** Returns the card that a list shows, from the data of the feed: one picture, no favourite. */
export function cardOfFeed({ cover, ...car }: FeedCar): CarCard {
  const pictures = cover === '' ? [] : [{ url: cover, blur: '', alt: car.title }]
  return {
    ...car,
    status: 'active',
    is_favorite: 'no',
    images: pictures.map((p) => p.url),
    featured_image: cover,
    pictures,
  }
}

/** Columns of a car beside those for the search, stored as indexes into a list of words for each name. */
export const words = ['engine', 'drive', 'condition', 'address', 'exteriorcolor'] as const
/** Number of further columns: featured, clicks, number of pictures. */
const further = 3
/** Words of each name; then slug, mileage and cover of each car in the form of the feed, and the cars of each equipment. */
export type Lines = [
  words: string[][],
  slugs: string[],
  mileages: (string | number)[],
  covers: string[],
  /** Rows of an older app have neither colours nor equipment. */
  features?: FeatureBits[],
]

/** Returns the numbers of all cars, one column after the other. */
function restOf(columns: readonly (readonly number[])[]): Uint32Array {
  const count = columns[0]?.length ?? 0
  const rest = new Uint32Array(columns.length * count)
  for (const [n, column] of columns.entries()) rest.set(column, n * count)
  return rest
}

/** Packs cards; `unpackCard` returns the same cards. */
export function packCards(cards: readonly CarCard[]): PackedCar {
  const lists: string[][] = []
  const numbers = words.map((name) => {
    const places = new Map<string, number>()
    const codes = cards.map((car) => {
      const text = car[name] ?? ''
      const at = places.get(text) ?? places.size
      places.set(text, at)
      return at
    })
    lists.push([...places.keys()])
    return codes
  })
  const lines: Lines = [
    lists,
    cards.map((car) => plain + car.slug),
    cards.map((car) => car.mileage),
    cards.map((car) => shortCover(car.featured_image)),
    packFeatures(cards),
  ]
  return {
    columns: columnsOf(cards),
    versions: Uint32Array.from(cards, (car) => car.version),
    text: JSON.stringify(lines),
    rest: restOf([
      ...numbers,
      cards.map((car) => (car.featured ? 1 : 0)),
      cards.map((car) => car.clicks),
      cards.map((car) => car.picture_count),
    ]),
  }
}

/** Parses the texts of a chunk, when the first of its cars is shown. */
export const linesOf = (text: string) => JSON.parse(text) as Lines

/** Returns the card at one index of a chunk. */
export function unpackCard(
  { columns: c, versions }: Pick<PackedCar, 'columns' | 'versions'>,
  { rest, lines }: { rest: Uint32Array; lines: Lines },
  i: number,
): CarCard {
  const [dict, slugs, mileages, covers, features] = lines
  const of = (name: keyof CarColumns['dict']) => c.dict[name][c[name][i] ?? 0] ?? ''
  const count = rest.length / (dict.length + further)
  const number = (n: number) => rest[n * count + i] ?? 0
  const word = (n: number) => dict[n]?.[number(n)] ?? ''
  const title = of('title')
  const km = c.km[i] ?? 0
  return cardOfFeed({
    _id: c.ids[i] ?? '',
    slug: longSlug(title, slugs[i] ?? ''),
    title,
    price: c.price[i] ?? 0,
    make: of('make'),
    model: of('model'),
    year: c.year[i] ?? 0,
    mileage: longMileage(km, mileages[i] ?? ''),
    mileage_km: km,
    fueltype: of('fueltype'),
    transmission: of('transmission'),
    bodytype: of('bodytype'),
    engine: word(0),
    drive: word(1),
    condition: word(2),
    address: word(3),
    province: of('province'),
    city: of('city'),
    ...(features && { exteriorcolor: word(4), carfeatures: featuresAt(features, i) }),
    featured: number(dict.length) === 1,
    created_at: new Date(c.created[i] ?? 0).toISOString(),
    clicks: number(dict.length + 1),
    version: versions[i] ?? 0,
    picture_count: number(dict.length + 2),
    creator: of('creator'),
    cover: longCover(covers[i] ?? ''),
  })
}

/** Returns columns with tags; the tags are empty for columns of an older app. */
export function withTags(c: CarColumns): CarColumns {
  const written = c as Omit<CarColumns, 'tags'> & Partial<Pick<CarColumns, 'tags'>>
  if (written.tags !== undefined) return c
  return { ...c, tags: new Uint32Array(c.ids.length), dict: { ...c.dict, tags: [''] } }
}

/** Returns some rows of some columns; the dictionary stays unchanged. */
export function pickRows(c: CarColumns, rows: readonly number[]): CarColumns {
  const whole = (of: Uint32Array) => Uint32Array.from(rows, (i) => of[i] ?? 0)
  return {
    ids: rows.map((i) => c.ids[i] ?? ''),
    created: Float64Array.from(rows, (i) => c.created[i] ?? 0),
    price: Float64Array.from(rows, (i) => c.price[i] ?? 0),
    year: Uint16Array.from(rows, (i) => c.year[i] ?? 0),
    km: whole(c.km),
    ...(Object.fromEntries(textColumns.map((name) => [name, whole(c[name])])) as Record<
      TextColumn,
      Uint32Array
    >),
    dict: c.dict,
  }
}

/**
 * Packs a page of the feed as a chunk, from columns to columns and with the page's own dictionaries: making twenty thousand cards
 * and packing them again costs many times as much as writing them. The result holds the same cars as `packCards` of the unpacked
 * page.
 */
export function packPage({ dict, columns: c, ids, created }: ReadColumns): PackedCar {
  const [title, titles] = titlesOf({ dict, columns: c })
  const { price, year, mileage_km, model, place, bodytype, fueltype, transmission, creator } = c
  const whole = (column: readonly number[]) => Uint32Array.from(column)
  const lines: Lines = [words.map((name) => dict[name]), c.slug, c.mileage, c.cover, dict.feature]
  const [tags, tagged] = tagsOf({ dict, columns: c }, { title, titles })
  return {
    columns: {
      ids,
      created,
      price: Float64Array.from(price),
      year: Uint16Array.from(year),
      km: whole(mileage_km),
      make: whole(model),
      model: whole(model),
      province: whole(place),
      city: whole(place),
      bodytype: whole(bodytype),
      fueltype: whole(fueltype),
      transmission: whole(transmission),
      creator: whole(creator),
      title,
      tags,
      dict: {
        make: dict.model.map(([make]) => make),
        model: dict.model.map((pair) => pair[1]),
        province: dict.place.map(([province]) => province),
        city: dict.place.map((pair) => pair[1]),
        bodytype: dict.bodytype,
        fueltype: dict.fueltype,
        transmission: dict.transmission,
        creator: dict.creator.map(longCreator),
        title: titles,
        tags: tagged,
      },
    },
    versions: whole(c.version),
    text: JSON.stringify(lines),
    rest: restOf([...words.map((name) => c[name]), c.featured, c.clicks, c.picture_count]),
  }
}

/**
 * Returns the index of each car's title, and the titles. A title consists of a year, a model and a rest; the three become one
 * number, so that each different title is built once.
 */
function titlesOf({ dict, columns: c }: Pick<ReadColumns, 'dict' | 'columns'>): [Uint32Array, string[]] {
  const years = 100_000
  const spans = dict.model.length * years
  const places = new Map<number, number>()
  const titles: string[] = []
  const into = new Uint32Array(c.title.length)
  for (let i = 0; i < into.length; i++) {
    const [title = 0, model = 0, year = 0] = [c.title[i], c.model[i], c.year[i]]
    const code = title * spans + model * years + year
    let at = places.get(code)
    if (at === undefined) {
      at = titles.push(longTitle(year, dict.model[model] ?? ['', ''], dict.title[title] ?? '')) - 1
      places.set(code, at)
    }
    into[i] = at
  }
  return [into, titles]
}

/** Returns the index of each car's tags, and the tags; many cars share theirs. */
function tagsOf(
  { dict, columns: c }: Pick<ReadColumns, 'dict' | 'columns'>,
  { title, titles }: { title: Uint32Array; titles: readonly string[] },
): [Uint32Array, string[]] {
  const places = new Map<string, number>()
  const into = new Uint32Array(title.length)
  for (let i = 0; i < into.length; i++) {
    const word = (name: 'engine' | 'drive' | 'condition' | 'exteriorcolor' | 'bodytype') =>
      dict[name][c[name][i] ?? 0] ?? ''
    const tags = tagCodes({
      title: titles[title[i] ?? 0] ?? '',
      bodytype: word('bodytype'),
      engine: word('engine'),
      drive: word('drive'),
      condition: word('condition'),
      exteriorcolor: word('exteriorcolor'),
      carfeatures: featuresAt(dict.feature, i),
    })
    const at = places.get(tags) ?? places.size
    places.set(tags, at)
    into[i] = at
  }
  return [into, [...places.keys()]]
}
