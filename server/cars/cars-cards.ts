import { z } from 'zod/mini'
import { adWords } from '#contract/ads.ts'
import { picture, type CarCard, type Picture } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { instantColumn } from '../kernel/db/lists.ts'
import { part, type SqlPart } from '../kernel/db/sql.ts'

/** Columns of `cars`, and the card that lists show of a row. */

const { status, mileage, address, description, interiorcolor, ...searched } = adWords
/** Columns that a search reads. */
export const searchedRow = {
  _id: z.string(),
  ...searched,
  mileage_km: z.int(),
  creator: z.string(),
  created_at: instantColumn,
}
/** Columns that phones store for every car for sale; cards and the page of a car show them, too. */
export const saleColumnsRow = {
  ...searchedRow,
  carfeatures: z.pipe(
    z.array(z.string()),
    z.transform((features: string[]) => soughtAmong(features)),
  ),
  slug: z.string(),
  mileage,
  address,
  featured: z.boolean(),
  clicks: z.int(),
  version: z.int(),
  picture_count: z.int(),
}
export const cardRow = z.object({
  ...saleColumnsRow,
  status,
  images: z.array(z.string()),
  pictures: z.array(picture),
  liked: z.boolean(),
})
export const detailRow = z.extend(cardRow, {
  description,
  // All features, not only the searchable ones.
  carfeatures: searched.carfeatures,
  interiorcolor,
  updated_at: instantColumn,
  hidden: z.boolean(),
})

const derived = new Map([
  ['_id', 'c.id as _id'],
  ['price', 'c.price::float8 as price'],
  ['picture_count', 'jsonb_array_length(c.pictures) as picture_count'],
])
/** Returns the select list of a row type; `c` is the car. */
export const columnsIn = (row: object): string =>
  Object.keys(row)
    .map((name) => derived.get(name) ?? `c.${name}`)
    .join(', ')
export const searchedColumns = columnsIn(searchedRow)
export const saleColumns = columnsIn(saleColumnsRow)
const carColumns = (images: string, pictures: string) =>
  `${saleColumns}, c.status, ${images} as images, ${pictures} as pictures`
/** Only the first picture: most cards are never swiped, and a swipe requests the others. */
export const cardColumns = carColumns(
  `jsonb_path_query_array(c.pictures, '$[0].url')`,
  `jsonb_path_query_array(c.pictures, '$[0]')`,
)
const everyUrl = `jsonb_path_query_array(c.pictures, '$[*].url')`
export const detailColumns = `${carColumns(everyUrl, 'c.pictures')}, c.description, c.interiorcolor, c.updated_at`

/** SQL: whether the signed-in person likes the car; false for a guest. */
export const likedColumn = (user: string | undefined): SqlPart =>
  part`exists (select 1 from favourites f
    where f.user_id = ${user ?? null}::text and f.car_id = c.id and f.wanted) as liked`

interface StoredRow {
  images: string[]
  pictures: Picture[]
  liked: boolean
}
/** Adds the derived fields. `pictures` and `is_favorite` come last, because the list cuts the JSON there. */
export function shown<R extends StoredRow>({ liked, pictures, ...row }: R) {
  const is_favorite = liked ? ('yes' as const) : ('no' as const)
  return { ...row, featured_image: row.images[0] ?? '', pictures, is_favorite }
}

/** Returns the card of a row. The `alt` texts are empty, because the title is next to the picture. */
export const cardFromRow = (row: z.output<typeof cardRow>): CarCard =>
  shown({ ...row, pictures: row.pictures.map((one) => ({ ...one, alt: '' })) })

/** Returns the card for a position of a list: cards further down have no preview of their picture. */
export const cardAt = (card: CarCard, place: number): CarCard =>
  place < limits.cardsAtOnce ? card : { ...card, pictures: [] }
