import { z } from 'zod/mini'
import { carCard } from './cars.ts'
import { adFuels, adTransmissions, carStatuses, carTypes, conditions, drives } from './limits.ts'
import { filterFuels, filterTransmissions, limits, pageSizes } from './limits.ts'
import {
  cleanLine,
  each,
  id,
  instant,
  line,
  paging,
  storable,
  text,
  versionNumber,
  mintedId,
  route,
  write,
  drawable,
} from './parts.ts'
import { jsonIn } from './values/unknown.ts'
import { readableBy, searchWords } from './values/list-inputs.ts'

/** Calls to post and manage one's own ads. */

const one = <const T extends readonly string[]>(of: T, missing: string) => z.enum(of, { error: missing })
/** Accepts a number or its text, since forms send both. */
export const numeric = (missing: string) =>
  z.pipe(
    z.union([z.number(), z.string()], { error: missing }),
    z.transform((v) => (typeof v === 'string' && v.trim() === '' ? Number.NaN : Number(v))),
  )
export const fuels = [...new Set([...filterFuels, ...adFuels])]
export const gearboxes = [...new Set([...filterTransmissions, ...adTransmissions])]
/** R-CONST-18 */
export const carStatusLabels = { active: 'Active', sold: 'Sold', inactive: 'InActive' } as const
const atLeastOneFeature = 'Please select atleast one car feature'
/** Splits a text of features: a comma-separated list or a JSON array (R-ENT-08, R-ENT-40). */
export function featuresIn(text: string): string[] {
  const read = text.trimStart().startsWith('[') ? jsonIn(text) : undefined
  return Array.isArray(read) ? read.map(String) : text.split(',')
}
/** A list of features or one text with all of them. */
const features = z.pipe(
  z.union([z.string(), z.array(z.string())], { error: atLeastOneFeature }),
  z.transform((v) => [
    ...new Set(
      (typeof v === 'string' ? featuresIn(v) : v).map((f) => cleanLine(f).trim()).filter((f) => f !== ''),
    ),
  ]),
)
const featureList = z
  .array(z.string().check(z.maxLength(80)))
  .check(z.minLength(1, atLeastOneFeature), z.maxLength(60))

/** Input fields of an ad, under the names that edits and conflicts use (R-VAL-43 to R-VAL-45). */
const typed = {
  title: line('Please enter a title', 200),
  condition: one(conditions, 'Please select a condition'),
  year: z.pipe(
    numeric('Please select a year'),
    z
      .int({ error: 'Please select a year' })
      .check(z.minimum(1900, 'Please select a year'), z.maximum(2100, 'Please select a year')),
  ),
  make: line('Please select a make', 80),
  model: line('Please select a model', 80),
  bodytype: one(carTypes, 'Please select a body type'),
  mileage: line('Please enter a mileage', 40),
  fueltype: one(fuels, 'Please select a fuel type'),
  engine: line('Please enter an engine', 80),
  transmission: one(gearboxes, 'Please select a transmission'),
  drive: one(drives, 'Please select a drive'),
  exteriorcolor: line('Please select an exterior colour', 40),
  interiorcolor: line('Please select an interior colour', 40),
  price: z.pipe(
    numeric('Please enter a price'),
    z.number({ error: 'Please enter a price' }).check(
      z.minimum(0, 'Please enter a price'),
      z.maximum(999_999_999_999, 'Please enter a price'),
      z.overwrite((v) => Math.round(v * 100) / 100),
    ),
  ),
  description: text('Please enter a description', 20_000).check(drawable),
  carfeatures: z.pipe(features, featureList),
  address: line('Please enter an address', 200),
  province: line('Please select a province', 80),
  city: line('Please select a city', 80),
}
export const typedAd = z.object(typed)
const status = one(carStatuses, 'Please select a status')

/** Stored fields of an ad, without its pictures. */
export const adWords = {
  ...each(Object.keys(typed) as (keyof typeof typed)[], z.string()),
  year: z.int(),
  price: z.number(),
  carfeatures: z.array(z.string()),
  status: z.enum(carStatuses),
}
/** The editable fields of an ad at one version. */
export const adFields = z.object({
  ...adWords,
  /** URLs, cover first. */
  images: z.array(z.string()),
})
export type AdFields = z.output<typeof adFields>

