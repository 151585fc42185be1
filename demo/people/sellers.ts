import { fold } from '#catalogue'
import type { OpeningHours } from '#contract/users/profile.ts'
import { type MarketName, regionOf } from '#contract/values/region.ts'
import { allProvinces, type PlanId } from '../../server/reference/reference-rows.ts'
import { randomOf, seedOf, type Random, demoId } from '../random.ts'
import names from './names.json' with { type: 'json' }

export type Country = 'ZA' | 'NG'

/** A person with an account, with the columns of its table; most of these people sell. */
export interface DemoPerson {
  id: string
  email: string
  fullname: string
  role: 'user' | 'admin'
  kind: 'private' | 'dealer'
  country: Country
  country_code: string
  gsm: string
  province: string
  city: string
  address: string
  businessname: string
  business_address: string
  email_verified_at: Date
  mobile_verified_at: Date | null
  /** Time at which the proof of the dealership was approved. */
  proof_approved_at: Date | null
  opening_hours: OpeningHours
  created_at: Date
  plans: readonly PlanId[]
  /** Relative number of the person's cars. */
  stock: number
}

const day = 86_400_000

/** Splits a list of names, which are written with their diacritics. */
const listOf = (text: string) => text.split(', ')

/** Returns the letters without diacritics, for an e-mail address. */
const plain = (text: string) =>
  fold(text)
    .replaceAll('ɗ', 'd')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

const places = (country: Country) =>
  allProvinces
    .filter((p) => p.country === country)
    .flatMap((province) => province.cities.map((city) => ({ province, city })))
const placesOf: Readonly<Record<Country, ReturnType<typeof places>>> = { ZA: places('ZA'), NG: places('NG') }

/** Returns a number of an unassigned block, with the market's number of digits (R-VAL-64). */
const numberOf = (country: Country, last: string, market: MarketName) =>
  (country === 'ZA' ? '6' : '7') + last.padStart(regionOf[market].gsmDigits - 1, '0')

interface Opening {
  /** Start of the current day, in milliseconds. */
  today: number
  market: MarketName
}

function person(random: Random, { today: at, market }: Opening, country: Country, crowd = 1): DemoPerson {
  const stock = random.weighted(
    names.stocks.filter((s) => s.country === country),
    (s) => s.weight,
  )
  const given = random.pick(listOf(stock.given))
  const family = random.pick(listOf(stock.family))
  const { province, city } = random.weighted(placesOf[country], (p) => p.city.weight ** crowd)
  const created_at = new Date(at - random.whole(30, 1500) * day)
  const last = String(random.whole(0, 9999)).padStart(4, '0')
  return {
    id: demoId(created_at.getTime(), random),
    email: `${plain(given)}.${plain(family)}`,
    fullname: `${given} ${family}`.normalize('NFC'),
    role: 'user',
    kind: 'private',
    country,
    country_code: country === 'ZA' ? '+27' : '+234',
    gsm: numberOf(country, last, market),
    province: province.name,
    city: city.name,
    address: `${random.whole(1, 240)} ${random.pick(listOf(names.streets[country]))}, ${city.name}`,
    businessname: '',
    business_address: '',
    email_verified_at: created_at,
    mobile_verified_at: random.chance(0.92) && random.chance(0.75) ? created_at : null,
    proof_approved_at: null,
    opening_hours: [],
    created_at,
    plans: [],
    stock: 1,
  }
}

const from = (open: string, close: string) => ({ open, close })
/** Returns typical opening hours of dealers; some dealers state none. */
function weekOf(place: number): OpeningHours {
  const weekday = place % 2 === 0 ? from('08:00', '17:30') : from('09:00', '18:00')
  const saturday = place % 5 === 4 ? null : from('09:00', '13:00')
  return place % 4 === 3 ? [] : [weekday, weekday, weekday, weekday, weekday, saturday, null]
}

function asDealer(random: Random, who: DemoPerson, place: number): DemoPerson {
  const businesses = listOf(names.businesses[who.country])
  const family = who.fullname.split(' ').slice(1).join(' ')
  const base = businesses[place % businesses.length] ?? '{name} Motors'
  const businessname = base.replace('{place}', who.city).replace('{name}', family)
  const round = Math.floor(place / businesses.length)
  const plan = random.weighted(['gold', 'promotion', 'platinum'] as const, (p) => (p === 'gold' ? 5 : 2))
  return {
    ...who,
    kind: 'dealer',
    businessname: round === 0 ? businessname : `${businessname} ${round + 1}`,
    business_address: random.chance(0.9) ? who.address : '',
    // Two of three dealers have an approved proof.
    proof_approved_at: place % 3 === 1 ? null : who.created_at,
    opening_hours: weekOf(place),
    plans: place % 5 === 0 ? [plan, 'featured-dealership'] : [plan],
    stock: { gold: 4, promotion: 8, platinum: 14 }[plan] * (0.5 + random.next()),
  }
}

/** Returns the four demo accounts, in the order of `signIns`. */
export function demoAccounts(seed: number, o: Opening): DemoPerson[] {
  const random = randomOf(seedOf(seed, 'accounts'))
  const homes = {
    NG: { province: 'Lagos State', city: 'Lekki', address: '14 Admiralty Way, Lekki' },
    ZA: { province: 'Gauteng', city: 'Sandton', address: '88 Rivonia Road, Sandton' },
  }
  const make = (
    email: string,
    fullname: string,
    country: Country,
    more: Partial<DemoPerson> = {},
  ): DemoPerson => {
    const who = person(random, o, country)
    const gsm = numberOf(country, '100', o.market)
    const proof_approved_at = more.kind === 'dealer' ? who.created_at : null
    const verified = { mobile_verified_at: who.created_at, proof_approved_at }
    return { ...who, email, fullname, gsm, ...verified, ...homes[country], stock: 0, ...more }
  }
  return [
    make('buyer@motorkin.test', 'Thandeka Mokoena', 'ZA'),
    make('seller@motorkin.test', 'Ngọzi Ọkafọ', 'NG', { plans: ['gold'] }),
    make('dealer@motorkin.test', 'Sipho Ndlovu', 'ZA', {
      kind: 'dealer',
      businessname: 'Acacia Avenue Motors',
      business_address: homes.ZA.address,
      plans: ['platinum', 'featured-dealership'],
      opening_hours: weekOf(0),
    }),
    make('admin@motorkin.test', 'Motorkin Desk', 'ZA', { role: 'admin' }),
  ]
}

/** Returns the dealers and private sellers for a number of cars; the first sellers stay the same for every number. */
export function demoSellers(seed: number, { cars, ...o }: Opening & { cars: number }): DemoPerson[] {
  const dealers = 40 + Math.min(1500, Math.floor(cars / 1500))
  const privates = 160 + Math.min(20_000, Math.floor(Math.max(0, cars - 600) / 8))
  const sellers: DemoPerson[] = []
  const counted: Record<Country, number> = { ZA: 0, NG: 0 }
  for (let i = 0; i < dealers + privates; i++) {
    const country = i % 9 < 4 ? 'ZA' : 'NG'
    const isDealer = i < 40 || (i >= 200 && i < 160 + dealers)
    const random = randomOf(seedOf(seed, 'seller', i))
    // Dealers prefer large cities.
    const who = person(random, o, country, isDealer ? 1.5 : 1)
    const named = { ...who, email: `${who.email}.${i + 1}@people.motorkin.test` }
    sellers.push(isDealer ? asDealer(random, named, counted[country]++) : named)
  }
  return sellers
}
