import fc from './property.ts'
import { kilometresOf, type Reference, type SearchableCar } from '#catalogue'
import { readListQuery, type ListQuery } from '#contract/list-query.ts'
import { adFuels, adTransmissions, carStatuses, carTypes, conditions, drives } from '#contract/limits.ts'
import { filterFuels, filterTransmissions, sortValues } from '#contract/limits.ts'
import { soughtAmong } from '#contract/values/options.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'

/** Small reference data with difficult cases: accents, shared model names, quotes, wildcards of LIKE. */
const makes: [string, string[]][] = [
  ['Citroën', ['C3', 'Berlingo', 'Grand C4']],
  ['Chevrolet', ['Cruze', 'Spark']],
  ['Holden', ['Cruze', 'Commodore']],
  ['BMW', ['3 Series', 'X5']],
  ['Škoda', ['Octavia']],
  ['Mazda', ['3', 'CX-5']],
  ["O'Neil 50%", ['Under_score', 'Back\\slash']],
  ['Empty Make', []],
]
const places: [string, 'ZA' | 'NG', string[]][] = [
  ['Gauteng', 'ZA', ['Johannesburg', 'Pretoria', 'Newtown']],
  ['KwaZulu-Natal', 'ZA', ['Durban', 'Newtown']],
  ['Lagos', 'NG', ['Ikeja', 'Lagos']],
]

/** Returns an id in the style of the server, from a short name and a number. */
export const testId = (kind: string, n: number) => `${kind}-${String(n).padStart(4, '0')}`

export const world: Reference = {
  brands: makes.map(([maketitle, models], i) => ({
    _id: testId('make', i),
    maketitle,
    count_models: models.length,
    models: models.map((modeltitle, k) => ({ _id: testId('model', i * 10 + k), modeltitle })),
  })),
  provinces: places.map(([state_name, country], i) => ({ _id: testId('state', i), state_name, country })),
  cities: places.flatMap(([, , cities], i) =>
    cities.map((city_name, k) => ({
      _id: testId('city', i * 10 + k),
      city_name,
      state_id: testId('state', i),
      lat: -26 + i,
      lng: 28 + k,
    })),
  ),
}

export const sellers = [testId('user', 1), testId('user', 2), testId('user', 3)] as const
const models = makes.flatMap(([make, list]) => list.map((model) => ({ make, model })))
const towns = places.flatMap(([province, , list]) => list.map((city) => ({ province, city })))
const fuels = [...new Set([...filterFuels, ...adFuels])]
const gearboxes = [...new Set([...filterTransmissions, ...adTransmissions])]
/** Few values and many limits, so that random cars tie in every sort key. */
const price = fc.oneof(
  fc.constantFrom(0, 1, 199_999, 199_999.99, 200_000, 4_999_999.99, 5_000_000, 5_000_000.01, 90_000_000),
  fc.integer({ min: 0, max: 60 }).map((n) => n * 100_000),
)
const mileage = fc.oneof(
  fc.constantFrom('0', '68 123 Km', '42,000', '30k miles', '200000', '200 001 km', "1'000", '10', '11 km'),
  fc.integer({ min: 0, max: 25 }).map((n) => `${n}0 000 Km`),
)
const titles = fc.constantFrom(
  '',
  ' one owner',
  ' 100% original',
  ' under_score',
  ' Édition Spéciale',
  ' ½ price',
)
const base = Date.UTC(2026, 0, 1)

/** Facts that are tags; some are in a form that no list contains. */
const stated = fc.record({
  engine: fc.constantFrom('1.6L', '2.0 L', '2,8 TDI', '1998cc', '50 kWh', 'V8', ''),
  drive: fc.constantFrom(...drives),
  condition: fc.constantFrom(...conditions),
  exteriorcolor: fc.constantFrom('White', 'Pearl White', 'Dark Blue', 'Blue', 'Black', 'Red', 'Pink'),
  carfeatures: fc.uniqueArray(
    fc.constantFrom('Sunroof', 'Bluetooth', 'Third Row Seats', 'Leather Seats', 'Sun shade'),
    {
      maxLength: 4,
    },
  ),
})

export const anyCar: fc.Arbitrary<Omit<NewCar, 'id' | 'slug'>> = fc
  .record({
    kind: fc.constantFrom(...models),
    town: fc.constantFrom(...towns),
    creator: fc.constantFrom(...sellers),
    year: fc.oneof(fc.integer({ min: 1990, max: 2026 }), fc.constantFrom(2005, 2006, 2009, 2010)),
    price,
    mileage,
    fueltype: fc.constantFrom(...fuels),
    transmission: fc.constantFrom(...gearboxes),
    bodytype: fc.constantFrom(...carTypes),
    status: fc.constantFrom(...carStatuses, 'active' as const, 'active' as const, 'active' as const),
    title: titles,
    minute: fc.integer({ min: 0, max: 40 }),
    pictures: fc.integer({ min: 1, max: 7 }),
    stated,
  })
  .map(({ kind, town, minute, pictures, title, stated: facts, ...rest }) => ({
    ...rest,
    ...kind,
    ...town,
    title: `${rest.year} ${kind.make} ${kind.model}${title}`,
    ...dull,
    ...facts,
    pictures: Array.from({ length: pictures }, (_, i) => testPicture(i)),
    created_at: new Date(base + minute * 60_000),
  }))

