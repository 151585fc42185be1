import { collectionOf, listingDefaults, yearsBefore, type ListingState, type PersonaKey } from '#catalogue'
import { grouped, type RegionSettings } from '#contract/values/region.ts'
import type { CatalogueCount } from '#local/react'

/** A link to the listings: its text and its search. */
export interface Collection {
  key: string
  title: string
  /** Search criteria in plain words. */
  subtitle: string
  state: ListingState
}
const search = (part: Partial<ListingState>): ListingState => ({ ...listingDefaults, ...part })

export const searchBodyType = (type: string): ListingState => search({ bodytype: [type] })

/** Upper limits in units of the market's currency; each range has about a fifth of the market's cars. */
const budgets = new Map([
  ['NGN', [1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  ['ZAR', [100_000, 200_000, 300_000, 500_000]],
])
/** Highest price of a first car. */
const firstCar = new Map([
  ['NGN', 3_000_000],
  ['ZAR', 150_000],
])

/** Formats an amount shortly: "₦3m", "R150k". */
function formatShortMoney(sign: string, amount: number): string {
  return amount >= 1_000_000 ? `${sign}${amount / 1_000_000}m` : `${sign}${amount / 1000}k`
}

export function budgetCollections({ currency, currencySign: sign }: RegionSettings): Collection[] {
  const steps = budgets.get(currency) ?? []
  const most = steps.at(-1) ?? 0
  return [
    ...steps.map((max) => ({
      key: `max ${max}`,
      title: `Under ${formatShortMoney(sign, max)}`,
      subtitle: '',
      state: search({ max_price: max }),
    })),
    {
      key: 'more',
      title: `${formatShortMoney(sign, most)} and more`,
      subtitle: '',
      state: search({ min_price: most }),
    },
  ]
}

/** Personas that the filters of the listings can select, with the filters. */
const personas: readonly [
  key: PersonaKey,
  subtitle: string,
  part: (year: number) => Partial<ListingState>,
][] = [
  ['trail', 'SUVs, for where the tar ends', () => ({ bodytype: ['SUV'] })],
  ['haul', 'Diesel pickups', () => ({ bodytype: ['Pickup'], fueltype: ['Diesel'] })],
  ['city', 'Hatchbacks, easy to park', () => ({ bodytype: ['Hatchback'] })],
  ['everyone', 'MPVs and minibuses', () => ({ bodytype: ['MPV', 'Minibus'] })],
  ['commuter', 'Automatics', () => ({ transmission: ['Automatic'] })],
  ['weekend', 'Convertibles', () => ({ bodytype: ['Convertible'] })],
  ['quiet', 'Electric cars', () => ({ fueltype: ['Electric'] })],
  ['looker', 'Coupes', () => ({ bodytype: ['Coupe'] })],
  ['packer', 'Wagons', () => ({ bodytype: ['Wagon'] })],
  // The persona counts 20 years.
  ['veteran', 'Twenty years on the road and more', (year) => ({ year: [yearsBefore(year - 19)] })],
]

export function personaCollections(
  { currency, currencySign: sign }: RegionSettings,
  year: number,
): Collection[] {
  const first = firstCar.get(currency) ?? 0
  return [
    {
      key: 'first',
      title: `First car under ${formatShortMoney(sign, first)}`,
      subtitle: 'Hatchbacks and sedans',
      state: search({ bodytype: ['Hatchback', 'Sedan'], max_price: first }),
    },
    ...personas.map(([key, subtitle, part]) => {
      const name = collectionOf(key)
      return { key, title: name.charAt(0).toUpperCase() + name.slice(1), subtitle, state: search(part(year)) }
    }),
  ]
}

/** Formats a count: "128 cars", "5,000+ cars". */
export function countText({ cars, atLeast }: CatalogueCount): string {
  return `${grouped(cars)}${atLeast ? '+' : ''} ${cars === 1 && !atLeast ? 'car' : 'cars'}`
}
