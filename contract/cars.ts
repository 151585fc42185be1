import { z } from 'zod/mini'
import type { ReplyOf } from './http.ts'
import {
  adFuels,
  adTransmissions,
  carStatuses,
  carTypes,
  filterFuels,
  filterTransmissions,
} from './limits.ts'
import { limits, pageSizes, sortOf, type SortValue } from './limits.ts'
import { each, id, instant, okShape, paging, storable, yesNo, route, write } from './parts.ts'
import { amountOr0, flag, kilometres, knownList, lenient } from './values/list-inputs.ts'
import { searchWords, shapedList, textList } from './values/list-inputs.ts'

/** Kilometres around a chosen city. */
export const withinRange = { min: 0, max: 1000 } as const
const maxAmount = 1e12
const sellerId = z.string().check(z.trim(), z.minLength(1), z.maxLength(64), storable)

/**
 * The documented payload of a search (R-API-09) with the optional keys decided in R-LIST-17 and R-CONST-05. `make` and
 * `model` take ids or titles; `year` takes years and `pre-YYYY` (every year before it); a `max_price` of 0 or of the
 * slider's end means no upper limit. A value that cannot be read counts as not given (R-VAL-11).
 */
export const listQuery = z.object({
  ...paging(pageSizes.search),
  make: textList,
  model: textList,
  bodytype: knownList(carTypes),
  year: shapedList(/^(pre-|older than )?\d{4}$/i),
  fueltype: knownList([...filterFuels, ...adFuels]),
  transmission: knownList([...filterTransmissions, ...adTransmissions]),
  province: textList,
  city: textList,
  /** Widens the chosen cities to all that lie within so many km of one of them; 0 is the cities alone. */
  within_km: kilometres(withinRange.max),
  min_price: amountOr0(maxAmount),
  max_price: amountOr0(maxAmount),
  min_kms: amountOr0(maxAmount),
  max_kms: amountOr0(maxAmount),
  sortBy: z._default(lenient<SortValue, SortValue>(sortOf), 'most_recent'),
  creator: z.optional(lenient<string, string | undefined>((v) => sellerId.safeParse(v).data)),
  search: searchWords,
  /** Ask for the count behind every filter option as well. */
  facets: flag,
})
export type ListQuery = z.output<typeof listQuery>
export type ListQueryInput = z.input<typeof listQuery>

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

/** The pictures of a card whose addresses are known, each with all that is known of it. */
export const cardPictures = ({ images, pictures }: Pick<CarCard, 'images' | 'pictures'>): Picture[] =>
  images.slice(0, limits.cardPictures).map((url, place) => pictures[place] ?? { url, blur: '', alt: '' })

/**
 * A card with its first picture, and with what an earlier answer about the same version has said of the others: a list
 * says least of all answers.
 */
export function withPictures(card: CarCard, known: CarCard | undefined): CarCard {
  const same = known?.version === card.version ? known : card
  const images = same.images.length > card.images.length ? same.images : card.images
  const isPoorer =
    card.pictures.length < same.pictures.length || card.pictures.every(({ blur }) => blur === '')
  const pictures = isPoorer ? same.pictures : card.pictures
  return {
    ...card,
    images,
    pictures: pictures.length > 0 ? pictures : cardPictures({ images, pictures }).slice(0, 1),
  }
}

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
