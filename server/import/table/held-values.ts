import type { ImportField } from '#contract/selling/import.ts'
import { bodyNamed } from './body.ts'
import type { NamesBook } from './names-book.ts'
import { carStatusOf } from './status.ts'
import { foldedKey } from './columns.ts'
import { areMost } from './currency.ts'
import { cut } from './memoize.ts'
import { conditionOf, fuelOf, gearboxOf, yearOf } from './values.ts'

/** Maximum characters of an ad's title. */
const longest = 200
/** A year at the beginning of a car's name. */
export const startYear = /^(?:19|20)\d\d (?=.)/
/** Maximum words of make and model together. */
const nameWords = 6

/** Returns the variant without the make and the model that many programs repeat at its beginning. */
export function ownWords(variant: string, { make, model }: { make: string; model: string }): string {
  const words = variant.split(' ')
  const known = new Set([foldedKey(make), foldedKey(model), foldedKey(make + model)])
  for (let n = Math.min(nameWords, words.length); n > 0; n -= 1) {
    if (known.has(foldedKey(words.slice(0, n).join('')))) return words.slice(n).join(' ')
  }
  const end = model.split(' ')
  // A variant may begin with the last words of the model: "Corolla" and "Cross 1.8".
  for (let n = Math.min(end.length - 1, words.length); n > 0; n -= 1) {
    if (foldedKey(words.slice(0, n).join('')) === foldedKey(end.slice(-n).join('')))
      return words.slice(n).join(' ')
  }
  return variant
}

/** Returns the derivative: the text after the model in its own cell, and the variant, without repetition. */
export function wordsBehind(
  { rest, ...car }: { make: string; model: string; rest: string },
  variant: string,
): string {
  const own = ownWords(variant, car)
  return foldedKey(own).includes(foldedKey(rest)) ? own : `${rest} ${own}`.trim()
}

/** Returns the title of an ad that has none in the table. A derivative already contains the engine. */
export function adTitleOf(
  car: { make: string; model: string },
  o: { year: number | undefined; derivative: string; engine: string | undefined },
): string {
  return cut([o.year, car.make, car.model, o.derivative || o.engine].join(' ').trim(), longest).trim()
}

/** Finds the field of a column by its values, where the name is ambiguous. */

/** Maximum number of values that are examined. */
const telling = 200
const readers = new Map<ImportField, (text: string) => unknown>([
  ['condition', conditionOf],
  ['bodytype', bodyNamed],
  ['fueltype', fuelOf],
  ['transmission', gearboxOf],
  ['status', carStatusOf],
  ['year', yearOf],
])
const toldBy = (texts: readonly string[]) => texts.filter((text) => text !== '').slice(0, telling)
/** Returns which of these fields most values of a column are; empty for none, undefined if the values do not decide. */
export function heldIn(
  texts: readonly string[],
  among: readonly ImportField[],
  { places }: NamesBook,
): ImportField | '' | undefined {
  const asked = toldBy(texts)
  const counted = among.map((field) => {
    const read = readers.get(field)
    const count = asked.filter((text) => (read ? read(text) !== undefined : places.knows(text))).length
    return { field, count }
  })
  const [best, next] = counted.sort((a, b) => b.count - a.count)
  if (best && best.count > (next?.count ?? 0)) return best.field
  // A column that may be a place or a status is never ruled out: an unknown word may say that the car is sold.
  const isNamed = among.includes('province') || among.includes('status')
  return asked.length > 0 && best?.count === 0 && !isNamed ? '' : undefined
}
/** Returns whether most of these texts name a place. */
export const namesPlaces = (texts: readonly string[], { places }: NamesBook): boolean =>
  areMost(toldBy(texts), (text) => places.knows(text))

const mostWords = 100
/** Returns whether most of these texts begin with a year and continue. */
export const beginWithYears = (texts: readonly string[]): boolean =>
  areMost(toldBy(texts), (text) => startYear.test(text))
/** Returns whether most of these texts begin with a make: "2019 Toyota Fortuner 2.4". */
export const namesCars = (texts: readonly string[], names: NamesBook): boolean =>
  areMost(toldBy(texts), (text) => {
    const split = text.length > mostWords ? undefined : names.split(text.replace(startYear, ''))
    return split !== undefined && names.makeOf(split.make) !== undefined
  })
