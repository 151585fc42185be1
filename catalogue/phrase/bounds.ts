import { amountAt, elseEnd, isYear, isQualified, type Amount } from './amounts.ts'
import type { Bounds, Reading, ReadingStep } from './meaning.ts'
import { afterBlank, type Token } from './tokens.ts'
import { isGerman } from './vocabulary.ts'

type Measure = 'price' | 'mileage' | 'year'
interface Relation {
  side: 'max' | 'min' | 'around' | 'between'
  /** Whether the named year itself is excluded ("before 2010"); prices and mileages ignore this field. */
  strict?: boolean
  /** Whether the words apply to years only. */
  year?: boolean
}

const relations: readonly (readonly [words: readonly string[], relation: Relation])[] = (
  [
    [
      { side: 'max' },
      'max|maximum|up to|upto|at most|not up to|<=|until|till|within|bis|bis zu|maximal|hochstens',
    ],
    [
      { side: 'max', strict: true },
      'no pass|not pass|no cost pass|onder|under|below|sub|less than|lower than|cheaper than|fewer than|<|unter|weniger als',
    ],
    [{ side: 'max', strict: true, year: true }, 'before|older than|earlier than|pre|vor|alter als'],
    [{ side: 'min' }, 'min|minimum|from|at least|starting at|starting from|upwards of|>=|ab|von|mindestens'],
    [{ side: 'min', strict: true }, 'over|above|more than|higher than|exceeding|>|uber|mehr als'],
    [
      { side: 'min', strict: true, year: true },
      'after|newer than|later than|younger than|nach|neuer als|junger als',
    ],
    [{ side: 'min', year: true }, 'since|seit'],
    [
      { side: 'around' },
      '+ -|±|around|about|approx|approximately|roughly|circa|near|close to|~|ca|etwa|rund|um die',
    ],
    [{ side: 'between' }, 'between|btw|zwischen'],
  ] as const
)
  .flatMap(([relation, words]) => words.split('|').map((w) => [w.split(' '), relation] as const))
  .sort(([a], [b]) => b.length - a.length)

const measures = new Map<string, Measure>(
  (
    [
      ['price', 'price priced cost costing budget preis'],
      [
        'mileage',
        'mileage milage kilometres kilometers km kms odometer odo laufleistung kilometerstand kilometer miles',
      ],
      ['year', 'year years baujahr bj ez erstzulassung reg registered'],
    ] as const
  ).flatMap(([measure, words]) => words.split(' ').map((word) => [word, measure] as const)),
)

const matchesAt = (tokens: readonly Token[], at: number, words: readonly string[]) =>
  words.every((w, k) => tokens[at + k]?.text === w)

/** Words that may begin a range. */
const spanning = new Set(['from', 'ab', 'von', 'within'])
const turning = new Set(['no', 'not', 'nothing', 'none', 'nicht', 'nichts'])

/** Returns the relation that begins at a token. "no more than" and "nothing over" reverse a relation. */
function relationAt(tokens: readonly Token[], at: number): (Relation & { end: number }) | undefined {
  const found = relations.find(([words]) => matchesAt(tokens, at, words))
  // "uber" may be the ride service: "for uber r150k budget". It counts as a German word only in a German text.
  if (
    tokens[at]?.text === 'uber' &&
    !tokens.some(({ text }) => isGerman.has(text) || /^(?:euro|€)$/.test(text))
  )
    return undefined
  if (found) return { ...found[1], end: at + found[0].length }
  const turned = turning.has(tokens[at]?.text ?? '') ? relationAt(tokens, at + 1) : undefined
  if (turned?.side !== 'max' && turned?.side !== 'min') return undefined
  return { ...turned, side: turned.side === 'max' ? 'min' : 'max', strict: turned.strict !== true }
}

interface Opening {
  at: number
  measure: Measure | undefined
  relation: Relation | undefined
  /** Whether a range may follow, as after "from". */
  spans: boolean
}

/** Reads the words that lead up to a number: "price", "max price of", "mileage under". */
export function openingAt(tokens: readonly Token[], from: number): Opening {
  const o: Opening = { at: from, measure: undefined, relation: undefined, spans: true }
  for (let steps = 0; steps < 4; steps += 1) {
    const word = tokens[o.at]?.text ?? ''
    const measure = measures.get(word)
    const relation = relationAt(tokens, o.at)
    if (measure !== undefined && o.measure === undefined) {
      o.measure = measure
      if (word === 'budget') o.relation ??= { side: 'max' }
      o.at += 1
    } else if (relation && (o.relation === undefined || tokens[from]?.text === 'budget')) {
      o.relation = relation
      o.spans = relation.side === 'between' || spanning.has(word)
      o.at = relation.end
      // "ab 09/2018"
    } else if (
      /^[01]?\d$/.test(word) &&
      tokens[o.at + 1]?.gap === '/' &&
      isYear(tokens[o.at + 1]?.text ?? '')
    )
      o.at += 1
    else if (o.at > from && ['of', 'is', ':', '=', 'the', '-', 'von'].includes(word)) o.at += 1
    else break
  }
  return o
}