/** Reply to a write on one's own ad: the version that this write created and the fields of that version. */
export const adVersion = z.object({ _id: id, slug: z.string(), version: z.int(), fields: adFields })
export type AdVersion = z.output<typeof adVersion>

const images = z
  .array(z.string().check(z.maxLength(300), storable), { error: 'Please upload atleast 1 image' })
  .check(z.maxLength(2 * limits.adImages))

const atLeastOneImage = 'Please upload atleast 1 image'
export const tooManyImages = `An ad can have at most ${limits.adImages} images.`
/** Ids of finished uploads. */
const imageIds = z.array(id, { error: atLeastOneImage }).check(z.maxLength(limits.adImages, tooManyImages))
/** Id of the upload that becomes the cover. */
const cover = z.optional(
  z.string().check(z.minLength(1, 'Please upload a featured image'), z.maxLength(64), storable),
)

export const newAd = z.object({
  ...typed,
  // The documented fields contain no place: without one the ad gets the place of its seller (R-ENT-41).
  province: z.optional(typed.province),
  city: z.optional(typed.city),
  /** The same id from the same person always means the same ad. */
  id: z.optional(mintedId),
  status: z._default(status, 'active'),
  /** Ids of the pictures, cover first unless `featured_image` names another cover (R-VAL-46). */
  image_ids: imageIds.check(z.minLength(1, atLeastOneImage)),
  /** Required in forms with files (R-VAL-47, R-VAL-48). */
  featured_image: cover,
  /** Id of one's own deleted ad. The new ad takes over its creation time and does not count as a repost. */
  replaces: z.optional(id),
})
export type NewAd = z.output<typeof newAd>

/** The changed fields only. With `base_version` the edit is refused when the ad no longer has that version. */
const adEdit = z.object({
  ...z.partial(z.object({ ...typed, status, images })).shape,
  car_id: id,
  /** Ids of uploads to append to the pictures. `featured_image` is an upload to put in front of the pictures. */
  image_ids: z.optional(imageIds),
  featured_image: cover,
  base_version: z.optional(versionNumber),
})
export type AdEdit = z.output<typeof adEdit>

/** One's own ad in the list: the card and all editable fields. */
export const ownCar = z.object({
  ...carCard.shape,
  fields: adFields,
  updated_at: instant,
  /** Reason and time of the hiding by the operator; absent while the ad is visible. */
  hidden: z.optional(z.object({ reason: z.string(), at: instant })),
})
export type OwnCar = z.output<typeof ownCar>

export const adRoutes = {
  /** Takes JSON, or multipart with any number of `images` and one `featured_image`. */
  addCar: write('POST cars/add-car', 'R-API-13', { body: newAd, data: adVersion }),
  /**
   * Edits an ad; a change of status is an edit of one field. Takes JSON or multipart; files are appended to the pictures.
   * Returns the car that replaces the old one in the owner's list.
   */
  updateCarDetails: write('POST cars/update-car-details', 'R-API-14 R-API-15', {
    body: adEdit,
    data: ownCar,
  }),
  deleteCar: write('DELETE cars/delete-car/:id', 'R-API-16', {
    params: { id },
    data: z.object({ _id: id }),
  }),
  /** Removes a picture. Removing a picture that no longer exists changes nothing. */
  deleteCarSingleImage: write('DELETE cars/delete-car-single-image', 'R-API-17', {
    body: z.object({
      car_id: id,
      image_url: z.string().check(z.minLength(1), z.maxLength(300), storable),
    }),
    data: adVersion,
  }),
  /** Lists one's own ads of any status, newest first. */
  myCarList: route('POST users/my-car-list', 'R-API-34', {
    body: z.object({
      ...paging(pageSizes.ownCars),
      search: searchWords,
      /** Id of the only ad to return: the editor needs an ad that may be on any page. What is no id is ignored (R-VAL-11). */
      id: readableBy(id),
    }),
    data: z.array(ownCar),
    reply: { totalCount: z.int(), as_of: instant },
  }),
}
