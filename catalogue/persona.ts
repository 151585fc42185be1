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

/** A car as the rules see it: folded words, and numbers only where something was stated. */
interface Traits {
  car: StatedFacts
  body: string
  fuel: string
  gears: string
  drive: string
  isNew: boolean
  km: number | undefined
  /** Years between the model year and the day it was listed. */
  age: number
}

interface Rule {
  name: string
  when: (t: Traits) => boolean
  from: readonly FactName[]
}

/** Kilometres with a separator, as a person reads them. */
export const kilometresText = (km: number) => `${grouped(km)} km`
const offRoad = ['4wd', 'awd', '4x4']

/** Read from the top: the first rule that fits is who the car is. */
const rules = {
  weekend: {
    name: 'Weekend person',
    when: (t) => t.body === 'convertible',
    from: ['bodytype'],
  },
  quiet: {
    name: 'The quiet type',
    when: (t) => t.fuel === 'electric',
    from: ['fueltype'],
  },
  fresh: {
    name: 'Fresh start',
    when: (t) => t.isNew,
    from: ['condition'],
  },
  haul: {
    name: 'Born to haul',
    when: (t) => t.body === 'pickup' && t.fuel === 'diesel',
    from: ['bodytype', 'fueltype'],
  },
  helper: {
    name: 'Always lends a hand',
    when: (t) => t.body === 'pickup',
    from: ['bodytype'],
  },
  everyone: {
    name: 'Room for everyone',
    when: (t) => t.body === 'mpv' || t.body === 'minibus',
    from: ['bodytype'],
  },
  veteran: {
    name: 'Old soul',
    when: (t) => t.age >= 20,
    from: ['year'],
  },
  legend: {
    name: 'Long-distance legend',
    when: (t) => t.km !== undefined && t.km >= 200_000,
    from: ['mileage_km'],
  },
  homebody: {
    name: 'The homebody',
    when: (t) => t.km !== undefined && t.age >= 4 && t.km < t.age * 9000,
    from: ['mileage_km', 'year'],
  },
  city: {
    name: 'City native',
    when: (t) => t.body === 'hatchback' && t.km !== undefined && t.km < 60_000,
    from: ['bodytype', 'mileage_km'],
  },
  trail: {
    name: 'Trail friend',
    when: (t) => t.body === 'suv' && offRoad.includes(t.drive),
    from: ['bodytype', 'drive'],
  },
  hybrid: {
    name: 'Two hearts',
    when: (t) => t.fuel === 'hybrid',
    from: ['fueltype'],
  },
  looker: {
    name: 'The looker',
    when: (t) => t.body === 'coupe',
    from: ['bodytype'],
  },
  packer: {
    name: 'Packs for everything',
    when: (t) => t.body === 'wagon',
    from: ['bodytype'],
  },
  horizon: {
    name: 'Horizon chaser',
    when: (t) => t.fuel === 'diesel',
    from: ['fueltype'],
  },
  allrounder: {
    name: 'Steady all-rounder',
    when: (t) => t.body === 'suv',
    from: ['bodytype'],
  },
  commuter: {
    name: 'Calm commuter',
    when: (t) => t.gears === 'automatic',
    from: ['transmission'],
  },
  handson: {
    name: 'Hands-on type',
    when: (t) => t.gears === 'manual',
    from: ['transmission'],
  },
  company: {
    name: 'Good company',
    when: () => true,
    from: ['make', 'model'],
  },
} as const satisfies Record<string, Rule>

export type PersonaKey = keyof typeof rules
const ordered = Object.entries(rules) as [PersonaKey, Rule][]
/** Every persona, in the order the rules are read. */
export const personaKeys: readonly PersonaKey[] = ordered.map(([key]) => key)

function traitsOf(car: StatedFacts): Traits {
  return {
    car,
    body: fold(car.bodytype.trim()),
    fuel: fold(car.fueltype.trim()),
    gears: transmissionKey(car.transmission),
    drive: fold(car.drive.trim()),
    isNew: fold(car.condition.trim()) === 'new',
    // A used car at zero kilometres is a seller who did not say.
    km: car.mileage_km > 0 ? car.mileage_km : undefined,
    age: Number(car.created_at.slice(0, 4)) - car.year,
  }
}

const factText = (t: Traits, name: FactName): string => {
  if (name === 'mileage_km') return kilometresText(t.km ?? 0)
  if (name === 'carfeatures') return ''
  return String(t.car[name]).trim()
}

/** Who a car is, from what its seller stated and nothing more; the same facts always give the same persona. */
export function personaOf(car: StatedFacts): Persona {
  const t = traitsOf(car)
  const [key, rule] = ordered.find(([, r]) => r.when(t)) ?? (['company', rules.company] as const)
  return {
    key,
    name: rule.name,
    facts: rule.from.map((name) => ({ name, text: factText(t, name) })),
  }
}
