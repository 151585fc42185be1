import type { CarDetail } from '../cars.ts'
import type { Head } from './head.ts'

export const carAddress = (slug: string): string => `/listing/${encodeURIComponent(slug)}`

type Car = Pick<
  CarDetail,
  'title' | 'slug' | 'status' | 'condition' | 'mileage' | 'transmission' | 'fueltype' | 'city' | 'province'
>

/** Returns the metadata of a car: facts, mileage and place. Search engines index cars for sale only. */
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
