import {
  matches,
  priceSlice,
  rank,
  settled,
  type CarFilter,
  type FilterAspect,
  type SearchableCar,
} from '#catalogue'
import { priceSlices, type CarCard, type CarDetail, type CarReply, type Facets } from '#contract/cars.ts'

/** A realistic car with all its parts, for screens that start from given data. */

export const sampleNow = Date.parse('2026-03-12T12:00:00.000Z')

const picture = (n: number) => ({
  url: `/media/sample-${n}/1280.webp`,
  blur: 'data:image/webp;base64,UklGRhYAAABXRUJQVlA4TAoAAAAvAAAAAEX/I/of',
  alt: `2021 Toyota Fortuner, picture ${n}`,
})

const card = {
  _id: 'car-1',
  slug: '2021-toyota-fortuner-2-8-gd-6',
  title: '2021 Toyota Fortuner 2.8 GD-6',
  price: 24_500_000,
  make: 'Toyota',
  model: 'Fortuner',
  year: 2021,
  mileage: '68 123 Km',
  mileage_km: 68_123,
  fueltype: 'Diesel',
  transmission: 'Automatic',
  bodytype: 'SUV',
  engine: '2.8 L',
  drive: '4WD',
  condition: 'Used',
  address: '12 Admiralty Way, Lekki',
  province: 'Lagos',
  city: 'Lekki',
  status: 'active' as const,
  featured: true,
  is_favorite: 'no' as const,
  created_at: '2026-03-10T09:30:00.000Z',
  clicks: 1341,
  version: 3,
  images: [1, 2, 3, 4, 5].map((n) => picture(n).url),
  featured_image: picture(1).url,
  pictures: [1, 2, 3, 4, 5, 6, 7, 8].map(picture),
  picture_count: 8,
}

export const sampleCreator: CarDetail['creator'] = {
  _id: 'user-9',
  fullname: 'Adaeze Okafor',
  avatarurl: '',
  gsm: '821234567',
  businessname: 'Okafor Motors',
  kind: 'dealer',
  city: 'Lekki',
  member_since: '2022-05-01T00:00:00.000Z',
  listing_cars_count: 14,
  verified: { email: true, mobile: true, business: false },
}

export function sampleCar(change: Partial<CarDetail> = {}): CarDetail {
  return {
    ...card,
    creator: sampleCreator,
    description:
      '<p>I bought this Fortuner <strong>new</strong> from the dealer in Lekki and drove it mostly on the expressway.</p><ul><li>Four new tyres in January</li><li>Two keys</li></ul>',
    carfeatures: [
      'One owner',
      'Full service history',
      'Leather seats',
      'Reverse camera',
      'Cruise control',
      'Tow bar',
    ],
    exteriorcolor: 'Green',
    interiorcolor: 'Black',
    updated_at: '2026-03-11T09:30:00.000Z',
    ...change,
  }
}

export function sampleCard(n: number, change: Partial<CarCard> = {}): CarCard {
  return {
    ...card,
    _id: `car-${n}`,
    slug: `car-${n}`,
    title: `2019 Honda CR-V number ${n}`,
    price: 9_000_000 + n * 150_000,
    // A list has only the first picture.
    images: card.images.slice(0, 1),
    pictures: card.pictures.slice(0, 1),
    creator: sampleCreator._id,
    ...change,
  }
}

export function sampleReply(change: Partial<CarDetail> = {}): CarReply {
  return {
    success: true,
    msg: 'Car found.',
    data: sampleCar(change),
    recent_list: [11, 12, 13, 14].map((n) => sampleCard(n)),
    as_of: new Date(sampleNow).toISOString(),
  }
}

type Listed = Exclude<keyof Facets, 'price'>
const facetOf: Record<Listed, { dimension: FilterAspect; value: (car: SearchableCar) => string }> = {
  make: { dimension: 'make', value: (c) => c.make },
  model: { dimension: 'make', value: (c) => `${c.make}/${c.model}` },
  bodytype: { dimension: 'bodytype', value: (c) => c.bodytype },
  year: { dimension: 'year', value: (c) => String(c.year) },
  fueltype: { dimension: 'fueltype', value: (c) => c.fueltype },
  transmission: { dimension: 'transmission', value: (c) => c.transmission },
  province: { dimension: 'place', value: (c) => c.province },
  city: { dimension: 'place', value: (c) => `${c.province}/${c.city}` },
}

/**
 * Returns the facets that search index and database must count: every car is checked for every option, without the option's
 * own dimension.
 */
export function facetsOf(cars: readonly SearchableCar[], asked: CarFilter): Facets {
  const filter = settled(asked, (one) => cars.some((car) => matches(car, one)))
  const listed = Object.entries(facetOf).map(([name, { dimension, value }]) => {
    const counts = new Map<string, number>()
    for (const car of cars) {
      if (!matches(car, filter, dimension)) continue
      counts.set(value(car), (counts.get(value(car)) ?? 0) + 1)
    }
    return [name, rank(counts)] as const
  })
  const price = Array.from({ length: priceSlices }, () => 0)
  for (const car of cars) {
    if (!matches(car, filter, 'price')) continue
    const slice = priceSlice(car.price)
    price[slice] = (price[slice] ?? 0) + 1
  }
  return { ...(Object.fromEntries(listed) as Omit<Facets, 'price'>), price }
}
