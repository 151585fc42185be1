import { listingDefaults, writeListingUrl } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'

/** How far the price of a similar car may be away, as a share of the price. */
const away = 0.3

/** Where cars like this one are found; all of them when this phone has forgotten it. */
export function similarHref(car: Pick<CarCard, 'bodytype' | 'price'> | undefined): string {
  if (!car) return '/listings'
  const query = writeListingUrl({
    ...listingDefaults,
    bodytype: car.bodytype === '' ? [] : [car.bodytype],
    min_price: Math.floor(car.price * (1 - away)),
    max_price: Math.ceil(car.price * (1 + away)),
  })
  return `/listings?${query}`
}