/** Returns the second number of a range: "2015-2019", "100 to 200k", "between 1 and 2 million". */
function spanEnd(
  tokens: readonly Token[],
  a: Amount,
  o: Opening,
): { b: Amount; noYears?: boolean } | undefined {
  if (!o.spans) return undefined
  const links =
    o.relation?.side === 'between'
      ? ['-', 'to', 'and', '&', 'und', 'bis']
      : ['-', 'to', 'until', 'till', 'bis']
  const upTo = matchesAt(tokens, a.end, ['up', 'to'])
  // "2015/16"
  const isStroke =
    a.year !== undefined && tokens[a.end]?.gap === '/' && /^\d\d$/.test(tokens[a.end]?.text ?? '')
  if (!upTo && !isStroke && !links.includes(tokens[a.end]?.text ?? '')) return undefined
  const at = a.end + (upTo ? 2 : isStroke ? 0 : 1)
  const b = amountAt(tokens, at)
  const short = tokens[at]?.text ?? ''
  // "2015-19"
  if (a.year !== undefined && b && !isQualified(b) && /^\d\d$/.test(short)) {
    const year = Math.floor(a.year / 100) * 100 + Number(short)
    return year >= a.year ? { b: { ...b, number: year, year } } : undefined
  }
  if (!b) return undefined
  if ((a.year === undefined) === (b.year === undefined)) return { b }
  // "£1500-2000", "2000 to 5000": beside a price, the round number is not a year.
  const [year, other] = a.year === undefined ? [b, a] : [a, b]
  const isMoney = year.year === 2000 && other.km === undefined && other.number >= 100 && b.number > a.number
  if (isMoney) return { b, noYears: true }
  return o.relation?.side === 'between' && isQualified(b) ? { b } : undefined
}

/** Lets both ends of a range share their units: "3-5m" is three to five million, "500-1m" is half a million to one million. */
function sharedUnits(a: Amount, b: Amount): [Amount, Amount] {
  const times = (x: Amount, y: Amount, fits: (value: number) => boolean) =>
    x.times > 1 || x.grouped || y.times === 1
      ? x.times
      : ([y.times, 1000].find((t) => fits(x.number * t)) ?? 1)
  const first = times(a, b, (value) => value <= b.number * b.times)
  const second = times(b, a, (value) => value >= a.number * a.times)
  const both = {
    currency: a.currency || b.currency,
    foreign: a.foreign ?? b.foreign,
    km: a.km ?? b.km,
  }
  return [
    { ...a, times: first, ...both },
    { ...b, times: second, ...both },
  ]
}

function measureOf(a: Amount, o: Opening, spans: boolean, bare: Bare): Measure | undefined {
  if (a.km !== undefined) return 'mileage'
  if (o.measure === 'mileage') return a.currency ? 'price' : 'mileage'
  // "budget 300" may mean thousands or millions, so a small number is not a price.
  if (a.currency || a.times >= 1_000_000 || (o.measure === 'price' && a.number * a.times >= 1000))
    return 'price'
  if (a.year !== undefined) return 'year'
  if (o.measure === 'year' || o.relation?.year === true) return undefined
  if (a.times > 1) return 'price'
  // "corolla 150000": no other measure is this large.
  if (o.relation !== undefined || spans) return a.number >= 1000 ? 'price' : undefined
  return a.number >= leastBare ? bare : undefined
}

/** Measure of an amount without any word, in a text that names a car; undefined for none. */
export type Bare = 'price' | 'mileage' | undefined
/** A smaller number may be a model, a year or a horsepower. */
const leastBare = 10_000

const most: Readonly<Record<Measure, number>> = { price: 1e12, mileage: 2_000_000, year: 9999 }
const least: Readonly<Record<Measure, number>> = { price: 1, mileage: 100, year: 0 }
const valueOf = (a: Amount) => Math.round(a.number * a.times * (a.km ?? 1))

const upward = new Set(
  'more above over newer later up upward upwards onward onwards higher younger neuer junger hoher mehr'.split(
    ' ',
  ),
)
const downward = new Set(
  'less below under older earlier lower cheaper down downward alter weniger'.split(' '),
)
const isModel = (token: Token | undefined) => /^model+s?$/.test(token?.text ?? '')
/** Reads a bound after a number: "2016+", "2016 or newer", "5m and below", "300k max". */
function closingAt(tokens: readonly Token[], from: number): { side: 'min' | 'max'; end: number } | undefined {
  // "2010 model upward"
  const at = isModel(tokens[from]) ? from + 1 : from
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (!first) return undefined
  // "2015 to date"
  if (/^(?:to|till|bis|-)$/.test(first.text) && /^(?:date|present|now|heute)$/.test(second?.text ?? ''))
    return { side: 'min', end: at + 2 }
  const free = (end: number) => amountAt(tokens, end) === undefined
  // "2016 +- 220k"
  if (first.text === '+' && second?.text !== '-' && (first.gap === '' || free(at + 1)))
    return { side: 'min', end: at + 1 }
  if (/^(?:plus|(?:on|up)wards?)$/.test(first.text)) return { side: 'min', end: at + 1 }
  // "2008 up" is a bound; "2008 up to 2012" and "2008 above 4m" are not.
  if (/^(?:up|above|below|down(?:wards?)?)$/.test(first.text) && second?.text !== 'to' && free(at + 1))
    return { side: /^[bd]/.test(first.text) ? 'max' : 'min', end: at + 1 }
  if (['max', 'maximum', 'tops', 'budget', 'maximal'].includes(first.text) && free(at + 1))
    return { side: 'max', end: at + 1 }
  if (!['and', 'or', '&', 'und', 'oder'].includes(first.text) || !second || !free(at + 2)) return undefined
  if (upward.has(second.text)) return { side: 'min', end: at + 2 }
  return downward.has(second.text) ? { side: 'max', end: at + 2 } : undefined
}

