import { columnsOf, type CarColumns } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { featuresAt, packFeatures, type FeatureBits } from '#contract/sync/feature-bits.ts'
import { longCover, longMileage, longSlug, plain, shortCover } from '#contract/sync/feed-pack.ts'
import type { FactsRow, TextsRow } from '../../database/records.ts'
import { cardOf } from '../feed/change.ts'

/**
 * Cars as a chunk keeps them: what a search looks at in columns, the rest as texts and numbers side by side, which are
 * read only when a car is shown. Fit for cards as the feed brings them: one picture, active, nobody's heart.
 */
export type PackedCar = Omit<FactsRow, 'k' | 'gone'> & Omit<TextsRow, 'k'>

/** What a car has beside its columns: places in a list of words for each of these, */
export const words = ['engine', 'drive', 'condition', 'address', 'exteriorcolor'] as const
/** then whether it is featured, its clicks and its pictures. */
const further = 3
/** Words of each kind; then slug, mileage and cover of each car as they travel, and who has which equipment. */
export type Lines = [
  words: string[][],
  slugs: string[],
  mileages: (string | number)[],
  covers: string[],
  /** Rows of an app before this one have neither colours nor equipment. */
  features?: FeatureBits[],
]

/** Numbers of all cars, one column after the other. */
export function restOf(columns: readonly (readonly number[])[]): Uint32Array {
  const count = columns[0]?.length ?? 0
  const rest = new Uint32Array(columns.length * count)
  for (const [n, column] of columns.entries()) rest.set(column, n * count)
  return rest
}

/** `unpackCard` gives the same cards. */
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

/** The texts of a chunk, taken apart when the first of its cars is shown. */
export const linesOf = (text: string) => JSON.parse(text) as Lines

/** The card of one row. */
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
  return cardOf({
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

/** Columns with their tags; none for those that an app before this one wrote. */
export function withTags(c: CarColumns): CarColumns {
  const written = c as Omit<CarColumns, 'tags'> & Partial<Pick<CarColumns, 'tags'>>
  if (written.tags !== undefined) return c
  return { ...c, tags: new Uint32Array(c.ids.length), dict: { ...c.dict, tags: [''] } }
}

/** Some rows of some columns; the words stay where they are. */
export function pickRows(c: CarColumns, rows: readonly number[]): CarColumns {
  const whole = (of: Uint32Array) => Uint32Array.from(rows, (i) => of[i] ?? 0)
  return {
    ids: rows.map((i) => c.ids[i] ?? ''),
    created: Float64Array.from(rows, (i) => c.created[i] ?? 0),
    price: Float64Array.from(rows, (i) => c.price[i] ?? 0),
    year: Uint16Array.from(rows, (i) => c.year[i] ?? 0),
    km: whole(c.km),
    make: whole(c.make),
    model: whole(c.model),
    bodytype: whole(c.bodytype),
    fueltype: whole(c.fueltype),
    transmission: whole(c.transmission),
    province: whole(c.province),
    city: whole(c.city),
    creator: whole(c.creator),
    title: whole(c.title),
    tags: whole(c.tags),
    dict: c.dict,
  }
}
