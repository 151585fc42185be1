import { boundsAt, withinAt, type Bare } from './bounds.ts'
import type { Meaning, Reading } from './meaning.ts'
import type { Names } from './names.ts'
import { isYear } from './amounts.ts'
import { codedYearAt, litresAt, shortYearsAt } from './small-numbers.ts'
import { isWord, type Token } from './tokens.ts'
import { fillers, isGerman, negations, ordinary } from './vocabulary.ts'

/** One thing that was read, and the index of the token behind it. */
export interface ReadingStep {
  reading: Reading
  end: number
}
/** What the whole text is about, as a first reading of it has found. */
export interface Subject {
  /** Some car is named and no year: numbers of two digits are years of it. */
  shortYears: boolean
  bare: Bare
  /** Makes other than Jeep are named, or none of its models: then a jeep is a body. */
  jeepIsBody: boolean
  german: boolean
}
export interface Place {
  tokens: readonly Token[]
  at: number
  names: Names
  subject: Subject
  /** Makes that were named so far. */
  makes: ReadonlySet<string>
  /** The make that was named just before, without anything between. */
  behind: string | undefined
  /** The make or the model that was named just before. */
  carBefore: string | undefined
  /** Makes of the models that were named, as long as nothing says that another car follows. */
  settled: ReadonlySet<string>
}

export const noSubject: Subject = { shortYears: false, bare: undefined, jeepIsBody: false, german: false }

/** Behind a model, the short name of another make's is a trim: "XC90 T6", "Hilux SRX", "Model S 100D". */
const isTrim = ({ settled }: Place, reading: Meaning) =>
  settled.size > 0 &&
  (reading.kind === 'absent' ||
    (reading.kind === 'model' && !reading.models.some((m) => settled.has(m.parent))))
/** Longer names of models are not taken for trims. */
const shortName = 3

/** No name has more parts. */
const longest = 6

/** The joined words from a token on, longest first, each with the token behind it. */
function joined({ tokens, at }: Place, most: number): { key: string; end: number }[] {
  const found: { key: string; end: number }[] = []
  let key = ''
  let end = at
  while (found.length < most) {
    const token = tokens[end]
    if (token === undefined) break
    if (isWord(token)) key += token.text.replaceAll('.', '')
    else if (token.text === '+' && token.gap === '' && key !== '') key += 'plus'
    else if (token.text !== '-' || key === '') break
    end += 1
    if (token.text !== '-') found.unshift({ key, end })
  }
  return found
}

/** The end of a name may be the beginning of something else: "peugeot 2008-2012", "bmw 3 million", "merc c 200". */
function opensMore({ tokens, at, names }: Place, end: number, reading: Meaning): boolean {
  const last = end - 1
  const text = tokens[last]?.text ?? ''
  const make = reading.kind === 'model' ? reading.models[0]?.parent : undefined
  const coded = make !== undefined && /^\p{L}{1,3}$/u.test(text)
  if (coded && names.coded(text + (tokens[end]?.text ?? ''), make)) return true
  if (last === at || !/^\d/.test(text)) return false
  const bounds = boundsAt(tokens, last)
  return bounds !== undefined && bounds.end > end
}

/** "a 4 door": an article, not an Audi. */
const article = ({ tokens, at }: Place) =>
  tokens[at]?.text === 'a' && tokens[at + 1]?.gap !== '' && /^\d/.test(tokens[at + 1]?.text ?? '')

/** A name that was added to the lists does not hide a maker's code: "c300" still means the C-Class as well. */
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

/** "toyota jeep" is an SUV to many, "auto" is a car in German. */
function inContext({ subject }: Place, key: string, reading: Meaning): Meaning {
  if (subject.jeepIsBody && /^jeeps?$/.test(key)) return { kind: 'bodytype', values: ['SUV'] }
  if (subject.german && (key === 'auto' || key === 'autos')) return { kind: 'aside' }
  return reading
}

const endsCode = /^(?:\d+\p{L}*|d|e|i|t|x|xi|ci|ti|cdi|bluetec)$/u
const plates = new Set(['plate', 'plates', 'number', 'reg', 'registered', 'registration'])

/** "lagos plate": where it was registered, not where it is. */
const ofPlate = ({ tokens }: Place, reading: Meaning, end: number) =>
  (reading.kind === 'province' || reading.kind === 'city') && plates.has(tokens[end]?.text ?? '')

