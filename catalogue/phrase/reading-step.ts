import { boundsAt, lowMileageAt, withinAt } from './bounds.ts'
import type { Meaning, Reading, ReadingStep } from './meaning.ts'
import type { Names } from './names.ts'
import { asNew, looksEnd, ofCar, otherNumberAt, partEnd } from './asides.ts'
import { codedYearAt, diesel, hybrid, litresAt, shortYearsAt, sideOfYear, strokeAt } from './small-numbers.ts'
import { isWord, type Token } from './tokens.ts'
import type { Subject } from './subject.ts'
import { compact } from '../words.ts'
import { fillers, negations, ordinary } from './vocabulary.ts'

export interface Place {
  tokens: readonly Token[]
  at: number
  names: Names
  subject: Subject
  /** Makes that were named so far. */
  makes: ReadonlySet<string>
  /** Make that was named directly before. */
  behind?: string | undefined
  /** Make or model that was named directly before. */
  carBefore?: string | undefined
  /** Makes of the named models, until a separator announces another car. */
  settled: ReadonlySet<string>
  /** The last single year that was named. */
  year?: number | undefined
  last?: ReadingStep
}

/** Tells whether a short name of another make is a trim after a model: "XC90 T6", "Hilux SRX", "Model S 100D". */
const isTrim = ({ settled }: Place, key: string, reading: Meaning) =>
  settled.size > 0 &&
  // "hummer h3" contains its make.
  ((reading.kind === 'absent' && !(reading.model !== undefined && key.startsWith(compact(reading.make)))) ||
    (reading.kind === 'model' && !reading.models.some((m) => settled.has(m.parent))))
/** Maximum length of a name that may be a trim. */
const shortName = 3

/** Maximum number of parts of a name. */
const longest = 6

/** Returns the joined words from a token on, longest first, each with the index after it. */
function joined({ tokens, at }: Place, most: number): { key: string; end: number }[] {
  const found: { key: string; end: number }[] = []
  let key = ''
  let end = at
  while (found.length < most) {
    const token = tokens[end]
    if (token === undefined) break
    // "4x4 s/cab" are two expressions.
    if (key !== '' && token.text.length === 1 && /\s/.test(token.gap) && tokens[end + 1]?.gap === '/') break
    if (isWord(token)) key += token.text.replaceAll('.', '')
    else if (token.text === '+' && token.gap === '' && key !== '') key += 'plus'
    else if (token.text !== '-' || key === '') break
    end += 1
    if (token.text !== '-') found.unshift({ key, end })
  }
  return found
}

/** Tells whether the end of a name begins another expression: "peugeot 2008-2012", "bmw 3 million", "merc c 200". */
function opensMore({ tokens, at, names }: Place, end: number, reading: Reading): boolean {
  const last = end - 1
  const text = tokens[last]?.text ?? ''
  const make = reading.kind === 'model' ? reading.models[0]?.parent : undefined
  const coded = make !== undefined && /^\p{L}{1,3}$/u.test(text)
  if (coded && names.coded(text + (tokens[end]?.text ?? ''), make)) return true
  if (last === at || !/^\d/.test(text)) return false
  const bounds = boundsAt(tokens, last)
  return bounds !== undefined && bounds.end > end
}

/** Tells whether a token is only a number: "bmw 200 000 km" does not mean the 2 Series. */
const isNumber = ({ tokens, at, subject }: Place, end: number) =>
  end === at + 1 &&
  !/^\d{3}$/.test(tokens[end + 1]?.text ?? '') &&
  (boundsAt(tokens, at, subject.bare)?.end ?? 0) > end

/** Tells whether "a" is an article: "a 4 door" is not an Audi; "a 180" and "mercedes a 45" are models. */
function article({ tokens, at, names, behind }: Place): boolean {
  const next = tokens[at + 1]
  if (tokens[at]?.text !== 'a' || next?.gap === '' || !/^\d/.test(next?.text ?? '')) return false
  return !(
    names.coded(`a${next?.text}`, behind) &&
    (behind !== undefined || /^[12]\d0/.test(next?.text ?? ''))
  )
}

/** Adds the models of a maker's code to a name of the reference data: "c300" also means the C-Class. */
function withCode(
  { tokens, names, behind }: Place,
  o: { key: string; end: number },
  reading: Meaning,
): Meaning {
  if (reading.kind === 'absent') return names.coded(o.key, behind) ?? reading
  if (reading.kind !== 'model') return reading
  // "c300", "merc c300"
  const coded =
    names.coded(o.key, behind) ?? names.coded(tokens[o.end - 1]?.text ?? '', reading.models[0]?.parent)
  if (coded?.kind !== 'model') return reading
  const added = coded.models.filter(
    (m) =>
      reading.models.some((own) => own.parent === m.parent) &&
      !reading.models.some((own) => own.parent === m.parent && own.child === m.child),
  )
  return added.length === 0 ? reading : { kind: 'model', models: [...reading.models, ...added] }
}

