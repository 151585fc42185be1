import { z } from 'zod/mini'
import { picture, type CarCard, type Picture } from '#contract/cars.ts'
import { carStatuses, limits } from '#contract/limits.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { instantColumn } from '../kernel/db/lists.ts'

/** How a row of `cars` becomes the card that lists show. */

/** Columns that a search looks at; `c` is the car. */
export const searchedColumns = `c.id as _id, c.title, c.make, c.model, c.year, c.price::float8 as price, c.mileage_km,
  c.fueltype, c.transmission, c.bodytype, c.engine, c.drive, c.condition, c.exteriorcolor, c.carfeatures, c.province,
  c.city, c.creator, c.created_at`
/** Columns that phones keep of every car for sale, and cards and a car's own page show as well. */
export const saleColumns = `${searchedColumns}, c.slug, c.mileage, c.address, c.featured, c.clicks, c.version,
  jsonb_array_length(c.pictures) as picture_count`
const carColumns = (images: string, pictures: string) =>
  `${saleColumns}, c.status, ${images} as images, ${pictures} as pictures`
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

/** The same, as read. */
export const searchedRow = {
  _id: z.string(),
  title: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  price: z.number(),
  mileage_km: z.int(),
  fueltype: z.string(),
  transmission: z.string(),
  bodytype: z.string(),
  engine: z.string(),
  drive: z.string(),
  condition: z.string(),
  exteriorcolor: z.string(),
  carfeatures: z.array(z.string()),
  province: z.string(),
  city: z.string(),
  creator: z.string(),
  created_at: instantColumn,
}
export const saleColumnsRow = {
  ...searchedRow,
  carfeatures: z.pipe(
    z.array(z.string()),
    z.transform((features: string[]) => soughtAmong(features)),
  ),
  slug: z.string(),
  mileage: z.string(),
  address: z.string(),
  featured: z.boolean(),
  clicks: z.int(),
  version: z.int(),
  picture_count: z.int(),
}
export const cardRow = z.object({
  ...saleColumnsRow,
  status: z.enum(carStatuses),
  images: z.array(z.string()),
  pictures: z.array(picture),
  liked: z.boolean(),
})

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
