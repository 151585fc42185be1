import { z } from 'zod/mini'
import { adWords } from '#contract/ads.ts'
import { picture, type CarCard, type Picture } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { instantColumn } from '../kernel/db/lists.ts'
import { part, type SqlPart } from '../kernel/db/sql.ts'

/** How a row of `cars` becomes the card that lists show. */

const { status, mileage, address, description, interiorcolor, ...searched } = adWords
/** What a search looks at. */
export const searchedRow = {
  _id: z.string(),
  ...searched,
  mileage_km: z.int(),
  creator: z.string(),
  created_at: instantColumn,
}
/** What phones keep of every car for sale, and cards and a car's own page show as well. */
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
  // As the seller has them.
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
/** The columns of a row; `c` is the car. */
export const columnsIn = (row: object): string =>
  Object.keys(row)
    .map((name) => derived.get(name) ?? `c.${name}`)
    .join(', ')
export const searchedColumns = columnsIn(searchedRow)
export const saleColumns = columnsIn(saleColumnsRow)
const carColumns = (images: string, pictures: string) =>
  `${saleColumns}, c.status, ${images} as images, ${pictures} as pictures`
/** The first picture alone: most cards are never swiped, and the others are asked for when one is. */
export const cardColumns = carColumns(
  `jsonb_path_query_array(c.pictures, '$[0].url')`,
  `jsonb_path_query_array(c.pictures, '$[0]')`,
)
const everyUrl = `jsonb_path_query_array(c.pictures, '$[*].url')`
export const detailColumns = `${carColumns(everyUrl, 'c.pictures')}, c.description, c.interiorcolor, c.updated_at`

/** Whether the signed-in person likes the car; a guest likes none. */
export const likedColumn = (user: string | undefined): SqlPart =>
  part`exists (select 1 from favourites f
    where f.user_id = ${user ?? null}::text and f.car_id = c.id and f.wanted) as liked`

interface StoredRow {
  images: string[]
  pictures: Picture[]
  liked: boolean
}
/** The fields that are derived and not stored; the preview comes last, where the list can leave it out. */
export function shown<R extends StoredRow>({ liked, pictures, ...row }: R) {
  const is_favorite = liked ? ('yes' as const) : ('no' as const)
  return { ...row, featured_image: row.images[0] ?? '', pictures, is_favorite }
}

/** The words of a picture are not said where the title stands beside it. */
export const cardFromRow = (row: z.output<typeof cardRow>): CarCard =>
  shown({ ...row, pictures: row.pictures.map((one) => ({ ...one, alt: '' })) })

/** The card at a place of a list: those further down come without the preview of their picture. */
export const cardAt = (card: CarCard, place: number): CarCard =>
  place < limits.cardsAtOnce ? card : { ...card, pictures: [] }
