import { amountAt, saysMore, type Amount } from './amounts.ts'
import type { Bounds, Reading } from './meaning.ts'
import { afterBlank, type Token } from './tokens.ts'

type Measure = 'price' | 'mileage' | 'year'
interface Relation {
  side: 'max' | 'min' | 'around' | 'between'
  /** The named year itself is not meant ("before 2010"); for money and kilometres that makes no difference. */
  strict?: boolean
  /** Said of years only. */
  year?: boolean
}

const relations: readonly (readonly [words: readonly string[], relation: Relation])[] = (
  [
    [
      { side: 'max' },
      'max|maximum|up to|upto|at most|no more than|not more than|not over|not above|not exceeding|not up to|<=|until|till|within|bis|bis zu|maximal|hochstens',
    ],
    [
      { side: 'max', strict: true },
      'under|below|less than|lower than|cheaper than|fewer than|<|unter|weniger als',
    ],
    [{ side: 'max', strict: true, year: true }, 'before|older than|earlier than|pre|vor|alter als'],
    [{ side: 'max', year: true }, 'not newer than|no newer than'],
    [
      { side: 'min' },
      'min|minimum|from|at least|no less than|not less than|not under|not below|starting at|ab|von|mindestens',
    ],
    [{ side: 'min' }, 'starting from|upwards of|>='],
    [{ side: 'min', strict: true }, 'over|above|more than|higher than|>|uber|mehr als'],
    [
      { side: 'min', strict: true, year: true },
      'after|newer than|later than|younger than|nach|neuer als|junger als',
    ],
    [{ side: 'min', year: true }, 'since|not older than|no older than|seit|nicht alter als'],
    [
      { side: 'around' },
      'around|about|approx|approximately|roughly|circa|near|close to|~|ca|etwa|rund|um die',
    ],
    [{ side: 'between' }, 'between|btw|zwischen'],
  ] as const
)
  .flatMap(([relation, words]) => words.split('|').map((w) => [w.split(' '), relation] as const))
  .sort(([a], [b]) => b.length - a.length)

const measures = new Map<string, Measure>(
  Object.entries({
    price: 'price',
    priced: 'price',
    cost: 'price',
    costing: 'price',
    budget: 'price',
    mileage: 'mileage',
    milage: 'mileage',
    kilometres: 'mileage',
    kilometers: 'mileage',
    km: 'mileage',
    kms: 'mileage',
    odometer: 'mileage',
    odo: 'mileage',
    year: 'year',
    years: 'year',
    baujahr: 'year',
    bj: 'year',
    ez: 'year',
    erstzulassung: 'year',
    reg: 'year',
    registered: 'year',
    preis: 'price',
    laufleistung: 'mileage',
    kilometerstand: 'mileage',
    kilometer: 'mileage',
    miles: 'mileage',
  }),
)
const ranges = new Set(['range', 'ranges', 'reichweite', 'warranty', 'tank'])

const says = (tokens: readonly Token[], at: number, words: readonly string[]) =>
  words.every((w, k) => tokens[at + k]?.text === w)

/** They may open a span. */
const spanning = new Set(['from', 'ab', 'von'])

interface Opening {
  at: number
  measure: Measure | undefined
  relation: Relation | undefined
  /** "from" may open a span. */
  spans: boolean
}

/** "price", "max price of", "mileage under": whatever leads up to a number. */
function openingAt(tokens: readonly Token[], from: number): Opening {
  const o: Opening = { at: from, measure: undefined, relation: undefined, spans: true }
  for (let steps = 0; steps < 4; steps += 1) {
    const word = tokens[o.at]?.text ?? ''
    const measure = measures.get(word)
    const relation = relations.find(([words]) => says(tokens, o.at, words))
    if (measure !== undefined && o.measure === undefined) {
      o.measure = measure
      if (word === 'budget') o.relation ??= { side: 'max' }
      o.at += 1
    } else if (relation && (o.relation === undefined || tokens[from]?.text === 'budget')) {
      o.relation = relation[1]
      o.spans = relation[1].side === 'between' || spanning.has(relation[0][0] ?? '')
      o.at += relation[0].length
    } else if (o.at > from && ['of', 'is', ':', '=', 'the', '-', 'von'].includes(word)) o.at += 1
    else break
  }
  return o
}

/** The second number of "2015-2019", "100 to 200k", "between 1 and 2 million". */
function spanEnd(tokens: readonly Token[], a: Amount, o: Opening): Amount | undefined {
  if (!o.spans) return undefined
  const links =
    o.relation?.side === 'between'
      ? ['-', 'to', 'and', '&', 'und', 'bis']
      : ['-', 'to', 'until', 'till', 'bis']
  const upTo = says(tokens, a.end, ['up', 'to'])
  if (!upTo && !links.includes(tokens[a.end]?.text ?? '')) return undefined
  const at = a.end + (upTo ? 2 : 1)
  const b = amountAt(tokens, at)
  const short = tokens[at]?.text ?? ''
  // "2015-19"
  if (a.year !== undefined && b && !saysMore(b) && /^\d\d$/.test(short)) {
    const year = Math.floor(a.year / 100) * 100 + Number(short)
    return year >= a.year ? { ...b, number: year, year } : undefined
  }
  if (!b || (a.year !== undefined) !== (b.year !== undefined)) {
    return b && o.relation?.side === 'between' && saysMore(b) ? b : undefined
  }
  return b
}

