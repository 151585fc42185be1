import { z } from 'zod/mini'
import type { ReplyOf } from './http.ts'
import { carStatuses, pageSizes } from './limits.ts'
import { readListQuery, type ListQueryInput } from './list-query.ts'
import { each, id, instant, okShape, paging, storable, yesNo, route, write } from './parts.ts'

const isObject = (v: unknown) => typeof v === 'object' && v !== null && !Array.isArray(v)
/**
 * Reads the query of a list leniently: an unreadable value counts as absent (R-VAL-11); only a value that is not an
 * object is refused.
 */
const listQuery = z.pipe(z.custom<unknown, ListQueryInput>(isObject), z.transform(readListQuery))

/** An option of a filter, and the number of cars it would leave while the filter's own choice is ignored. */
const facetCount = z.object({ value: z.string(), count: z.int() })
const listed = ['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city'] as const
export const facets = z.object({
  ...each(listed, z.array(facetCount)),
  /** Number of cars per slice of the price range. All slices are equally wide; the last slice also counts all higher prices. */
  price: z.array(z.int()),
})
export type Facets = z.output<typeof facets>
/** Number of slices of the price histogram. */
export const priceSlices = 25

/** A picture. `url` is the widest WebP; `pictureSources` derives the other files. `blur` is a tiny preview as a data: URL. */
export const picture = z.object({ url: z.string(), blur: z.string(), alt: z.string() })
export type Picture = z.output<typeof picture>

const cardFields = {
  _id: id,
  slug: z.string(),
  title: z.string(),
  price: z.number(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  /** Mileage as the seller wrote it; may contain "Km" (R-ENT-02). */
  mileage: z.string(),
  /** Whole kilometres, computed when the ad is written. */
  mileage_km: z.int(),
  fueltype: z.string(),
  transmission: z.string(),
  bodytype: z.string(),
  engine: z.string(),
  drive: z.string(),
  condition: z.string(),
  /** Exterior colour; absent in cards that a phone stored before the field existed. The same is true of `carfeatures`. */
  exteriorcolor: z.optional(z.string()),
  /** Names of the equipment that the search knows; on the car's own page all equipment. */
  carfeatures: z.optional(z.array(z.string())),
  address: z.string(),
  province: z.string(),
  city: z.string(),
  status: z.enum(carStatuses),
  featured: z.boolean(),
  /** R-ENT-11 */
  is_favorite: yesNo,
  created_at: instant,
  clicks: z.int(),
  /** Version of the ad; grows by one with every change. */
  version: z.int(),
  /**
   * URLs of the pictures, as documented: all of them on the car's page and in one's own ads, only the first on other cards
   * (R-ENT-01).
   */
  images: z.array(z.string()),
  featured_image: z.string(),
  /**
   * The same images with the data that a screen needs to avoid layout shifts. The car's page has all of them, a card only the
   * first, and a card in a long list none. `cardPictures` derives missing pictures from `images`.
   */
  pictures: z.array(picture),
  picture_count: z.int(),
}
/** A car in a list; `creator` is the dealer's id (R-ENT-12). */
export const carCard = z.object({ ...cardFields, creator: id })
export type CarCard = z.output<typeof carCard>

/** The seller of a car (R-ENT-12), with the fields of the seller card. */
export const carCreator = z.object({
  _id: id,
  fullname: z.string(),
  avatarurl: z.string(),
  /** Phone number with its country code, or empty. */
  gsm: z.string(),
  businessname: z.string(),
  kind: z.enum(['dealer', 'private']),
  city: z.string(),
  member_since: instant,
  listing_cars_count: z.int(),
  /**
   * Verification marks. `dealer` equals the mark on the dealer's page and is absent in records stored before the mark
   * existed.
   */
  verified: z.object({
    email: z.boolean(),
    mobile: z.boolean(),
    business: z.boolean(),
    dealer: z.optional(z.boolean()),
  }),
})
export type CarCreator = z.output<typeof carCreator>

/** A car on its own page. `description` is sanitised HTML. */
const carDetail = z.object({
  ...cardFields,
  creator: carCreator,
  description: z.string(),
  carfeatures: z.array(z.string()),
  exteriorcolor: z.string(),
  interiorcolor: z.string(),
  updated_at: instant,
})
export type CarDetail = z.output<typeof carDetail>

/** One page of a list. `as_of` is the server time of the response. */
export const carPage = z.object({
  ...okShape,
  data: z.array(carCard),
  count_records: z.int(),
  /** Search words that only affect the order, each with the number of found cars that have the word. */
  wishes: z.optional(z.array(z.object({ word: z.string(), cars: z.int() }))),
  facets: z.optional(facets),
  as_of: instant,
})
export type CarPage = z.output<typeof carPage>

/**
 * Body of R-API-11. Without `want` the call toggles the favourite, as documented. With `want` it sets the given state. `seq`
 * then orders the writes of one device: a write with a lower `seq` than the stored one changes nothing (S31).
 */
const likeBody = z.object({
  car_id: id,
  want: z.optional(yesNo),
  seq: z.optional(z.int().check(z.minimum(0))),
})

export const carRoutes = {
  getCarList: route('POST cars/get-car-list', 'R-API-09', {
    auth: 'optional',
    body: listQuery,
    reply: carPage.shape,
  }),
  getSingleCar: route('GET cars/get-single-car/:slug', 'R-API-10', {
    auth: 'none',
    params: { slug: z.string().check(z.minLength(1), z.maxLength(200), storable) },
    data: carDetail,
    reply: { recent_list: z.array(carCard), as_of: instant },
  }),
  /** Returns the pictures that a card shows on a swipe. The call does not count as a view of the car. */
  getCarPictures: route('GET cars/get-car-pictures/:id', 'own:car-pictures', {
    auth: 'optional',
    params: { id },
    data: z.object({ images: z.array(z.string()), version: z.int() }),
    reply: { as_of: instant },
  }),
  likeDislikeCar: write('POST cars/like-dislike-car', 'R-API-11', {
    body: likeBody,
    data: z.object({ car_id: id, is_favorite: yesNo }),
  }),
  /** Lists favourites, newest first. `ids` holds the ids of all favourites, so that every list can draw its hearts. */
  getFavoriteList: route('POST cars/get-favorite-list', 'R-API-12', {
    body: z.object(paging(pageSizes.favourites)),
    data: z.array(carCard),
    reply: { count_records: z.int(), ids: z.array(id), as_of: instant },
  }),
}
export type CarReply = ReplyOf<typeof carRoutes.getSingleCar>
