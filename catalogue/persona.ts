import type { CarCard } from '../contract/cars.ts'
import { grouped } from '../contract/values/region.ts'
import { fold, transmissionKey } from './fold.ts'

/** What a seller stated and a persona may speak of; nothing else is looked at. */
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
/** A stated fact as a person reads it. */
export interface Fact {
  name: FactName
  text: string
}
export interface Persona {
  key: PersonaKey
  /** "City native" */
  name: string
  /** Everything the persona rests on, so that a reader can check it. */
  facts: readonly Fact[]
}

/** Facts that are words of a list, and are compared folded. */
type WordedFact = 'bodytype' | 'condition' | 'drive' | 'fueltype' | 'transmission'

/** The numbers of a car as the rules see them. */
interface Traits {
  /** Not a number where nothing was stated, and so neither more nor less than any. */
  km: number
  /** Years between the model year and the day it was listed. */
  age: number
}
type Fits = (t: Traits) => boolean

interface Rule {
  name: string
  /** Every fact it rests on: the words it may be, or what it must be like. */
  from: Partial<Record<WordedFact, readonly string[]>> &
    Partial<Record<'make' | 'model' | 'mileage_km' | 'year', Fits>>
}

/** Kilometres with a separator, as a person reads them. */
export const kilometresText = (km: number) => `${grouped(km)} km`
const any: Fits = () => true

/** Read from the top: the first rule that fits is who the car is. */
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
/** Every persona, in the order the rules are read. */
export const personaKeys: readonly PersonaKey[] = ordered.map(([key]) => key)

const wordOf = (car: StatedFacts, name: WordedFact) =>
  name === 'transmission' ? transmissionKey(car[name]) : fold(car[name].trim())

const factText = (car: StatedFacts, name: keyof Rule['from']) =>
  name === 'mileage_km' ? kilometresText(car.mileage_km) : String(car[name]).trim()

/** Who a car is, from what its seller stated and nothing more; the same facts always give the same persona. */
export function personaOf(car: StatedFacts): Persona {
  const t: Traits = {
    // A used car at zero kilometres is a seller who did not say.
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
