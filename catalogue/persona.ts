import type { CarCard } from '../contract/cars.ts'
import { grouped } from '../contract/values/region.ts'
import { fold, transmissionKey } from './fold.ts'

/** Facts stated by the seller from which a persona is chosen; no other facts are used. */
export type StatedFacts = Pick<
  CarCard,
  | 'bodytype'
  | 'condition'
  | 'created_at'
  | 'drive'
  | 'fueltype'
  | 'make'
  | 'mileage_km'
  | 'model'
  | 'transmission'
  | 'year'
>
export type FactName = Exclude<keyof StatedFacts, 'created_at'> | 'carfeatures'
/** A stated fact as text for people. */
export interface Fact {
  name: FactName
  text: string
}
export interface Persona {
  key: PersonaKey
  /** "City native" */
  name: string
  /** All facts that the persona is based on, so that a reader can check them. */
  facts: readonly Fact[]
}

/** Facts from closed lists, compared folded. */
type WordedFact = 'bodytype' | 'condition' | 'drive' | 'fueltype' | 'transmission'

/** Numbers of a car for the rules. */
interface Traits {
  /** NaN when the seller stated no mileage, so that every comparison is false. */
  km: number
  /** Years between the model year and the year of the listing. */
  age: number
}
type Fits = (t: Traits) => boolean

interface Rule {
  name: string
  /** All facts that the rule needs: the allowed words, or a test of the number. */
  from: Partial<Record<WordedFact, readonly string[]>> &
    Partial<Record<'make' | 'model' | 'mileage_km' | 'year', Fits>>
}

/** Formats kilometres with thousands separators. */
export const kilometresText = (km: number) => `${grouped(km)} km`
const any: Fits = () => true

/** Rules in order of precedence: the first one that fits determines the persona. */
const rules = {
  weekend: { name: 'Weekend person', from: { bodytype: ['convertible'] } },
  quiet: { name: 'The quiet type', from: { fueltype: ['electric'] } },
  fresh: { name: 'Fresh start', from: { condition: ['new'] } },
  haul: { name: 'Born to haul', from: { bodytype: ['pickup'], fueltype: ['diesel'] } },
  helper: { name: 'Always lends a hand', from: { bodytype: ['pickup'] } },
  everyone: { name: 'Room for everyone', from: { bodytype: ['mpv', 'minibus'] } },
  veteran: { name: 'Old soul', from: { year: ({ age }) => age >= 20 } },
  legend: { name: 'Long-distance legend', from: { mileage_km: ({ km }) => km >= 200_000 } },
  homebody: {
    name: 'The homebody',
    from: { mileage_km: ({ km, age }) => km < age * 9000, year: ({ age }) => age >= 4 },
  },
  city: { name: 'City native', from: { bodytype: ['hatchback'], mileage_km: ({ km }) => km < 60_000 } },
  trail: { name: 'Trail friend', from: { bodytype: ['suv'], drive: ['4wd', 'awd', '4x4'] } },
  hybrid: { name: 'Two hearts', from: { fueltype: ['hybrid'] } },
  looker: { name: 'The looker', from: { bodytype: ['coupe'] } },
  packer: { name: 'Packs for everything', from: { bodytype: ['wagon'] } },
  horizon: { name: 'Horizon chaser', from: { fueltype: ['diesel'] } },
  allrounder: { name: 'Steady all-rounder', from: { bodytype: ['suv'] } },
  commuter: { name: 'Calm commuter', from: { transmission: ['automatic'] } },
  handson: { name: 'Hands-on type', from: { transmission: ['manual'] } },
  company: { name: 'Good company', from: { make: any, model: any } },
} as const satisfies Record<string, Rule>

export type PersonaKey = keyof typeof rules
const ordered = Object.entries(rules) as [PersonaKey, Rule][]
/** All personas, in the order of the rules. */
export const personaKeys: readonly PersonaKey[] = ordered.map(([key]) => key)

const wordOf = (car: StatedFacts, name: WordedFact) =>
  name === 'transmission' ? transmissionKey(car[name]) : fold(car[name].trim())

const factText = (car: StatedFacts, name: keyof Rule['from']) =>
  name === 'mileage_km' ? kilometresText(car.mileage_km) : String(car[name]).trim()

/** Returns the persona of a car, based only on the seller's facts; the same facts always give the same persona. */
export function personaOf(car: StatedFacts): Persona {
  const t: Traits = {
    // On a used car, zero kilometres means that the seller gave no mileage.
    km: car.mileage_km || NaN,
    age: Number(car.created_at.slice(0, 4)) - car.year,
  }
  const fits = ([name, test]: [string, readonly string[] | Fits]) =>
    typeof test === 'function' ? test(t) : test.includes(wordOf(car, name as WordedFact))
  const found = ordered.find(([, { from }]) => Object.entries(from).every(fits))
  const [key, { name, from }] = found ?? (['company', rules.company] as const)
  const names = Object.keys(from) as (keyof Rule['from'])[]
  return { key, name, facts: names.map((fact) => ({ name: fact, text: factText(car, fact) })) }
}
