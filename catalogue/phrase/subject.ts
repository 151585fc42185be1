import type { Bare } from './bounds.ts'
import type { Reading } from './meaning.ts'
import type { Token } from './tokens.ts'
import { isGerman } from './vocabulary.ts'

/** What the whole text is about, as a first reading of it has found. */
export interface Subject {
  /** Some car is named and no year: numbers of two digits are years of it. */
  shortYears: boolean
  bare: Bare
  /** Makes other than Jeep are named, or none of its models: then a jeep is a body. */
  jeepIsBody: boolean
  german: boolean
  /** Makes that are named, or whose models are. */
  makes: ReadonlySet<string>
  models: ReadonlySet<string>
  pickup: boolean
}
export const noSubject: Subject = {
  shortYears: false,
  bare: undefined,
  jeepIsBody: false,
  german: false,
  makes: new Set(),
  models: new Set(),
  pickup: false,
}

const inMillions = (u: Reading) => u.kind === 'price' && (u.max ?? u.min ?? 0) >= 2_000_000

/** What a text is about, by what a first reading of it understood. */
export function subjectOf(tokens: readonly Token[], understood: readonly Reading[]): Subject {
  const models = understood.flatMap((u) => (u.kind === 'model' ? u.models : []))
  const makes = understood.flatMap((u) => (u.kind === 'make' ? u.make : []))
  const named = [...models.map((m) => m.parent), ...makes]
  const absent = understood.some((u) => u.kind === 'absent')
  const bodies = understood.flatMap((u) => (u.kind === 'bodytype' ? u.values : []))
  const priced = understood.some((u) => u.kind === 'price')
  const car = named.length > 0 || absent
  return {
    shortYears: car && !understood.some((u) => u.kind === 'year'),
    bare: car || bodies.length > 0 ? (priced ? 'mileage' : 'price') : undefined,
    // Where cars cost millions every SUV is one.
    jeepIsBody:
      (named.some((make) => make !== 'Jeep') || understood.some(inMillions)) &&
      !models.some((m) => m.parent === 'Jeep'),
    german: tokens.some(({ text }) => isGerman.has(text)),
    makes: new Set(
      understood.flatMap((u) =>
        u.kind === 'model' && u.models.length === 1
          ? u.models.map((m) => m.parent)
          : u.kind === 'make' || u.kind === 'absent'
            ? u.make
            : [],
      ),
    ),
    models: new Set(models.map((m) => m.child)),
    pickup: bodies.includes('Pickup'),
  }
}
