import type { CarDetail } from '../cars.ts'
import type { Head } from './head.ts'

export const carAddress = (slug: string): string => `/listing/${encodeURIComponent(slug)}`

type Car = Pick<
  CarDetail,
  'title' | 'slug' | 'status' | 'condition' | 'mileage' | 'transmission' | 'fueltype' | 'city' | 'province'
>

/** A car for search engines: what it is, how far it went, where it is. Only what is for sale is for them. */
export function carHead(car: Car): Required<Head> {
  const facts = [car.condition, car.mileage, car.transmission, car.fueltype]
    .filter((f) => f !== '')
    .join(', ')
  const place = [car.city, car.province].filter((p) => p !== '').join(', ')
  return {
    title: car.title,
    description: `${car.title}: ${facts}${place === '' ? '' : `, in ${place}`}.`,
    canonical: carAddress(car.slug),
    noIndex: car.status !== 'active',
  }
}
