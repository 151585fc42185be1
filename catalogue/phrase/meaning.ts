import type { SortValue } from '../../contract/limits.ts'
import type { Absent } from './absent.ts'
import { bodyWords, familyCars, fuelWords, gearWords } from './vocabulary.ts'
import type { Span } from './tokens.ts'

/** A model with its make, or a city with its province. */
export interface Pair {
  parent: string
  child: string
}

/** What one name stands for. Several pairs are meant when makes share a model's name, or provinces a city's. */
export type Meaning =
  | { kind: 'make'; make: string }
  | { kind: 'model'; models: readonly Pair[] }
  | { kind: 'province'; province: string }
  | { kind: 'city'; cities: readonly Pair[] }
  | { kind: 'bodytype' | 'fueltype' | 'transmission'; values: readonly string[] }
  /** Tags, of which one is wanted. */
  | { kind: 'fact'; field: FactField; values: readonly string[] }
  /** Bodies with so many doors. */
  | { kind: 'doors'; values: readonly string[] }
  | { kind: 'sort'; sort: SortValue }
  /** A make or a model that the lists do not have. */
  | ({ kind: 'absent' } & Absent)
  /** From a verified dealer. */
  | { kind: 'verified' }
  /** Said of something that no search looks at. */
  | { kind: 'aside' }

export type FactField = 'colour' | 'drive' | 'condition' | 'engine' | 'feature'

/** An end that was not named is undefined. */
export interface Bounds {
  min: number | undefined
  max: number | undefined
}

/** One thing that was understood: years, money, kilometres on the clock, kilometres around a city, or a name. */
export type Reading =
  | Meaning
  | ({ kind: 'year' | 'price' | 'mileage' } & Bounds & {
        /** The sign or word of a currency that is not the market's: the number is taken as it is. */
        foreign?: string
      })
  | { kind: 'within'; km: number }

/** One thing that was read, and the index of the token behind it. */
export interface ReadingStep {
  reading: Reading
  end: number
  /** What the last letter says besides: "320d". */
  also?: Reading
}

/** With the place it has in the text, and words for it: as the option is spelled, or as it was typed. */
export type Understood = Reading & {
  label: string
  span: Span
  /** It is what the car must not be. */
  denied?: true
}

/** Bodies, fuels and gearboxes by what people call them. */
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

/** What a chip says: the name, or for a number what was typed. */
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
    // Several bodies have no name but the one that was typed; two words for one fuel have.
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
