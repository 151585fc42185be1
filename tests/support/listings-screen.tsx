import { render, within } from '@testing-library/react'
import { readQuery, search, wishesIn, type Reference } from '#catalogue'
import type { CarCard, CarPage } from '#contract/cars.ts'
import { readListQuery } from '#contract/list-query.ts'
import type { Brand } from '#contract/reference.ts'
import { ListingsScreen } from '../../src/features/browse/index.ts'
import { facetsOf, sampleCard, sampleNow } from './sample-car.ts'
import { OnStage, stage, type StageCall, type Server, type Stage } from './stage.tsx'

/** Small server that answers searches by the rules of the catalogue, for the screen of all cars. */

const makes: [string, [model: string, bodytype: string][]][] = [
  [
    'Toyota',
    [
      ['Hilux', 'Pickup'],
      ['Corolla', 'Sedan'],
      ['Fortuner', 'SUV'],
    ],
  ],
  [
    'BMW',
    [
      ['X5', 'SUV'],
      ['3 Series', 'Sedan'],
    ],
  ],
  ['Mercedes-Benz', [['C-Class', 'Sedan']]],
  ['Daewoo', [['Matiz', 'Hatchback']]],
]
export const brands: Brand[] = makes.map(([maketitle, models], i) => ({
  _id: `make-${i}`,
  maketitle,
  count_models: models.length,
  models: models.map(([modeltitle], k) => ({ _id: `model-${i}-${k}`, modeltitle })),
}))
export const reference: Reference = {
  brands,
  provinces: [
    { _id: 'state-0', state_name: 'Gauteng', country: 'ZA' },
    { _id: 'state-1', state_name: 'Lagos', country: 'NG' },
  ],
  cities: [
    { _id: 'city-0', city_name: 'Pretoria', state_id: 'state-0', lat: -25.75, lng: 28.19 },
    { _id: 'city-1', city_name: 'Sandton', state_id: 'state-0', lat: -26.11, lng: 28.05 },
    { _id: 'city-2', city_name: 'Lekki', state_id: 'state-1', lat: 6.44, lng: 3.48 },
  ],
}

const fuels = ['Petrol', 'Diesel', 'Hybrid']
const gearboxes = ['Automatic', 'Manual', 'Semi-Autometic']
const kinds = makes
  .slice(0, 3)
  .flatMap(([make, models]) => models.map(([model, body]) => ({ make, model, body })))

/** 40 cars of the first three makes; the most expensive exceeds the maximum of the price slider. */
export const cars: CarCard[] = Array.from({ length: 40 }, (_, i) => {
  const kind = kinds[i % kinds.length] ?? { make: '', model: '', body: '' }
  const place = reference.cities[i % 3]
  const year = 2026 - (i % 24)
  return sampleCard(i, {
    title: `${year} ${kind.make} ${kind.model} no. ${i}`,
    make: kind.make,
    model: kind.model,
    bodytype: kind.body,
    year,
    price: 150_000 * (i + 1),
    mileage: `${i * 5} 000 Km`,
    mileage_km: i * 5000,
    fueltype: fuels[i % 3] ?? '',
    transmission: gearboxes[i % 3] ?? '',
    province: place?.state_id === 'state-1' ? 'Lagos' : 'Gauteng',
    city: place?.city_name ?? '',
    address: `${i + 1} Main Road`,
    featured: false,
    created_at: new Date(sampleNow - i * 24 * 3_600_000).toISOString(),
  })
})

const ok = { success: true as const, msg: 'ok' }
export const asOf = new Date(sampleNow).toISOString()

export function answer(body: unknown): CarPage {
  const query = readListQuery(body)
  const read = readQuery(query, reference)
  const found = search(
    cars.map((c) => ({ ...c })),
    read,
  )
  return {
    ...ok,
    data: found.cars,
    count_records: found.total,
    ...wishesIn(read, found.wishes),
    ...(query.facets ? { facets: facetsOf(cars, read.filter) } : {}),
    as_of: asOf,
  }
}

const calls: Record<string, (asked: StageCall) => unknown> = {
  'cars/get-car-list': ({ body }) => answer(body),
  'common/get-all-makes': () => ({ ...ok, data: brands }),
  'common/verified-dealers': () => ({ ...ok, data: [] }),
  'city_state/get-all-states': () => ({ ...ok, data: reference.provinces }),
  'city_state/get-cities-by-state-ids': ({ body }) => ({
    ...ok,
    data: reference.cities.filter((c) => (body as { state_ids: string[] }).state_ids.includes(c.state_id)),
  }),
}
export const listingServer: Server = (asked) => {
  const call = calls[asked.path]
  return call && { body: call(asked) }
}

interface Options {
  address?: string
  width?: number
  server?: Server
  given?: CarPage
  on?: Stage
}

export const phone = 390
export const desktop = 1280

/** Opens /listings in a window of some width. */
export function browse({
  address = '/listings',
  width = phone,
  server = listingServer,
  given,
  on,
}: Options = {}) {
  window.happyDOM?.setViewport({ width, height: 844 })
  window.history.replaceState(null, '', address)
  const set = on ?? stage(server, { now: () => sampleNow })
  const view = render(
    <OnStage local={set.local}>
      <ListingsScreen {...(given ? { given } : {})} />
    </OnStage>,
  )
  /** Returns the queries for cards, without those for counts only. */
  const searches = () =>
    set.asked
      .filter((a) => a.path === 'cars/get-car-list')
      .map((a) => readListQuery(a.body))
      .filter((q) => !q.facets)
  return { ...set, ...view, searches }
}

export const here = () => window.location.pathname + window.location.search

/** Queries bound to a part of the page. */
export type Part = ReturnType<typeof partOf>
export const partOf = (element: HTMLElement) => within(element)
