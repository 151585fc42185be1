import type { CarCard } from '../contract/cars.ts'
import { fold, transmissionKey } from './words.ts'

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
  /** What the car says of itself, one or two short sentences. */
  line: string
  /** Everything the line rests on, so that a reader can check it. */
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
  /** "Meet the …" */
  collection: string
  when: (t: Traits) => boolean
  line: string | ((t: Traits) => string)
  from: readonly FactName[]
}

const grouped = (n: number) => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',')
const kilometres = (t: Traits) => `${grouped(t.km ?? 0)} km`
const offRoad = ['4wd', 'awd', '4x4']

/** Read from the top: the first rule that fits is who the car is. */
const rules = {
  weekend: {
    name: 'Weekend person',
    collection: 'weekend people',
    when: (t) => t.body === 'convertible',
    line: 'Roof down, phone off. Shall we say Saturday?',
    from: ['bodytype'],
  },
  quiet: {
    name: 'The quiet type',
    collection: 'quiet types',
    when: (t) => t.fuel === 'electric',
    line: 'I run on electricity. You will have to do the talking.',
    from: ['fueltype'],
  },
  fresh: {
    name: 'Fresh start',
    collection: 'fresh starts',
    when: (t) => t.isNew,
    line: 'I have no stories yet. Be my first one.',
    from: ['condition'],
  },
  haul: {
    name: 'Born to haul',
    collection: 'born haulers',
    when: (t) => t.body === 'pickup' && t.fuel === 'diesel',
    line: 'Load me up. Work is my idea of a good day.',
    from: ['bodytype', 'fueltype'],
  },
  helper: {
    name: 'Always lends a hand',
    collection: 'helping hands',
    when: (t) => t.body === 'pickup',
    line: 'Moving house? Fetching sand? I was hoping you would ask.',
    from: ['bodytype'],
  },
  everyone: {
    name: 'Room for everyone',
    collection: 'big families',
    when: (t) => t.body === 'mpv' || t.body === 'minibus',
    line: 'Bring the cousins. I like company.',
    from: ['bodytype'],
  },
  veteran: {
    name: 'Old soul',
    collection: 'old souls',
    when: (t) => t.age >= 20,
    line: (t) => `Around since ${t.car.year}, and I have stories to tell.`,
    from: ['year'],
  },
  legend: {
    name: 'Long-distance legend',
    collection: 'long-distance legends',
    when: (t) => t.km !== undefined && t.km >= 200_000,
    line: (t) => `${kilometres(t)} behind me. I know the way.`,
    from: ['mileage_km'],
  },
  homebody: {
    name: 'The homebody',
    collection: 'homebodies',
    when: (t) => t.km !== undefined && t.age >= 4 && t.km < t.age * 9000,
    line: (t) => `Only ${kilometres(t)} since ${t.car.year}. I like a quiet evening in.`,
    from: ['mileage_km', 'year'],
  },
  city: {
    name: 'City native',
    collection: 'city natives',
    when: (t) => t.body === 'hatchback' && t.km !== undefined && t.km < 60_000,
    line: (t) => `Tight corners, small parking, ${kilometres(t)} so far. Town is my kind of place.`,
    from: ['bodytype', 'mileage_km'],
  },
  trail: {
    name: 'Trail friend',
    collection: 'trail friends',
    when: (t) => t.body === 'suv' && offRoad.includes(t.drive),
    line: 'Tar ends? That is where I start smiling.',
    from: ['bodytype', 'drive'],
  },
  hybrid: {
    name: 'Two hearts',
    collection: 'two hearts',
    when: (t) => t.fuel === 'hybrid',
    line: 'An engine and a battery. We take turns.',
    from: ['fueltype'],
  },
  looker: {
    name: 'The looker',
    collection: 'lookers',
    when: (t) => t.body === 'coupe',
    line: 'Yes, I know. You may look again.',
    from: ['bodytype'],
  },
  packer: {
    name: 'Packs for everything',
    collection: 'keen packers',
    when: (t) => t.body === 'wagon',
    line: 'Dog, bikes, cool box. What else have you got?',
    from: ['bodytype'],
  },
  horizon: {
    name: 'Horizon chaser',
    collection: 'horizon chasers',
    when: (t) => t.fuel === 'diesel',
    line: 'Fill me with diesel and show me the long road.',
    from: ['fueltype'],
  },
  allrounder: {
    name: 'Steady all-rounder',
    collection: 'steady all-rounders',
    when: (t) => t.body === 'suv',
    line: 'School run, market, out of town. I say yes to all of it.',
    from: ['bodytype'],
  },
  commuter: {
    name: 'Calm commuter',
    collection: 'commuters',
    when: (t) => t.gears === 'automatic',
    line: 'Traffic? I do the gears, you choose the music.',
    from: ['transmission'],
  },
  handson: {
    name: 'Hands-on type',
    collection: 'hands-on types',
    when: (t) => t.gears === 'manual',
    line: 'You shift, I listen. We will get on.',
    from: ['transmission'],
  },
  company: {
    name: 'Good company',
    collection: 'good company',
    when: () => true,
    line: (t) => `${t.car.make} ${t.car.model}, pleased to meet you.`,
    from: ['make', 'model'],
  },
} as const satisfies Record<string, Rule>

export type PersonaKey = keyof typeof rules
const ordered = Object.entries(rules) as [PersonaKey, Rule][]

/** The personas with the words a collection of them goes by ("Meet the commuters"). */
export const personas: readonly { key: PersonaKey; name: string; collection: string }[] = ordered.map(
  ([key, rule]) => ({ key, name: rule.name, collection: rule.collection }),
)

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
  if (name === 'mileage_km') return kilometres(t)
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
    line: typeof rule.line === 'string' ? rule.line : rule.line(t),
    facts: rule.from.map((name) => ({ name, text: factText(t, name) })),
  }
}

const papers = /^(?:one|1|single) owner$|service (?:history|book)|^full service/i

/** What a car says on its own page: its persona, and its papers where the seller listed them. */
export function introductionOf(car: StatedFacts & { carfeatures: readonly string[] }): Persona {
  const persona = personaOf(car)
  const stated = car.carfeatures.map((f) => f.trim()).filter((f) => papers.test(f))
  if (stated.length === 0) return persona
  return {
    ...persona,
    line: `${persona.line} And do ask for my papers.`,
    facts: [...persona.facts, ...stated.map((text) => ({ name: 'carfeatures' as const, text }))],
  }
}
