import { kilometresText, personaOf, type Persona, type PersonaKey, type StatedFacts } from './persona.ts'

/** The line a persona says, and the name of a collection of such cars ("Meet the commuters"). */
interface Voice {
  collection: string
  line: string | ((car: StatedFacts) => string)
}
const voices: Readonly<Record<PersonaKey, Voice>> = {
  weekend: { collection: 'weekend people', line: 'Roof down, phone off. Shall we say Saturday?' },
  quiet: { collection: 'quiet types', line: 'I run on electricity. You will have to do the talking.' },
  fresh: { collection: 'fresh starts', line: 'I have no stories yet. Be my first one.' },
  haul: { collection: 'born haulers', line: 'Load me up. Work is my idea of a good day.' },
  helper: { collection: 'helping hands', line: 'Moving house? Fetching sand? I was hoping you would ask.' },
  everyone: { collection: 'big families', line: 'Bring the cousins. I like company.' },
  veteran: {
    collection: 'old souls',
    line: (car) => `Around since ${car.year}, and I have stories to tell.`,
  },
  legend: {
    collection: 'long-distance legends',
    line: (car) => `${kilometresText(car.mileage_km)} behind me. I know the way.`,
  },
  homebody: {
    collection: 'homebodies',
    line: (car) => `Only ${kilometresText(car.mileage_km)} since ${car.year}. I like a quiet evening in.`,
  },
  city: {
    collection: 'city natives',
    line: (car) =>
      `Tight corners, small parking, ${kilometresText(car.mileage_km)} so far. Town is my kind of place.`,
  },
  trail: { collection: 'trail friends', line: 'Tar ends? That is where I start smiling.' },
  hybrid: { collection: 'two hearts', line: 'An engine and a battery. We take turns.' },
  looker: { collection: 'lookers', line: 'Yes, I know. You may look again.' },
  packer: { collection: 'keen packers', line: 'Dog, bikes, cool box. What else have you got?' },
  horizon: { collection: 'horizon chasers', line: 'Fill me with diesel and show me the long road.' },
  allrounder: {
    collection: 'steady all-rounders',
    line: 'School run, market, out of town. I say yes to all of it.',
  },
  commuter: { collection: 'commuters', line: 'Traffic? I do the gears, you choose the music.' },
  handson: { collection: 'hands-on types', line: 'You shift, I listen. We will get on.' },
  company: { collection: 'good company', line: (car) => `${car.make} ${car.model}, pleased to meet you.` },
}

/** A persona with the car's own words, one or two short sentences. */
export interface Introduction extends Persona {
  line: string
}

/** Returns the name of a collection of cars with this persona. */
export function collectionOf(key: PersonaKey): string {
  return voices[key].collection
}

const papers = /^(?:one|1|single) owner$|service (?:history|book)|^full service/i

/** Returns the introduction on a car's own page: the persona's line, and the papers that the seller listed. */
export function introductionOf(car: StatedFacts & { carfeatures: readonly string[] }): Introduction {
  const persona = personaOf(car)
  const { line: voice } = voices[persona.key]
  const line = typeof voice === 'string' ? voice : voice(car)
  const stated = car.carfeatures.map((f) => f.trim()).filter((f) => papers.test(f))
  if (stated.length === 0) return { ...persona, line }
  return {
    ...persona,
    line: `${line} And do ask for my papers.`,
    facts: [...persona.facts, ...stated.map((text) => ({ name: 'carfeatures' as const, text }))],
  }
}
