import { z } from 'zod/mini'
import type { ReplyOf } from './http.ts'
import { carStatuses, pageSizes } from './limits.ts'
import { readListQuery, type ListQueryInput } from './list-query.ts'
import { each, id, instant, okShape, paging, storable, yesNo, route, write } from './parts.ts'

const isObject = (v: unknown) => typeof v === 'object' && v !== null && !Array.isArray(v)
/** A value that cannot be read counts as not given (R-VAL-11); only what is no object is refused. */
const listQuery = z.pipe(z.custom<unknown, ListQueryInput>(isObject), z.transform(readListQuery))

/** One option of a filter and how many cars it would leave, the option's own filter set aside. */
const facetCount = z.object({ value: z.string(), count: z.int() })
const listed = ['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city'] as const
export const facets = z.object({
  ...each(listed, z.array(facetCount)),
  /** Cars per equal slice of the price range, the last slice holding everything above as well. */
  price: z.array(z.int()),
})
export type Facets = z.output<typeof facets>
/** Slices of the price histogram. */
export const priceSlices = 25

/** A picture: `url` is the widest WebP; `pictureSources` gives the others. `blur` is a tiny data: address. */
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
  /** As the seller wrote it, may hold "Km" (R-ENT-02). */
  mileage: z.string(),
  /** Whole kilometres, derived at write. */
  mileage_km: z.int(),
  fueltype: z.string(),
  transmission: z.string(),
  bodytype: z.string(),
  engine: z.string(),
  drive: z.string(),
  condition: z.string(),
  /** Absent in what a phone kept before cards had it, as the features are. */
  exteriorcolor: z.optional(z.string()),
  /** Of its equipment what a search knows, by name; all of it on the car's own page. */
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
  /** Grows by one at every change of the ad. */
  version: z.int(),
  /** Urls, as documented: all of them on a car's own page and in one's own ads, on other cards the first (R-ENT-01). */
  images: z.array(z.string()),
  featured_image: z.string(),
  /**
   * The same images with what a screen needs to show them without a jump: on a car's own page all of them, on a card the
   * first and in a long list not even that; `cardPictures` makes the others of their addresses.
   */
  pictures: z.array(picture),
  picture_count: z.int(),
}
/** A car in a list; `creator` is the dealer's id (R-ENT-12). */
export const carCard = z.object({ ...cardFields, creator: id })
export type CarCard = z.output<typeof carCard>

/** R-ENT-12 and what the seller card shows. */
export const carCreator = z.object({
  _id: id,
  fullname: z.string(),
  avatarurl: z.string(),
  /** With country code, or empty. */
  gsm: z.string(),
  businessname: z.string(),
  kind: z.enum(['dealer', 'private']),
  city: z.string(),
  member_since: instant,
  listing_cars_count: z.int(),
  /** `dealer` as on the dealer's own page; absent in what was kept before there was any. */
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

/** One page of a list. `as_of` is the server's time of the answer. */
export const carPage = z.object({
  ...okShape,
  data: z.array(carCard),
  count_records: z.int(),
  /** The words of the search that only put cars first, and how many of the cars found have each. */
  wishes: z.optional(z.array(z.object({ word: z.string(), cars: z.int() }))),
  facets: z.optional(facets),
  as_of: instant,
})
export type CarPage = z.output<typeof carPage>

/**
 * R-API-11. Without `want` the call toggles, as documented. With `want` it sets the wanted state; `seq` then orders
 * the writes of one device, and an older `seq` than the one already stored changes nothing (S31).
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
  /** The pictures that a card shows when it is swiped; no view of the car. */
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
  /** Newest favourite first; `ids` names all of them, so that every heart can be drawn. */
  getFavoriteList: route('POST cars/get-favorite-list', 'R-API-12', {
    body: z.object(paging(pageSizes.favourites)),
    data: z.array(carCard),
    reply: { count_records: z.int(), ids: z.array(id), as_of: instant },
  }),
}
export type CarReply = ReplyOf<typeof carRoutes.getSingleCar>
