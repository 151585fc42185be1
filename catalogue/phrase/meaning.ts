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

/** An end that was not named is undefined. */
export interface Bounds {
  min: number | undefined
  max: number | undefined
}

/** One thing that was understood: years, money, kilometres on the clock, kilometres around a city, or a name. */
export type Reading =
  | Meaning
  | ({ kind: 'year' | 'price' | 'mileage' } & Bounds)
  | { kind: 'within'; km: number }

/** With the place it has in the text, and words for it: as the option is spelled, or as it was typed. */
export type Understood = Reading & { label: string; span: Span }

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

/** What a chip says: the name, or for a number what was typed. */
export function labelOf(reading: Reading, typed: string): string {
  if (reading.kind === 'make') return reading.make
  if (reading.kind === 'model') return reading.models[0]?.child ?? typed
  if (reading.kind === 'province') return reading.province
  if (reading.kind === 'city') return reading.cities[0]?.child ?? typed
  // Several bodies have no name but the one that was typed; two words for one fuel have.
  if (reading.kind === 'bodytype' && reading.values.length > 1) return typed
  return 'values' in reading ? (reading.values[0] ?? typed) : typed
}