const aside: Meaning = { kind: 'aside' }
const roomy = new Set(['Minibus', 'MPV'])
/** Models that are sold as "Kombi" without being a wagon. */
const buses = ['Transit', 'Transporter', 'Caravelle', 'Caddy', 'Vito', 'V-Class', 'Hiace', 'H-1']

/** Tells whether "new" describes the car, not a part or an earlier condition. */
function isNew(place: Place, key: string, end: number): boolean {
  const { tokens, at } = place
  if (asNew.test(tokens[at - 1]?.text ?? '')) return false
  const next = tokens[end]
  if (!/^(?:new|neue[rs])$/.test(key) || !next || ofCar.test(next.text)) return true
  const { reading } = stepAt({ ...place, at: end }) ?? {}
  return (
    reading !== undefined && reading.kind !== 'aside' && !('field' in reading && reading.field === 'feature')
  )
}

/** Returns the meaning of a name in its context: "toyota jeep" means an SUV, "auto" means a car in German. */
function inContext(place: Place, { key, end }: { key: string; end: number }, reading: Meaning): ReadingStep {
  const { subject, tokens, names } = place
  const part = partEnd(tokens, key, end)
  if (part !== undefined) return { reading: aside, end: part }
  if (subject.jeepIsBody && /^jeeps?$/.test(key))
    return { reading: { kind: 'bodytype', values: ['SUV'] }, end }
  if (subject.german && /^autos?$/.test(key)) return { reading: aside, end }
  if (reading.kind === 'bodytype' && reading.values.length === 1) {
    // In "sienna bus" and "transporter kombi" the body adds nothing to the model.
    const isModels = roomy.has(reading.values[0] ?? '')
      ? subject.models.size > 0
      : key.startsWith('kombi') && buses.some((model) => subject.models.has(model))
    return { reading: isModels ? aside : reading, end }
  }
  const isAside =
    (reading.kind === 'fact' && /new$|^neue[rs]$/.test(key) && !isNew(place, key, end)) ||
    // In German the word means any van.
    (key === 'transporter' &&
      !place.settled.has('Volkswagen') &&
      !place.makes.has('Volkswagen') &&
      (place.behind !== undefined ||
        (subject.german && !tokens.some(({ text }) => text.startsWith('kombi')))))
  if (isAside) return { reading: aside, end }
  // A Countryman is sold as a "Cooper", too.
  if (
    /^(?:mini)?cooper/.test(key) &&
    (place.settled.has('Mini') ||
      [0, 1].some((more) => /^(?:country|club)man$/.test(tokens[end + more]?.text ?? '')))
  )
    return { reading: aside, end }
  const utility = reading.kind === 'model' && subject.pickup ? names.exact(`${key}utility`) : undefined
  if (utility?.kind === 'model') return { reading: utility, end }
  if (reading.kind !== 'model') return { reading, end }
  // Of a name that several makes share, the model of the named make counts: "t6 transporter".
  const own = reading.models.filter((m) => subject.makes.has(m.parent))
  return { reading: own.length > 0 ? { ...reading, models: own } : reading, end }
}

/** Names that only one maker or a few makers use for wagons. */
const estates = new Map([
  ['touring', 'BMW'],
  ['allroad', 'Audi'],
  ['variant', 'Volkswagen'],
  ['sw', 'Peugeot Kia'],
  ['sportswagon', 'Kia'],
  ['tourer', 'Honda'],
  ['turnier', 'Ford'],
  ['combi', 'Škoda'],
])

/** Tells whether a short name after a make belongs to another make and so means something else: "citroen c5", "volvo t5". */
const isForeign = ({ behind }: Place, key: string, reading: Meaning) =>
  behind !== undefined &&
  ((reading.kind === 'absent' && reading.make !== behind) ||
    (reading.kind === 'model' && key.length <= shortName && !reading.models.some((m) => m.parent === behind)))

const endsCode = /^(?:\d+\p{L}*|d|e|i|t|x|xi|ci|ti|cdi|bluetec)$/u
const plates = new Set(['plate', 'plates', 'number', 'reg', 'registered', 'registration', 'cleared'])

/** Tells whether a place describes the registration: "lagos plate". */
const ofPlate = ({ tokens }: Place, reading: Reading, end: number) =>
  (reading.kind === 'province' || reading.kind === 'city') && plates.has(tokens[end]?.text ?? '')

