import type { SortValue } from '../../contract/limits.ts'
import type { Absent } from './absent.ts'
import { bodyWords, familyCars, fuelWords, gearWords } from './vocabulary.ts'
import type { Span } from './tokens.ts'

/** A model with its make, or a city with its province. */
export interface Pair {
  parent: string
  child: string
}

/** Meaning of one name. It has several pairs when makes share a model's name or provinces share a city's. */
export type Meaning =
  | { kind: 'make'; make: string }
  | { kind: 'model'; models: readonly Pair[] }
  | { kind: 'province'; province: string }
  | { kind: 'city'; cities: readonly Pair[] }
  | { kind: 'bodytype' | 'fueltype' | 'transmission'; values: readonly string[] }
  /** Tags; one of them must match. */
  | { kind: 'fact'; field: FactField; values: readonly string[] }
  /** Bodies with this number of doors. */
  | { kind: 'doors'; values: readonly string[] }
  | { kind: 'sort'; sort: SortValue }
  /** A make or a model that the reference data lacks. */
  | ({ kind: 'absent' } & Absent)
  /** Cars of verified dealers. */
  | { kind: 'verified' }
  /** A statement about something that no search looks at. */
  | { kind: 'aside' }

export type FactField = 'colour' | 'drive' | 'condition' | 'engine' | 'feature'

/** Bounds of a range; an absent bound is undefined. */
export interface Bounds {
  min: number | undefined
  max: number | undefined
}

/** One understood part of a text: a range of years, prices or mileages, a radius around a city, or a name. */
export type Reading =
  | Meaning
  | ({ kind: 'year' | 'price' | 'mileage' } & Bounds & {
        /** Sign or word of a foreign currency; the number is not converted. */
        foreign?: string
      })
  | { kind: 'within'; km: number }

/** A reading, and the index of the token after it. */
export interface ReadingStep {
  reading: Reading
  end: number
  /** Additional meaning of the last letter: "320d". */
  also?: Reading
}

/** A reading with its position in the text and a label: the spelling of the option, or the typed text. */
export type Understood = Reading & {
  label: string
  span: Span
  /** Whether the text excludes the reading. */
  denied?: true
}

/** Returns the meanings of the words for bodies, fuels and gearboxes. */
export function meaningsOfValues(): [key: string, meaning: Meaning][] {
  const each = (
    kind: 'bodytype' | 'fueltype' | 'transmission',
    values: readonly string[],
    words: readonly string[],
  ) => {
    const meaning: Meaning = { kind, values }
    return words.map((word): [string, Meaning] => [word, meaning])
  }
  return [
    ...Object.entries(bodyWords).flatMap(([body, words]) => each('bodytype', [body], words)),
    ...each('bodytype', ...familyCars),
    ...fuelWords.flatMap(([values, words]) => each('fueltype', values, words)),
    ...gearWords.flatMap(([gearbox, words]) => each('transmission', [gearbox], words)),
  ]
}

const orderLabels: Partial<Record<SortValue, string>> = {
  price_low_high: 'cheapest first',
  price_high_low: 'dearest first',
  mileage_low_high: 'lowest mileage first',
  year_high_low: 'newest first',
  year_low_high: 'oldest first',
}

/** Returns the label of a chip: the name, or the typed text for a number. */
export function readingLabel(reading: Reading, typed: string): string {
  switch (reading.kind) {
    case 'make':
      return reading.make
    case 'model':
      return reading.models[0]?.child ?? typed
    case 'province':
      return reading.province
    case 'city':
      return reading.cities[0]?.child ?? typed
    case 'sort':
      return orderLabels[reading.sort] ?? typed
    case 'verified':
      return 'Verified dealers'
    case 'absent':
      return reading.model ?? reading.make
    case 'price':
      return reading.foreign === undefined ? typed : `${typed} (amount not converted)`
    // Several bodies have no common name except the typed word; several fuels show the first one.
    case 'bodytype':
    case 'fueltype':
    case 'transmission':
      return reading.kind === 'bodytype' && reading.values.length > 1 ? typed : (reading.values[0] ?? typed)
    case 'doors':
    case 'fact':
    case 'aside':
    case 'year':
    case 'mileage':
    case 'within':
      return typed
  }
}
