import type { CarFilter } from './filter.ts'
import { wordFits, type Word } from './words.ts'

/** Tells for each wish whether one of a car's tokens matches it. */
export const answeredWishes = (wishes: readonly Word[], tokens: readonly string[]): boolean[] =>
  wishes.map((wish) => tokens.some((token) => wordFits(wish, token)))

/**
 * Resolves `required-if-any`: cars without any wish are excluded only if another car remains. The result no longer depends on
 * the cars.
 */
export function settled(filter: CarFilter, some: (filter: CarFilter) => boolean): CarFilter {
  if (filter.wished !== 'required-if-any') return filter
  const required: CarFilter = { ...filter, wished: 'required' }
  return some(required) ? required : { ...filter, wished: 'ranked' }
}

/** Returns the part of a reply about the wishes; empty without wishes. */
export function wishesIn(
  { filter }: { filter: Pick<CarFilter, 'wishes'> },
  counts: readonly number[],
): { wishes?: { word: string; cars: number }[] } {
  if (filter.wishes.length === 0) return {}
  return { wishes: filter.wishes.map(({ text }, i) => ({ word: text, cars: counts[i] ?? 0 })) }
}