function nameAt(place: Place): ReadingStep | undefined {
  const { tokens, at } = place
  for (const { key, end } of joined(place, article(place) ? 1 : longest)) {
    const known = place.names.exact(key)
    if (!known || ((key.length <= shortName || known.kind === 'absent') && isTrim(place, known))) continue
    const reading = inContext(place, key, withCode(place, { key, end }, known))
    if (ofPlate(place, reading, end)) return { reading: { kind: 'aside' }, end: end + 1 }
    if (!opensMore(place, end, reading)) return { reading, end }
  }
  for (const { key, end } of joined(place, article(place) ? 1 : 2)) {
    // "c 200" and "320 d" are codes, "320d ab" is one and a word.
    if (end > at + 1 && !endsCode.test(tokens[end - 1]?.text ?? '')) continue
    const reading = place.names.coded(key, place.behind)
    if (reading && !isTrim(place, reading) && !opensMore(place, end, reading)) return { reading, end }
  }
  return undefined
}

/** A word that may be misspelled: no name and no word of the trade. */
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

/** Their numbers are no years: "Defender 90", "Audi 80". */
const namedByNumber = new Set(['Defender', 'Audi'])

/** Years of two digits count beside the name of a car, before it or behind. */
function shortYears(place: Place): ReadingStep | undefined {
  const { tokens, at, subject, carBefore } = place
  if (!subject.shortYears || namedByNumber.has(carBefore ?? '')) return undefined
  const step = shortYearsAt(tokens, at)
  if (!step || carBefore !== undefined) return step
  const after = nameAt({ ...place, at: step.end })
  return after?.reading.kind === 'make' || after?.reading.kind === 'model' ? step : undefined
}

/** "d/c" and "s/c" are cabs of a bakkie; without the stroke they are a person's name. */
function cabAt({ tokens, at }: Place): ReadingStep | undefined {
  const next = tokens[at + 1]
  const isCab = /^[dsx]$/.test(tokens[at]?.text ?? '') && next?.text === 'c' && next.gap === '/'
  return isCab ? { reading: { kind: 'bodytype', values: ['Pickup'] }, end: at + 2 } : undefined
}

const renewed = new Set(['upgraded', 'upgrade', 'facelifted', 'converted', 'umgebaut'])
/** "upgraded to 2022": what it looks like, not how old it is. */
function looksAt({ tokens, at }: Place): ReadingStep | undefined {
  const [word, to, year] = tokens.slice(at, at + 3)
  const isLook = renewed.has(word?.text ?? '') && ['to', '-', 'auf'].includes(to?.text ?? '')
  return isLook && isYear(year?.text ?? '') ? { reading: { kind: 'aside' }, end: at + 3 } : undefined
}

/** "low mileage under 50 000": kilometres, although no unit is said. */
function lowMileageAt({ tokens, at, subject }: Place): ReadingStep | undefined {
  if (tokens[at]?.text !== 'low') return undefined
  const bounds = boundsAt(tokens, at + 1, subject.bare)
  const { reading } = bounds ?? {}
  return reading?.kind === 'mileage' && (reading.max ?? 0) >= leastMileage ? bounds : undefined
}
/** A smaller number may be a year. */
const leastMileage = 3000

/** What begins at a place of a text; undefined when nothing does that is understood. */
export function stepAt(place: Place): ReadingStep | undefined {
  const { tokens, at, subject } = place
  const within = withinAt(tokens, at)
  if (within) return within
  const special = codedYearAt(tokens, at) ?? cabAt(place) ?? looksAt(place) ?? lowMileageAt(place)
  if (special) return special
  const bounds = boundsAt(tokens, at, subject.bare)
  // A number alone comes after names, one with a word before it comes first.
  if (bounds && !/^\d/.test(tokens[at]?.text ?? '')) return bounds
  return nameAt(place) ?? bounds ?? litresAt(tokens, at) ?? shortYears(place) ?? nearAt(place)
}

/** What a text is about, by what a first reading of it understood. */
export function subjectOf(tokens: readonly Token[], understood: readonly Reading[]): Subject {
  const models = understood.flatMap((u) => (u.kind === 'model' ? u.models : []))
  const makes = understood.flatMap((u) => (u.kind === 'make' ? u.make : []))
  const named = [...models.map((m) => m.parent), ...makes]
  const absent = understood.some((u) => u.kind === 'absent')
  const body = understood.some((u) => u.kind === 'bodytype')
  const priced = understood.some((u) => u.kind === 'price')
  const car = named.length > 0 || absent
  return {
    shortYears: car && !understood.some((u) => u.kind === 'year'),
    bare: car || body ? (priced ? 'mileage' : 'price') : undefined,
    jeepIsBody: named.some((make) => make !== 'Jeep') && !models.some((m) => m.parent === 'Jeep'),
    german: tokens.some(({ text }) => isGerman.has(text)),
  }
}
