import type { ImportField } from '#contract/selling/import.ts'
import { bodyNamed } from './body.ts'
import type { NamesBook } from './names-book.ts'
import { carStatusOf } from './status.ts'
import { foldedKey } from './columns.ts'
import { areMost } from './currency.ts'
import { cut } from './memoize.ts'
import { conditionOf, fuelOf, gearboxOf, yearOf } from './values.ts'

/** Characters that the title of an ad may have. */
const longest = 200
/** The year that a car's name may begin with. */
export const startYear = /^(?:19|20)\d\d (?=.)/
/** Words that a make and a model may have together. */
const nameWords = 6

/** The variant without the make and the model that many programs repeat at its beginning. */
export function ownWords(variant: string, { make, model }: { make: string; model: string }): string {
  const words = variant.split(' ')
  const known = new Set([foldedKey(make), foldedKey(model), foldedKey(make + model)])
  for (let n = Math.min(nameWords, words.length); n > 0; n -= 1) {
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

/** What a column holds, by its values, where its name does not tell. */

/** Values of a column that tell what it holds. */
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
/** Which of these fields most values of a column are; empty: none of them is, undefined: as many are of two. */
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
  // Of a status no word is passed over: the car may be sold.
  const isNamed = among.includes('province') || among.includes('status')
  return asked.length > 0 && best?.count === 0 && !isNamed ? '' : undefined
}
/** Whether most of these texts name a place. */
export const namesPlaces = (texts: readonly string[], { places }: NamesBook): boolean =>
  areMost(toldBy(texts), (text) => places.knows(text))

const mostWords = 100
/** Whether most of these texts begin with a year and go on. */
export const beginWithYears = (texts: readonly string[]): boolean =>
  areMost(toldBy(texts), (text) => startYear.test(text))
/** Whether most of these texts begin with a make: "2019 Toyota Fortuner 2.4". */
export const namesCars = (texts: readonly string[], names: NamesBook): boolean =>
  areMost(toldBy(texts), (text) => {
    const split = text.length > mostWords ? undefined : names.split(text.replace(startYear, ''))
    return split !== undefined && names.makeOf(split.make) !== undefined
  })
