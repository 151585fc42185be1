import type { ImportField } from '#contract/selling/import.ts'
import { bodyNamed } from './body.ts'
import type { NamesBook } from './names-book.ts'
import { carStatusOf } from './status.ts'
import { startYear } from './car-names.ts'
import { conditionOf, fuelOf, gearboxOf, yearOf } from './values.ts'

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
/** Which of these fields most values of a column are; empty: none of them is, undefined: as many are of two. */
export function heldIn(
  texts: readonly string[],
  among: readonly ImportField[],
  { places }: NamesBook,
): ImportField | '' | undefined {
  const asked = texts.filter((text) => text !== '').slice(0, telling)
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
export function namesPlaces(texts: readonly string[], { places }: NamesBook): boolean {
  const asked = texts.filter((text) => text !== '').slice(0, telling)
  return asked.filter((text) => places.knows(text)).length * 2 > asked.length
}

const mostWords = 100
/** Whether most of these texts begin with a year and go on. */
export function beginWithYears(texts: readonly string[]): boolean {
  const asked = texts.filter((text) => text !== '').slice(0, telling)
  return asked.filter((text) => startYear.test(text)).length * 2 > asked.length
}
/** Whether most of these texts begin with a make: "2019 Toyota Fortuner 2.4". */
export function namesCars(texts: readonly string[], names: NamesBook): boolean {
  const asked = texts.filter((text) => text !== '').slice(0, telling)
  const cars = asked.filter((text) => {
    const split = text.length > mostWords ? undefined : names.split(text.replace(startYear, ''))
    return split !== undefined && names.makeOf(split.make) !== undefined
  })
  return cars.length * 2 > asked.length
}
