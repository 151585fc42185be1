import { conditions, drives } from '../contract/limits.ts'
import { exteriorColours, soughtFeatures } from '../contract/values/options.ts'
import { fold } from './fold.ts'
import { textTokens } from './words.ts'

/** Facts that a car's tags are made from: values of closed lists for which the page shows no filter. */
export interface TaggedFacts {
  title: string
  bodytype: string
  engine?: string | undefined
  drive?: string | undefined
  condition?: string | undefined
  exteriorcolor?: string | undefined
  carfeatures?: string[] | undefined
  /** The finished tags, as `tagCodes` writes them. */
  tags?: string | undefined
}

/** Prefix of a tag. No word of a text begins with a blank, so tags and words can share one list. */
const mark = ' '
/** Returns the tag of a colour, a drive, a condition or a feature. */
export const factTag = (fact: string) => mark + fold(fact)
export const litresTag = (tenths: number) => `${mark}${(tenths / 10).toFixed(1)} l`
/** Tag of a car with six seats or more. */
export const manySeats = `${mark}many seats`

const litres = { least: 5, most: 85 } as const
/** All tags. Phones store indexes into this table, so new tags may only be appended. */
const table: readonly string[] = [
  ...exteriorColours.map(factTag),
  ...drives.map(factTag),
  ...conditions.map(factTag),
  ...soughtFeatures.map(factTag),
  manySeats,
  ...Array.from({ length: litres.most - litres.least + 1 }, (_, i) => litresTag(litres.least + i)),
]
const places = new Map(table.map((tag, place) => [tag, place]))
/** First character code; the codes are single bytes in memory. */
const firstCode = 48

/** Returns the engine size in tenths of a litre: "2.8 L", "1,6 TDI", "1,998cc"; undefined without one. */
export function tenthsOfLitres(text: string): number | undefined {
  const point = /(?<![\d.,])(\d)[.,](\d)(?!\d)/.exec(text)
  const whole = /(?<![\d.,])(\d)\s*(?:l|litres?|liters?)\b/i.exec(text)
  const cubic =
    /(?<![\d.,])(\d[.,]?\d{3}|(?<!\d )\d{3})\s*(?:ccm?\b|cm[3³])/i.exec(text) ?? /^\s*(\d{4})\s*$/.exec(text)
  const tenths = point
    ? Number(point[1]) * 10 + Number(point[2])
    : cubic
      ? Math.round(Number(cubic[1]?.replace(/\D/, '')) / 100)
      : whole
        ? Number(whole[1]) * 10
        : undefined
  return tenths === undefined || tenths < litres.least || tenths > litres.most ? undefined : tenths
}

const roomy = new Set(['mpv', 'minibus'])

/** Returns the tags of a car as a text with one character per tag; values outside the closed lists have no tag. */
export function tagCodes(car: TaggedFacts): string {
  if (car.tags !== undefined) return car.tags
  const features = car.carfeatures ?? []
  const facts = [car.exteriorcolor, car.drive, car.condition, ...features].map((fact) => factTag(fact ?? ''))
  const tenths = tenthsOfLitres(car.engine ?? '') ?? tenthsOfLitres(car.title)
  if (tenths !== undefined) facts.push(litresTag(tenths))
  if (roomy.has(fold(car.bodytype)) || features.includes('Third Row Seats')) facts.push(manySeats)
  const found = new Set(facts.flatMap((tag) => places.get(tag) ?? []))
  return String.fromCharCode(...[...found].sort((a, b) => a - b).map((place) => place + firstCode))
}

/** Returns the tag of a character of that text. */
export const tagOfCode = (code: string) => table[code.charCodeAt(0) - firstCode] ?? mark

export const carTags = (car: TaggedFacts): string[] => Array.from(tagCodes(car), tagOfCode)

/** Facts that a word of a search is matched against. */
export interface TokenFacts extends TaggedFacts {
  make: string
  model: string
  year: number
}

/** Returns the distinct words of title, make, model and year. */
export function titleTokens(car: Pick<TokenFacts, 'title' | 'make' | 'model' | 'year'>): string[] {
  return textTokens(`${car.title} | ${car.make} | ${car.model} | ${car.year}`)
}

/** Returns the words and tags of a car. */
export function tokensOf(car: TokenFacts): string[] {
  return [...titleTokens(car), ...carTags(car)]
}
