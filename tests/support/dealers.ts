import type { CarCard } from '#contract/cars.ts'
import type { DealerSummary, DealerProfile } from '#contract/users/dealers.ts'
import { sampleCard, sampleNow } from './sample-car.ts'
import { refused, type Server } from './stage.tsx'

/** Dealers in the format of the server, and a server with them and their cars. */

export function sampleDealer(n: number, over: Partial<DealerProfile> = {}): DealerProfile {
  return {
    _id: `dealer-${n}`,
    fullname: `Person ${n}`,
    avatarurl: '',
    businessname: `Motors ${n}`,
    logourl: '',
    businessAddress: `${n} Main Road`,
    address: '',
    city: 'Durban',
    gsm: `+2782123456${n % 10}`,
    email: `dealer${n}@example.test`,
    total_cars: 14,
    soldCarsCount: 4,
    listingCarsCount: 10,
    verified: false,
    email_verified: true,
    mobile_verified: false,
    member_since: '2022-05-01T00:00:00.000Z',
    opening_hours: [],
    ...over,
  }
}

const cardOf = ({
  opening_hours: _week,
  answers_within_minutes: _minutes,
  ...card
}: DealerProfile): DealerSummary => card
const path = { list: 'users/get-dealer-list', cars: 'cars/get-car-list', one: 'users/get-dealer-profile/' }

/** Returns the facets of cars, as far as the filters of a dealer page need them. */
function facetsOf(cars: readonly CarCard[]) {
  const count = (of: (car: CarCard) => string) => {
    const found = new Map<string, number>()
    for (const car of cars) found.set(of(car), (found.get(of(car)) ?? 0) + 1)
    return [...found].map(([value, n]) => ({ value, count: n }))
  }
  const price = Array.from({ length: 25 }, () => 0)
  for (const car of cars) {
    const at = Math.min(24, Math.floor(car.price / 200_000))
    price[at] = (price[at] ?? 0) + 1
  }
  const none = { model: [], year: [], fueltype: [], transmission: [], province: [], city: [] }
  return { ...none, make: count((car) => car.make), bodytype: count((car) => car.bodytype), price }
}

interface DealerCall {
  page: number
  limit: number
  search?: string
  creator?: string
  make?: string[]
  bodytype?: string[]
}

export const dealerServer =
  (dealers: readonly DealerProfile[], cars: readonly CarCard[] = []): Server =>
  (call) => {
    const ok = { success: true, msg: 'Success' }
    const asked = call.body as DealerCall
    const cut = <T>(rows: readonly T[]) =>
      rows.slice((asked.page - 1) * asked.limit, asked.page * asked.limit)
    if (call.path === path.list) {
      const words = (asked.search ?? '').toLowerCase()
      const found = dealers.filter((one) => one.businessname.toLowerCase().includes(words))
      return { body: { ...ok, data: cut(found).map(cardOf), totalCount: found.length } }
    }
    if (call.path === path.cars) {
      const theirs = cars.filter(({ creator }) => creator === asked.creator)
      const found = theirs.filter(
        (car) =>
          car.title.toLowerCase().includes((asked.search ?? '').toLowerCase()) &&
          (asked.make?.length ? asked.make.includes(car.make) : true) &&
          (asked.bodytype?.length ? asked.bodytype.includes(car.bodytype) : true),
      )
      const as_of = new Date(sampleNow).toISOString()
      return {
        body: { ...ok, data: cut(found), count_records: found.length, facets: facetsOf(theirs), as_of },
      }
    }
    if (!call.path.startsWith(path.one)) return undefined
    const data = dealers.find(({ _id }) => _id === decodeURIComponent(call.path.slice(path.one.length)))
    if (!data) return refused(404, 'not_found', 'This dealer could not be found.')
    const { soldCarsCount: sold_cars_count, listingCarsCount: listing_cars_count } = data
    return { body: { ...ok, data, sold_cars_count, listing_cars_count } }
  }

/** Returns cars of one dealer, of two makes. */
export const stockOf = (dealer: string, count: number): CarCard[] =>
  Array.from({ length: count }, (_, i) =>
    sampleCard(i + 1, {
      creator: dealer,
      price: 150_000 * (i + 1),
      ...(i % 3 === 0
        ? { make: 'Toyota', title: `2020 Toyota Corolla number ${i + 1}`, bodytype: 'Sedan' }
        : { make: 'Honda', bodytype: 'SUV' }),
    }),
  )
