import { kilometresOf, personaOf } from '#catalogue'
import type { CarDetail } from '#contract/cars.ts'
import type { Compared } from '#local/react'
import type { FormatMoney } from '#parts/price.tsx'
import { formatMileage } from '#parts/specs.tsx'

/** Returns the title of a car, or the words of its address when this phone does not know the car. */
export function nameComparedCar({ car, slug }: Pick<Compared, 'car' | 'slug'>): string {
  if (car) return car.title
  const words = slug.split('-').filter((word) => word !== '')
  // The last word of a slug can be an id that distinguishes ads of the same name.
  const withoutId = words.length > 2 && /^[0-9a-f]{6,}$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return withoutId.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

type Card = NonNullable<Compared['car']>

export interface FactValue {
  /** Empty when the seller did not state the fact; undefined when this phone does not have it. */
  text: string | undefined
  /** Label of the best value among these cars: "Lowest price". */
  best?: string | undefined
}
export interface CompareRow {
  label: string
  /** One value for each car, in their order. */
  values: readonly FactValue[]
  /** Whether the known values differ. */
  differs: boolean
}

interface Fact {
  label: string
  /** Returns an empty text when the fact is not stated; undefined when only the missing page of the car has it. */
  text: (car: Card, detail: CarDetail | undefined) => string | undefined
  /** How to find the best value by a number: the least or the greatest; `amount` is undefined when it is not stated. */
  best?: { words: string; of: (...amounts: number[]) => number; amount: (car: Card) => number | undefined }
}

const stated = (amount: number | undefined) => (amount !== undefined && amount > 0 ? amount : undefined)

/** Returns the facts: numbers first, then the kind of car, then the seller. */
const factsIn = (money: FormatMoney): Fact[] => [
  {
    label: 'Price',
    text: (car) => (car.price > 0 ? money(car.price) : ''),
    best: { words: 'Lowest price', of: Math.min, amount: (car) => stated(car.price) },
  },
  {
    label: 'Year',
    text: (car) => (car.year > 0 ? String(car.year) : ''),
    best: { words: 'Newest', of: Math.max, amount: (car) => stated(car.year) },
  },
  {
    label: 'Mileage',
    text: (car) => formatMileage(car.mileage),
    // An unused car with 0 km has the fewest kilometres.
    best: { words: 'Fewest km', of: Math.min, amount: (car) => kilometresOf(car.mileage) },
  },
  { label: 'Condition', text: (car) => car.condition },
  { label: 'Gearbox', text: (car) => car.transmission },
  { label: 'Fuel', text: (car) => car.fueltype },
  { label: 'Engine', text: (car) => car.engine },
  { label: 'Drive', text: (car) => car.drive },
  { label: 'Body', text: (car) => car.bodytype },
  { label: 'Character', text: (car) => personaOf(car).name },
  { label: 'Colour', text: (_, detail) => detail?.exteriorcolor },
  { label: 'Inside', text: (_, detail) => detail?.interiorcolor },
  { label: 'Place', text: (car) => [car.city, car.province].filter((place) => place !== '').join(', ') },
  {
    label: 'Seller',
    text: (_, detail) => detail && (detail.creator.kind === 'dealer' ? 'Dealer' : 'Private'),
  },
]

const same = (text: string) => text.trim().toLowerCase()

function rowOf(label: string, values: readonly FactValue[]): CompareRow {
  const texts = values.flatMap(({ text }) => (text === undefined ? [] : [same(text)]))
  return { label, values, differs: new Set(texts).size > 1 }
}

/** Returns the label of the best car. It considers only cars for sale, and only if at least two different values are known. */
function bestOf({ best }: Fact, cars: readonly (Card | undefined)[]): (car: Card) => string | undefined {
  if (!best) return () => undefined
  const { amount } = best
  const amounts = cars.flatMap((car) => (car?.status === 'active' ? (amount(car) ?? []) : []))
  if (new Set(amounts).size < 2) return () => undefined
  const winner = best.of(...amounts)
  return (car) => (car.status === 'active' && amount(car) === winner ? best.words : undefined)
}

export function compareFacts(compared: readonly Compared[], money: FormatMoney): CompareRow[] {
  const cars = compared.map(({ car }) => car)
  return factsIn(money).map((fact) => {
    const best = bestOf(fact, cars)
    const values = compared.map(({ car, detail }): FactValue => {
      if (!car) return { text: undefined }
      return { text: fact.text(car, detail)?.trim(), best: best(car) }
    })
    return rowOf(fact.label, values)
  })
}

export const featurePresent = 'Yes'

/** Returns every feature that one of these cars has, in alphabetical order. */
export function compareFeatures(compared: readonly Compared[]): CompareRow[] {
  const features = compared.map(({ detail }) => {
    if (!detail) return undefined
    return new Map(detail.carfeatures.map((name) => [same(name), name.trim()]))
  })
  // The spelling is that of the first car with the feature.
  const names = new Map(features.flatMap((own) => [...(own ?? [])]).reverse())
  names.delete('')
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, name]) =>
      rowOf(
        name,
        features.map((own) => ({ text: own && (own.has(key) ? featurePresent : '') })),
      ),
    )
}
