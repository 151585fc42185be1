import { compact, fuelWords, gearWords } from '#catalogue'
import { bodyBehind, drivetrainOf } from './body.ts'
import type { UsualModel } from './models.ts'
import { gearboxOf } from './values.ts'

const litres = /(?<!\d[.,]?)(\d[.,]\d)(?![.,]?\d)/g
const drive = /\b(?:awd|quattro|4matic\+?|xdrive|sdrive|4motion|4wd|4x4|4x2|rwd|fwd|2wd)/i
/** Toyota's word for high pickups with two driven wheels: "Hilux 2.8 GD-6 RB". */
const raised = /(?<![\p{L}\d])(?:r\/?b|raised[ -]?body)(?![\p{L}\d])/iu

const fuels = new Map(fuelWords.flatMap(([[value = ''], words]) => words.map((word) => [word, value])))
/** Engine names of one maker. The search does not read them as a fuel, but finds cars by these words. */
const engines: readonly (readonly [fuel: string, words: string])[] = [
  [
    'Diesel',
    `gd6 gd dteq dtec idtec bitdi tddi td td4 td5 td6 sd4 tdv6 tdv8 sdv6 sdv8 cdti cdtis jtdm multijet crd d4d didd
    bluetec ecoblue bluehdi sdi skyactivd turbodiesel tdci`,
  ],
  ['Petrol', 'tgdi tce puretech ecoboost skyactivg cgi kompressor vtec ivtec vvt tsfi'],
  ['Hybrid', 'tfsie 4xe ehev epower gte selfcharging'],
]
for (const [value, list] of engines) for (const word of list.split(/\s+/)) fuels.set(word, value)
/** Digits or an engine size with a fuel letter: "320d", "E 220 d", "xDrive30d", "3.0D", "1.6i". A "D/C" is a cab. */
const fuelLetters =
  /(?:(?<![\p{L}\d.,])(?:\p{L}{1,3} ?)?\d{3}|[xs]drive ?\d\d|\d[.,]\d ?t?)(?<letter> ?[di])(?![\p{L}\d/-]| ?cab)/giu
/** Makes whose codes may have a blank between the digits and the letter. */
const spaced = new Set(['BMW', 'Mercedes-Benz'])
/** Code of a plug-in hybrid. Before `sincePlugIns` its letter meant injection. */
const plugIn = /(?<![\p{L}\d])(?:\p{L}{1,3} ?)?(?:\d{3}|[xs]drive ?\d\d) ?x?d?e(?![\p{L}\d/-])/iu
const sincePlugIns = 2012
const ofMaker: readonly (readonly [make: string, pattern: RegExp, fuel: string])[] = [
  ['Mini', /(?<!\p{L})(?:cooper|one) s?d(?!\p{L})/iu, 'Diesel'],
  ['Mini', /(?<!\p{L})s?d(?![\p{L}/])/iu, 'Diesel'],
  ['Volvo', /(?<!\p{L})d[2-5](?!\p{L})/iu, 'Diesel'],
  ['Volvo', /(?<!\p{L})t[2-6](?!\p{L})/iu, 'Petrol'],
  ['Land Rover', /(?<!\p{L})d\d{3}(?!\p{L})/iu, 'Diesel'],
  ['Land Rover', /(?<!\p{L})p\d{3}e(?!\p{L})/iu, 'Hybrid'],
  ['Land Rover', /(?<!\p{L})p\d{3}(?!\p{L})/iu, 'Petrol'],
]
/** Make and year of the car, which decide the meaning of a code. */
interface CodedBy {
  make?: string | undefined
  year?: number | undefined
}

/** Returns the fuels that codes in a text stand for. */
function codedFuels(text: string, { make = '', year = 0 }: CodedBy): string[] {
  const codes = [...text.matchAll(fuelLetters)].flatMap(({ groups }) => {
    const letter = groups?.['letter'] ?? ''
    if (letter.startsWith(' ') && !spaced.has(make)) return []
    return [letter.trim().toLowerCase() === 'd' ? 'Diesel' : 'Petrol']
  })
  const hybrid = spaced.has(make) && year >= sincePlugIns && plugIn.test(text) ? ['Hybrid'] : []
  const own = ofMaker.flatMap(([of, pattern, fuel]) => (of === make && pattern.test(text) ? [fuel] : []))
  return hybrid.length > 0 ? hybrid : [...codes, ...own]
}
const gears = new Map(gearWords.flatMap(([value, words]) => words.map((word) => [word, value])))
/** "A/T" and "MT"; in lower case they are no gearbox. */
const gearboxCode = /(?:^|\s)([AM])\/?T(?=\s|$)/

/** Equipment with the word for a fuel or a gearbox in its name: "electric windows". */
const equipment =
  /\b(?:electric|auto(?:matic)?) (?=windows?|mirrors?|seats?|sunroof|roof|tailgate|lights?|headl|wipers?|climate|air)/gi

/** Returns the only value of the words and codes of a text; undefined if they name two. */
function oneOf(
  text: string,
  values: ReadonlyMap<string, string>,
  codes: readonly string[] = [],
): string | undefined {
  const words = text.split(/[\s,/()]+/).map((word) => compact(word.replace(/^\d[.,]\d/, '')))
  const [value, ...others] = new Set([...words.flatMap((word) => values.get(word) ?? []), ...codes])
  return others.length === 0 ? value : undefined
}

/**
 * Returns facts of the car from the words after the model, for blank columns: "2.8 GD-6 4x4 auto". Two sizes, fuels or gearboxes
 * give none.
 */
export function derivativeOf(rest: string, usual?: UsualModel, by: CodedBy = {}) {
  const text = rest.replace(equipment, '')
  const sizes = [...new Set(Array.from(text.matchAll(litres), ([, size = '']) => size.replace(',', '.')))]
  const size = sizes.length === 1 ? sizes[0] : undefined
  const gear = oneOf(text, gears) ?? gearboxCode.exec(text)?.[1]
  const driven = drive.exec(text)?.[0] ?? (by.make === 'Toyota' && raised.test(text) ? '4x2' : undefined)
  return {
    engine: size !== undefined && Number(size) >= 0.6 && Number(size) <= 8.4 ? `${size}L` : undefined,
    fueltype: oneOf(text, fuels, codedFuels(text, by)),
    transmission: gear === undefined ? undefined : gearboxOf(gear),
    drive: driven === undefined ? undefined : drivetrainOf(driven, usual),
    bodytype: bodyBehind(text, by.make),
  }
}
