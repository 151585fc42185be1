import { compact, fuelWords, gearWords } from '#catalogue'
import type { CarType } from '#contract/limits.ts'
import { bodyBehind, driveOf } from './body.ts'
import type { UsualModel } from './usual-models.ts'
import { gearboxOf } from './values.ts'

/** What the words behind a model tell of the car, for columns that are blank: "2.8 GD-6 4x4 auto". */
export interface Derivative {
  engine: string | undefined
  fueltype: string | undefined
  transmission: string | undefined
  drive: string | undefined
  bodytype: CarType | undefined
}

const litres = /(?<!\d[.,]?)(\d[.,]\d)(?![.,]?\d)/g
const drive = /\b(?:awd|quattro|4matic\+?|xdrive|sdrive|4motion|4wd|4x4|4x2|rwd|fwd|2wd)/i

const fuels = new Map(fuelWords.flatMap(([[value = ''], words]) => words.map((word) => [word, value])))
// A search keeps it for a word, by which cars are found.
fuels.set('gd6', 'Diesel')
const gears = new Map(gearWords.flatMap(([value, words]) => words.map((word) => [word, value])))
/** "A/T" and "MT"; written small they are no gearbox. */
const letters = /(?:^|\s)([AM])\/?T(?=\s|$)/

/** Equipment that is named like a fuel or a gearbox: "electric windows". */
const equipment =
  /\b(?:electric|auto(?:matic)?) (?=windows?|mirrors?|seats?|sunroof|roof|tailgate|lights?|headl|wipers?|climate|air)/gi

/** The one value that the words of a text have. */
function oneOf(text: string, values: ReadonlyMap<string, string>): string | undefined {
  const words = text.split(/[\s,/()]+/).map((word) => compact(word.replace(/^\d[.,]\d/, '')))
  const [value, ...others] = new Set(words.flatMap((word) => values.get(word) ?? []))
  return others.length === 0 ? value : undefined
}

/** Two sizes, fuels or gearboxes are none. */
export function derivativeOf(rest: string, usual?: UsualModel): Derivative {
  const text = rest.replace(equipment, '')
  const sizes = [...new Set(Array.from(text.matchAll(litres), ([, size = '']) => size.replace(',', '.')))]
  const size = sizes.length === 1 ? sizes[0] : undefined
  const gear = oneOf(text, gears) ?? letters.exec(text)?.[1]
  const driven = drive.exec(text)?.[0]
  return {
    engine: size !== undefined && Number(size) >= 0.6 && Number(size) <= 8.4 ? `${size}L` : undefined,
    fueltype: oneOf(text, fuels),
    transmission: gear === undefined ? undefined : gearboxOf(gear),
    drive: driven === undefined ? undefined : driveOf(driven, usual),
    bodytype: bodyBehind(text),
  }
}
