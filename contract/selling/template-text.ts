import { grouped } from '../values/region.ts'
import type { DescribeFields } from './describe-fields.ts'

/**
 * A description made only of an ad's fields, without invented facts. The same fields always give the same text; other fields
 * give other sentences.
 */

interface TemplateFacts {
  /** "2019 BMW X5" */
  name: string
  title: string
  isNew: boolean
  status: string
  power: string
  gearbox: string
  drive: string
  /** Empty when the mileage is unknown or 0. */
  mileage: string
  outside: string
  inside: string
  price: string
}
type Line = (t: TemplateFacts) => string

const trimmed = (value: string | number | undefined): string => String(value ?? '').trim()
const small = (value: string): string => value.toLowerCase()
/** Puts `a` or `an` in front, by the sound of the first letters. */
const one = (words: string): string =>
  `${/^(?:[aeio]|u[^ns]|unl|8|1[18](?!\d)|(?:lpg|mg|faw)\b)/i.test(words) ? 'an' : 'a'} ${words}`
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const drives = new Map<string, string>(
  Object.entries({
    '4wd': 'four-wheel drive',
    awd: 'all-wheel drive',
    fwd: 'front-wheel drive',
    rwd: 'rear-wheel drive',
  }),
)
const fuels = new Map<string, string>(Object.entries({ 'lpg autogas': 'LPG autogas' }))

function powerOf(engine: string, fueltype: string): string {
  const fuel = fuels.get(small(fueltype)) ?? small(fueltype)
  const bare = engine.replace(/\s*(?:engine|motor)\s*$/i, '')
  if (fuel === 'electric')
    return /electric/i.test(bare) ? one(`${bare} drive`) : one(`${bare} electric drive`)
  const named = new RegExp(`\\b${fuel.replace(/[^a-z ]/gi, '')}\\b`, 'i').test(bare)
  return one(named ? `${bare} engine` : `${bare} ${fuel} engine`)
}

function mileageOf(mileage: string): string {
  const digits = mileage.replace(/\D/g, '')
  if (digits === '' || Number(digits) === 0) return ''
  return /[a-z]/i.test(mileage) ? mileage.replace(/\s*kms?\b/i, ' km') : `${mileage} km`
}

function factsOf(fields: DescribeFields, currencySign: string): TemplateFacts {
  const { title, make, model, year, engine, fueltype, transmission, drive, mileage, condition } = fields
  const named = [trimmed(make), trimmed(model)].filter((word) => word !== '').join(' ')
  const price = Number(fields.price)
  const gear = small(trimmed(transmission)).startsWith('semi')
    ? 'semi-automatic'
    : small(trimmed(transmission))
  return {
    name: [trimmed(year), named].filter((word) => word !== '').join(' ') || trimmed(title),
    title: trimmed(title),
    isNew: small(trimmed(condition)) === 'new',
    status: small(trimmed(fields.status)),
    power: powerOf(trimmed(engine), trimmed(fueltype)),
    gearbox: one(`${gear} gearbox`),
    drive: drives.get(small(trimmed(drive))) ?? trimmed(drive),
    mileage: mileageOf(trimmed(mileage)),
    outside: small(trimmed(fields.exteriorcolor)),
    inside: small(trimmed(fields.interiorcolor)),
    price: trimmed(fields.price) === '' || !Number.isFinite(price) ? '' : currencySign + grouped(price),
  }
}

const state = (t: TemplateFacts): string => (t.isNew ? 'new' : 'used')
const offers = new Map<string, string>(
  Object.entries({
    active: ' It is for sale now.',
    sold: ' This car has been sold.',
  }),
)
const offer = (t: TemplateFacts): string => offers.get(t.status) ?? ''

const openings: readonly Line[] = [
  (t) => `Meet this ${t.outside} ${t.name}, ${one(`${state(t)} car`)}.${offer(t)}`,
  (t) => `Here is ${one(`${t.outside} ${t.name}`)}, ${state(t)}.${offer(t)}`,
  (t) => `${capital(one(`${state(t)} ${t.name}`))} in ${t.outside}.${offer(t)}`,
  (t) => `Looking for ${one(t.name)}? This one is ${t.outside} and ${state(t)}.${offer(t)}`,
]
const insides: readonly Line[] = [
  (t) => `Open the door and you find ${one(`${t.inside} interior`)}.`,
  (t) => `The interior is ${t.inside}.`,
  (t) => `${capital(t.outside)} outside and ${t.inside} inside: see the pictures for both.`,
]
const drivings: readonly Line[] = [
  (t) => `It has ${t.power} with ${t.gearbox} and ${t.drive}.`,
  (t) => `Under way it relies on ${t.power}, ${t.gearbox} and ${t.drive}.`,
  (t) => `${capital(t.power)} works together with ${t.gearbox}; ${t.drive} puts it on the road.`,
]
const clocks: readonly Line[] = [
  (t) => `The clock shows ${t.mileage}.`,
  (t) => `So far it has covered ${t.mileage}.`,
  (t) => `Mileage: ${t.mileage}.`,
]
const prices: readonly Line[] = [
  (t) => `The asking price is ${t.price}.`,
  (t) => `It can be yours for ${t.price}.`,
  (t) => `Priced at ${t.price}.`,
]
const endings: readonly Line[] = [
  () => 'Send an enquiry through this ad to ask a question or to arrange a viewing.',
  () => 'Have a look at the pictures and the list of features, then send an enquiry through this ad.',
  () => 'Questions are welcome: use the enquiry on this page, and come and see the car for yourself.',
]

/** Hashes a text, with the same result everywhere (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

/**
 * Returns two or three paragraphs of plain text. The fields must be complete (`missingForDescription`). Another `turn` gives
 * the same facts in other sentences.
 */
export function templateText(fields: DescribeFields, currencySign: string, turn = 0): string {
  const t = factsOf(fields, currencySign)
  const seed = JSON.stringify(t)
  const pick = (lines: readonly Line[], part: string): string =>
    lines[(numberOf(`${part} ${seed}`) + turn) % lines.length]?.(t) ?? ''
  const first = [pick(openings, 'opening'), pick(insides, 'inside')]
  const second = [pick(drivings, 'driving'), t.mileage === '' ? '' : pick(clocks, 'clock')]
  const third =
    t.status === 'sold' ? [] : [t.price === '' ? '' : pick(prices, 'price'), pick(endings, 'ending')]
  return [first, second, third]
    .map((lines) => lines.filter((line) => line !== '').join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
