import { z } from 'zod/mini'
import { picture, type CarCard, type Picture } from '#contract/cars.ts'
import { carStatuses, limits } from '#contract/limits.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { instantColumn } from '../kernel/db/lists.ts'

/** How a row of `cars` becomes the card that lists show. */

/** Columns that a card and a car's own page share; `c` is the car. */
const carColumns = (
  images: string,
  pictures: string,
) => `c.id as _id, c.slug, c.title, c.price::float8 as price, c.make, c.model, c.year,
  c.mileage, c.mileage_km, c.fueltype, c.transmission, c.bodytype, c.engine, c.drive, c.condition, c.exteriorcolor,
  c.carfeatures, c.address,
  c.province, c.city, c.status, c.featured, c.created_at, c.clicks, c.version, c.creator,
  ${images} as images, ${pictures} as pictures, jsonb_array_length(c.pictures) as picture_count`
/** The first picture alone: most cards are never swiped, and the others are asked for when one is. */
export const cardColumns = carColumns(
  `jsonb_path_query_array(c.pictures, '$[0].url')`,
  `jsonb_path_query_array(c.pictures, '$[0]')`,
)
const everyUrl = `jsonb_path_query_array(c.pictures, '$[*].url')`
export const detailColumns = `${carColumns(everyUrl, 'c.pictures')}, c.description, c.interiorcolor, c.updated_at`

/** Whether the signed-in person likes the car; `$n` holds their id or null. */
export const likedColumn = (user: string) =>
  `exists (select 1 from favourites f where f.user_id = ${user} and f.car_id = c.id and f.wanted) as liked`

/** What every reading of a car has in common. */
export const carColumnsRow = {
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  price: z.number(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  mileage: z.string(),
  mileage_km: z.int(),
  fueltype: z.string(),
  transmission: z.string(),
  bodytype: z.string(),
  engine: z.string(),
  drive: z.string(),
  condition: z.string(),
  exteriorcolor: z.string(),
  carfeatures: z.pipe(
    z.array(z.string()),
    z.transform((features: string[]) => soughtAmong(features)),
  ),
  address: z.string(),
  province: z.string(),
  city: z.string(),
  status: z.enum(carStatuses),
  featured: z.boolean(),
  created_at: instantColumn,
  clicks: z.int(),
  version: z.int(),
  images: z.array(z.string()),
  pictures: z.array(picture),
  picture_count: z.int(),
  liked: z.boolean(),
}
export const cardRow = z.object({ ...carColumnsRow, creator: z.string() })

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
