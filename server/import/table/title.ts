import { foldedKey } from './columns.ts'
import { cut } from './cut.ts'

/** Characters that the title of an ad may have. */
const longest = 200
/** The year that a car's name may begin with. */
export const startYear = /^(?:19|20)\d\d (?=.)/
/** Words that a make and a model may have together. */
const mostWords = 6

/** The variant without the make and the model that many programs repeat at its beginning. */
export function ownWords(variant: string, { make, model }: { make: string; model: string }): string {
  const words = variant.split(' ')
  const known = new Set([foldedKey(make), foldedKey(model), foldedKey(make + model)])
  for (let n = Math.min(mostWords, words.length); n > 0; n -= 1) {
    if (known.has(foldedKey(words.slice(0, n).join('')))) return words.slice(n).join(' ')
  }
  const end = model.split(' ')
  // The end of the model, which stood in the derivative: "Corolla" and "Cross 1.8".
  for (let n = Math.min(end.length - 1, words.length); n > 0; n -= 1) {
    if (foldedKey(words.slice(0, n).join('')) === foldedKey(end.slice(-n).join('')))
      return words.slice(n).join(' ')
  }
  return variant
}

/** The derivative: what follows the model in its own cell, and what the variant says of it, each once. */
export function wordsBehind(
  { rest, ...car }: { make: string; model: string; rest: string },
  variant: string,
): string {
  const own = ownWords(variant, car)
  return foldedKey(own).includes(foldedKey(rest)) ? own : `${rest} ${own}`.trim()
}

/** The title of an ad whose table has none. A derivative tells the engine, too. */
export function adTitleOf(
  car: { make: string; model: string },
  o: { year: number | undefined; derivative: string; engine: string | undefined },
): string {
  return cut([o.year, car.make, car.model, o.derivative || o.engine].join(' ').trim(), longest).trim()
}