/** "3-5m" is three to five million, "500-1m" half a million to one. */
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
  if (a.currency || a.times >= 1_000_000 || o.measure === 'price') return 'price'
  if (a.year !== undefined) return 'year'
  if (o.measure === 'year' || o.relation?.year === true) return undefined
  if (a.times > 1) return 'price'
  // "corolla 150000": nothing else is so much.
  if (o.relation !== undefined || spans) return a.number >= 1000 ? 'price' : undefined
  return a.number >= leastBare ? bare : undefined
}

/** What an amount without any word says beside the name of a car; undefined: nothing. */
export type Bare = 'price' | 'mileage' | undefined
/** Less may be a model, a year or a horsepower. */
const leastBare = 10_000

const most: Readonly<Record<Measure, number>> = { price: 1e12, mileage: 2_000_000, year: 9999 }
const least: Readonly<Record<Measure, number>> = { price: 1, mileage: 100, year: 0 }
const valueOf = (a: Amount) => Math.round(a.number * a.times * (a.km ?? 1))

const upward = new Set(['more', 'above', 'over', 'newer', 'later', 'up', 'upwards', 'higher', 'younger'])
const downward = new Set(['less', 'below', 'under', 'older', 'earlier', 'lower', 'cheaper'])

/** "2016+", "2016 or newer", "5m and below", "300k max": a side that is named behind the number. */
function closingAt(tokens: readonly Token[], at: number): { side: 'min' | 'max'; end: number } | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (!first) return undefined
  const free = (end: number) => amountAt(tokens, end) === undefined
  if (first.text === '+' && (first.gap === '' || free(at + 1))) return { side: 'min', end: at + 1 }
  if (['onwards', 'onward', 'upwards', 'upward', 'plus'].includes(first.text))
    return { side: 'min', end: at + 1 }
  // "2008 up", and not "2008 up to 2012" or "2008 above 4m".
  if (['up', 'above', 'below'].includes(first.text) && second?.text !== 'to' && free(at + 1))
    return { side: first.text === 'below' ? 'max' : 'min', end: at + 1 }
  if (['max', 'maximum', 'tops', 'budget', 'maximal'].includes(first.text) && free(at + 1))
    return { side: 'max', end: at + 1 }
  if (!['and', 'or', '&'].includes(first.text) || !second || !free(at + 2)) return undefined
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
  // Nobody asks for a car that has been driven at least so far, or for exactly so much money.
  if (measure === 'mileage' && relation === undefined) return { min: undefined, max: value }
  return { min: Math.floor((value * 9) / 10), max: Math.ceil((value * 11) / 10) }
}

/** Years, money and kilometres, with whatever bounds them, that begin at a token. */
export function boundsAt(
  tokens: readonly Token[],
  at: number,
  bare?: Bare,
): { reading: Reading; end: number } | undefined {
  const opening = openingAt(tokens, at)
  const a = amountAt(tokens, opening.at)
  if (!a) return undefined
  // How far it goes, not how far it went: "200 mile range".
  if (a.km !== undefined && ranges.has(tokens[a.end]?.text ?? '')) {
    return { reading: { kind: 'aside' }, end: a.end + 1 }
  }
  const b = spanEnd(tokens, a, opening)
  if (b) {
    const [low, high] = sharedUnits(a, b)
    const measure = measureOf(high, opening, true, bare)
    if (measure === undefined || !inside(low, measure) || !inside(high, measure)) return undefined
    const [min = 0, max = 0] = [valueOf(low), valueOf(high)].sort((x, y) => x - y)
    return { reading: { kind: measure, min, max, ...currencyOf(high, measure) }, end: b.end }
  }
  if (opening.relation?.side === 'between') return undefined
  const closing = opening.relation ? undefined : closingAt(tokens, a.end)
  const relation = opening.relation ?? (closing && { side: closing.side })
  const measure = measureOf(a, { ...opening, relation }, false, bare)
  if (measure === undefined || !inside(a, measure)) return undefined
  const bounds = boundsOf(valueOf(a), measure, relation)
  const reading: Reading = { kind: measure, ...bounds, ...currencyOf(a, measure) }
  return { reading, end: closing?.end ?? a.end }
}

const currencyOf = ({ foreign }: Amount, measure: Measure) =>
  measure === 'price' && foreign !== undefined ? { foreign } : {}

const inside = (a: Amount, measure: Measure) => valueOf(a) >= least[measure] && valueOf(a) <= most[measure]

/** "within 50 km of", "50 km from": kilometres around a city, which is named behind it or was before. */
export function withinAt(
  tokens: readonly Token[],
  at: number,
): { reading: Reading; end: number } | undefined {
  const said = tokens[at]?.text === 'within'
  const a = amountAt(tokens, said ? at + 1 : at)
  if (a?.km === undefined || valueOf(a) > 1000) return undefined
  const link = tokens[a.end]
  const linked =
    link !== undefined && afterBlank(link) && ['of', 'from', 'around', 'near'].includes(link.text)
  if (!said && !linked) return undefined
  return { reading: { kind: 'within', km: valueOf(a) }, end: linked ? a.end + 1 : a.end }
}
