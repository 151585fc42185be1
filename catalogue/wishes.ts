import type { CarFilter } from './filter.ts'
import { wordFits, type Word } from './words.ts'

/** Whether each wish is answered by one of a car's tokens, in the order of the wishes. */
export const answeredWishes = (wishes: readonly Word[], tokens: readonly string[]): boolean[] =>
  wishes.map((wish) => tokens.some((token) => wordFits(wish, token)))

/**
 * A filter that no longer depends on what there is: cars that answer none of the wishes are left out when they may be
 * and some other car would stay.
 */
export function settled(filter: CarFilter, some: (filter: CarFilter) => boolean): CarFilter {
  if (filter.wished !== 'required-if-any') return filter
  const required: CarFilter = { ...filter, wished: 'required' }
  return some(required) ? required : { ...filter, wished: 'ranked' }
}

/** The part of an answer that tells of its wishes; nothing when there are none. */
export function wishesIn(
  { filter }: { filter: Pick<CarFilter, 'wishes'> },
  counts: readonly number[],
): { wishes?: { word: string; cars: number }[] } {
  if (filter.wishes.length === 0) return {}
  return { wishes: filter.wishes.map(({ text }, i) => ({ word: text, cars: counts[i] ?? 0 })) }
}