function boundsOf(value: number, measure: Measure, relation: Relation | undefined): Bounds {
  const step = measure === 'year' && relation?.strict === true ? 1 : 0
  if (relation?.side === 'max') return { min: undefined, max: value - step }
  if (relation?.side === 'min') return { min: value + step, max: undefined }
  if (measure === 'year') {
    const around = relation?.side === 'around' ? 1 : 0
    return { min: value - around, max: value + around }
  }
  // A bare mileage is an upper limit, since buyers do not look for a minimum mileage. A bare price is a range of 10 % around it.
  if (measure === 'mileage' && relation === undefined) return { min: undefined, max: value }
  return { min: Math.floor((value * 9) / 10), max: Math.ceil((value * 11) / 10) }
}

/** Reads years, prices or mileages that begin at a token, with their bounds. */
export function boundsAt(
  tokens: readonly Token[],
  at: number,
  bare?: Bare,
  carried?: Relation,
): ReadingStep | undefined {
  const opening = openingAt(tokens, at)
  const a = amountAt(tokens, opening.at)
  if (!a) return undefined
  const other = elseEnd(tokens, a)
  if (other !== undefined) return { reading: { kind: 'aside' }, end: other }
  const span = spanEnd(tokens, a, opening)
  if (span) {
    const [low, high] = sharedUnits(a, span.b)
    const measure = measureOf(span.noYears ? { ...high, year: undefined } : high, opening, true, bare)
    if (measure === undefined || !inside(low, measure) || !inside(high, measure)) return undefined
    const [min = 0, max = 0] = [valueOf(low), valueOf(high)].sort((x, y) => x - y)
    return { reading: { kind: measure, min, max, ...currencyOf(high, measure) }, end: span.b.end }
  }
  if (opening.relation?.side === 'between') return undefined
  const closing = opening.relation ? undefined : closingAt(tokens, a.end)
  const relation =
    opening.relation ?? (closing && { side: closing.side }) ?? (a.year === undefined ? carried : undefined)
  // "under 2000" usually means money; for a year people say "before".
  const isRound = a.year === 2000 && opening.relation?.side === 'max' && !isModel(tokens[a.end])
  const meant = isRound && opening.relation?.year !== true ? { ...a, year: undefined } : a
  const measure = measureOf(meant, { ...opening, relation }, false, bare)
  if (measure === undefined || !inside(a, measure)) return undefined
  const bounds = boundsOf(valueOf(a), measure, relation)
  const reading: Reading = { kind: measure, ...bounds, ...currencyOf(a, measure) }
  return { reading, end: closing?.end ?? a.end }
}

const currencyOf = ({ foreign }: Amount, measure: Measure) =>
  measure === 'price' && foreign !== undefined ? { foreign } : {}

const inside = (a: Amount, measure: Measure) => valueOf(a) >= least[measure] && valueOf(a) <= most[measure]

/** Reads "within 50 km of" or "50 km from": a radius around a city that is named before or after. */
export function withinAt(tokens: readonly Token[], at: number): ReadingStep | undefined {
  const explicit = tokens[at]?.text === 'within'
  const a = amountAt(tokens, explicit ? at + 1 : at)
  if (a?.km === undefined || valueOf(a) > 1000 || elseEnd(tokens, a) !== undefined) return undefined
  const link = tokens[a.end]
  const linked =
    link !== undefined && afterBlank(link) && ['of', 'from', 'around', 'near'].includes(link.text)
  if (!explicit && !linked) return undefined
  return { reading: { kind: 'within', km: valueOf(a) }, end: linked ? a.end + 1 : a.end }
}

/** A smaller number may be a year. */
const leastMileage = 3000
/** Reads "low mileage under 50 000" as kilometres, although the unit is missing. */
export function lowMileageAt(tokens: readonly Token[], at: number, bare: Bare): ReadingStep | undefined {
  const bounds = tokens[at]?.text === 'low' ? boundsAt(tokens, at + 1, bare) : undefined
  const { reading } = bounds ?? {}
  return reading?.kind === 'mileage' && (reading.max ?? 0) >= leastMileage ? bounds : undefined
}
