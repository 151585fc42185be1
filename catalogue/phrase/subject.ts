import type { Bare } from './bounds.ts'
import type { Reading } from './meaning.ts'
import type { Token } from './tokens.ts'
import { isGerman } from './vocabulary.ts'

/** The subject of a text, as found by a first scan. */
export interface Subject {
  /** Whether the text names a car and no year, so that numbers of two digits may be years. */
  shortYears: boolean
  bare: Bare
  /** Whether "jeep" means a body: the text names another make or a price of millions, and no model of Jeep. */
  jeepIsBody: boolean
  german: boolean
  /** Makes that the text names or implies by a model. */
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

/** Derives the subject of a text from the readings of a first scan. */
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
    // In a market with prices in millions, people call every SUV a jeep.
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