const dull = {
  engine: '1.6L',
  drive: drives[2] as string,
  condition: conditions[0] as string,
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  description: '<p>A car.</p>',
  carfeatures: ['Bluetooth', 'Sunroof'],
  address: '1 Main Road',
}
export const testPicture = (i: number) => ({
  url: `/media/test${i}/1280.webp`,
  blur: 'data:image/webp;base64,AAAA',
  alt: `Picture ${i + 1}`,
})

/** Returns an active car, changed as a test needs it. */
export function newCar(n: number, over: Partial<NewCar> = {}): NewCar {
  return {
    id: testId('car', n),
    slug: `car-${n}`,
    creator: sellers[0],
    title: '2020 BMW X5',
    make: 'BMW',
    model: 'X5',
    year: 2020,
    price: 450_000,
    mileage: '68 123 Km',
    fueltype: 'Diesel',
    transmission: 'Automatic',
    bodytype: 'SUV',
    province: 'Gauteng',
    city: 'Pretoria',
    status: 'active',
    ...dull,
    pictures: [testPicture(0)],
    created_at: new Date(base + n * 60_000),
    ...over,
  }
}

/** Returns the searchable form of a car. */
export function searchable(car: NewCar): SearchableCar {
  return {
    ...car,
    _id: car.id,
    carfeatures: soughtAmong(car.carfeatures),
    mileage_km: kilometresOf(car.mileage) ?? 0,
    created_at: car.created_at.toISOString(),
  }
}

const few = (values: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 5 })
const loud = (values: readonly string[]) => values.flatMap((v) => [v, v.toUpperCase(), v.toLowerCase()])
const money = fc.oneof(
  fc.constantFrom(0, 1, 200_000, 199_999.99, 4_999_999, 5_000_000, 5_000_001, 1e12),
  fc.integer({ min: 0, max: 6_000_000 }),
)
const kms = fc.oneof(
  fc.constantFrom(0, 200_000, 200_001, 42_000, 10.5, 1e12),
  fc.integer({ min: 0, max: 250_000 }),
)
/** Search texts: words, misspelled words, signs, and phrases that the search understands. */
const texts = [
  'bmw',
  'citroen 3',
  'Édition',
  '%',
  '_',
  '\\',
  "o'neil",
  'zzz',
  '½',
  'one owner',
  'edtion',
  'under_score',
  'originl',
  'back\\slash',
  '2015-2020 suv',
  'cruze or octavia',
  'mazda 3 before 2010',
  'oktavia',
  'citron c',
  'spéciales',
  'over 1m',
  'holden cruze diesel',
  'newtown',
  'within 150 km of durban',
  'lagos under 80 000 km',
  'white',
  'blue or white suv',
  'not white',
  '4x4 sunroof',
  'fwd not automatic',
  '2.0 diesel',
  '1.6',
  'brand new',
  'used bmw not x5',
  '7 seater cheap',
  'low mileage bmw owner',
  'one edition original',
  'owner spéciale price',
  '"owner"',
  'bmw "owner" original',
  'not gauteng',
  'suv not bmw',
  'toyota venza',
  'leather bluetooth newest',
  'bmw zzz owner',
  'verified dealer',
  'suv from trusted dealers',
]
const filters = fc.record({
  make: few([...makes.flatMap(([m]) => [m, m.toLowerCase()]), 'Citroen', testId('make', 1), 'No Such Make']),
  model: few([...models.map((m) => m.model), testId('model', 20), 'no such model']),
  bodytype: few([...loud(carTypes), 'Spaceship']),
  year: few(['2006', '2010', '2020', '2026', 'pre-2006', 'pre-2012', 'Older than 2010', '20', 'banana']),
  fueltype: few([...loud(fuels), 'Steam']),
  transmission: few([...loud(gearboxes), 'semi automatic', 'CVT']),
  province: few([...places.map(([p]) => p), testId('state', 1), 'gauteng', 'Nowhere']),
  city: few([...towns.map((t) => t.city), testId('city', 10), 'Atlantis']),
  min_price: money,
  max_price: money,
  min_kms: kms,
  max_kms: kms,
  creator: fc.constantFrom(...sellers, 'user-none'),
  within_km: fc.constantFrom(0, 50, 105, 150, 250, 1000),
  search: fc.constantFrom(...texts),
})
const filterNames = [
  ...(['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city'] as const),
  ...(['min_price', 'max_price', 'min_kms', 'max_kms', 'creator', 'search', 'within_km'] as const),
]

/** Any query of a phone, sensible or not, with few filters, since many filters find nothing. */
export const anyQuery: fc.Arbitrary<ListQuery> = fc
  .tuple(
    filters,
    fc.subarray(filterNames, { maxLength: 5 }),
    fc.record({
      sortBy: fc.constantFrom(...sortValues),
      page: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 12 })),
      limit: fc.constantFrom(1, 7, 15, 100),
    }),
  )
  .map(([all, chosen, rest]) => {
    const filter = Object.fromEntries(chosen.map((name) => [name, all[name]]))
    return readListQuery({ ...filter, ...rest, facets: true })
  })
