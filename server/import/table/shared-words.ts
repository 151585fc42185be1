import { compact, factMeanings, meaningsOfValues, factTag, textParts } from '#catalogue'
import { carTypes, conditions, drives } from '#contract/limits.ts'
import { exteriorColours, interiorColours } from '#contract/values/options.ts'

/** The words of the search, for the cells of tables: a word that finds a car also describes one. */

const titles = new Map(
  [...exteriorColours, ...drives, ...conditions].map((title) => [factTag(title), title as string]),
)
type Kind = 'bodytype' | 'fueltype' | 'transmission' | 'colour' | 'drive' | 'condition'
/** Values of each word; the first is the one that the word names. */
const words = new Map<string, Map<string, readonly string[]>>()
/** Words for a part of the car: "black roof". */
const asides = new Set<string>()
for (const [key, meaning] of [...meaningsOfValues(), ...factMeanings()]) {
  if (meaning.kind === 'aside') asides.add(key)
  if (!('values' in meaning)) continue
  const kind = meaning.kind === 'fact' ? meaning.field : meaning.kind
  const of = words.get(kind) ?? new Map<string, readonly string[]>()
  words.set(kind, of)
  const values = meaning.values.map((value) => titles.get(value) ?? value)
  if (!of.has(key)) of.set(key, values)
}

/** Returns a reader of whole cells; its result is undefined for more than one body. */
function shared(kind: Kind): (cell: string) => string | undefined {
  const of = words.get(kind)
  return (cell) => {
    const values = of?.get(compact(cell)) ?? []
    return kind === 'bodytype' && values.length > 1 ? undefined : values[0]
  }
}
export const sharedFuel = shared('fueltype')
export const sharedCondition = shared('condition')
export const sharedDrive = shared('drive')
const body = shared('bodytype')
export const sharedBody = (cell: string) => carTypes.find((type) => type === body(cell))
const gear = shared('transmission')
/** Returns the gearbox in the spelling of the ads. */
export const sharedGear = (cell: string) => gear(cell)?.replace('Semi-Automatic', 'Semi-Autometic')

const colours = words.get('colour') ?? new Map<string, readonly string[]>()
const mostParts = 3
const finish =
  /^(?:metal+ic|met|perl?effekt|pearl(?:escent|effect)?|mica|solid|uni|uni?lack|lack|matt?e?|gloss|paint)$/

/** German names of paints in one word with their colour: "Saphirschwarz", "Polarweiß". */
const painted =
  /^\p{L}{3,}(schwarz|weiss|weiß|blau|grau|silber|gruen|grun|gelb|braun|beige|rot)(?:metallic)?$/u

/** Returns the colour that all words of a text name: "Schwarz metallic", "Candy White". Undefined for two colours. */
export function colourIn(text: string): string | undefined {
  const parts = textParts(text)
  let found: readonly string[] | undefined
  for (let at = 0; at < parts.length;) {
    let n = Math.min(mostParts, parts.length - at)
    let values: readonly string[] | undefined
    for (; n > 0; n -= 1) {
      const key = parts.slice(at, at + n).join('')
      if (asides.has(key)) break
      values = colours.get(key) ?? (n === 1 ? colours.get(painted.exec(key)?.[1] ?? '') : undefined)
      if (values) break
    }
    if (values) {
      const both: readonly string[] = found === undefined ? values : values.filter((v) => found?.includes(v))
      if (both.length === 0) return undefined
      found = both
    }
    at += Math.max(1, n)
  }
  const [colour] = found ?? []
  return colour === 'White' && parts.some((part) => part.startsWith('pearl')) ? 'Pearl White' : colour
}

const inside = new Set<string>(interiorColours)
/** Returns the colour of an interior. Undefined if there are other words than a finish, so that buyers see the original text. */
export function interiorColourIn(text: string): string | undefined {
  const plain = textParts(text).filter((part) => !finish.test(part))
  const [colour = ''] = colours.get(plain.join('')) ?? []
  return inside.has(colour) ? colour : undefined
}