function nameAt(place: Place): ReadingStep | undefined {
  const { tokens, at } = place
  // "peugeot 208 or 308"
  const number =
    /^\d{1,3}$/.test(tokens[at]?.text ?? '') && /^(?:or|oder|vs)$/.test(tokens[at - 1]?.text ?? '')
  for (const make of number ? place.subject.makes : []) {
    const reading = place.names.exact(compact(make) + (tokens[at]?.text ?? ''))
    if (reading?.kind === 'model') return { reading, end: at + 1 }
  }
  const estate = estates.get(tokens[at]?.text ?? '')
  if (estate?.split(' ').some((make) => place.subject.makes.has(make)) === true)
    return { reading: { kind: 'bodytype', values: ['Wagon'] }, end: at + 1 }
  const behindArticle = tokens[at]?.text === 'a' && /\s/.test(tokens[at + 1]?.gap ?? '')
  for (const { key, end } of joined(place, article(place) ? 1 : longest)) {
    const known = place.names.exact(key)
    // "the car is clean" does not mean Caris, nor "newer models" the Model S.
    if (end > at + 1 && tokens.slice(at, end).every((t) => fillers.has(t.text))) continue
    if (end === at + 1 && key === 'models') continue
    if (!known || ((key.length <= shortName || known.kind === 'absent') && isTrim(place, key, known)))
      continue
    // "a c class" contains no "ac".
    if (isForeign(place, key, known) || (behindArticle && known.kind === 'fact')) continue
    const step = inContext(place, { key, end }, withCode(place, { key, end }, known))
    if (ofPlate(place, step.reading, end)) return { reading: aside, end: end + 1 }
    if (step.reading === aside || !opensMore(place, end, step.reading)) return step
  }
  for (const { key, end } of joined(place, article(place) ? 1 : 3)) {
    // "c 200", "320 d" and "e 220 d" are codes; "320d ab" is a code and a word.
    if (end > at + 1 && !endsCode.test(tokens[end - 1]?.text ?? '')) continue
    if (end > at + 2 && !/^[a-z]+\d+[de]$/.test(key)) continue
    const reading = place.names.coded(key, place.behind)
    if (!reading || isTrim(place, key, reading) || opensMore(place, end, reading) || isNumber(place, end))
      continue
    const also = /\d{2}d$/.test(key) ? diesel : /\d{2}e$/.test(key) ? hybrid : undefined
    return also ? { reading, end, also } : { reading, end }
  }
  // "xdrive30d"
  return /^[sx]drive\d\dd$/.test(tokens[at]?.text ?? '') ? { reading: diesel, end: at + 1 } : undefined
}

/** Tells whether a word may be a misspelled name and is not an ordinary word. */
const unknown = (text: string) => !fillers.has(text) && !ordinary.has(text) && !negations.has(text)

function nearAt(place: Place): ReadingStep | undefined {
  const { tokens, at, names, settled } = place
  const makes = new Set([...place.makes, ...settled])
  for (const { key, end } of joined(place, 3)) {
    const parts = tokens.slice(at, end).filter(isWord)
    if (!parts.every((t) => unknown(t.text))) continue
    if (parts.length > 1 && (key.length < 6 || parts.some((t) => names.exact(t.text)))) continue
    if (parts.length === 1 && names.isBeginning(key)) {
      const reading = names.begun(key)
      if (reading) return { reading, end }
      continue
    }
    const reading = names.near(key, { makes, most: parts.length > 1 ? 1 : 2 })
    if (reading) return { reading, end }
  }
  return undefined
}

/** Names before a number that is not a year: "Defender 90", "Audi 80". */
const namedByNumber = new Set(['Defender', 'Audi', 'Land Cruiser', 'Land Rover'])

/** Reads years of two digits directly before or after the name of a car. */
function shortYears(place: Place): ReadingStep | undefined {
  const { tokens, at, subject, carBefore } = place
  const text = tokens[at]?.text ?? ''
  if (!subject.shortYears || (/^[89]/.test(text) && namedByNumber.has(carBefore ?? ''))) return undefined
  const step = shortYearsAt(tokens, at)
  // "camry le 03": only a year begins with 0.
  if (!step || carBefore !== undefined || text.startsWith('0')) return step
  const after = nameAt({ ...place, at: step.end })
  return after?.reading.kind === 'make' || after?.reading.kind === 'model' ? step : undefined
}

/** Returns the reading that begins at a position; undefined when no reading begins there. */
export function stepAt(place: Place): ReadingStep | undefined {
  const { tokens, at, subject, year } = place
  const side = year === undefined ? undefined : sideOfYear(tokens, at)
  if (side) {
    const bounds = { min: undefined, max: undefined, [side.side]: year }
    return { reading: { kind: 'year', ...bounds }, end: side.end }
  }
  const within = withinAt(tokens, at)
  if (within) return within
  const other = otherNumberAt(tokens, at) ?? looksEnd(tokens, at)
  if (other !== undefined) return { reading: aside, end: other }
  const special = codedYearAt(tokens, at) ?? strokeAt(tokens, at) ?? lowMileageAt(tokens, at, subject.bare)
  if (special) return special
  // "under 70,000 miles and £8,000"
  const { reading: last, end = -1 } = place.last ?? {}
  const goesOn = end === at - 1 && /^(?:and|und|&)$/.test(tokens[end]?.text ?? '')
  const isMost = goesOn && (last?.kind === 'price' || last?.kind === 'mileage') && last.min === undefined
  const bounds = boundsAt(tokens, at, subject.bare, isMost ? { side: 'max' } : undefined)
  // A bare number yields to a name; a number with a word before it takes precedence.
  if (bounds && !/^\d|^pre$/.test(tokens[at]?.text ?? '')) return bounds
  return nameAt(place) ?? bounds ?? litresAt(tokens, at) ?? shortYears(place) ?? nearAt(place)
}
