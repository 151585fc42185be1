import { fold } from '../fold.ts'
import type { Reference } from '../reference.ts'
import { compact, editsAllowed, textParts, type Word } from '../words.ts'
import { readingLabel, type Reading, type ReadingStep, type Understood } from './meaning.ts'
import { namesOf, type Names } from './names.ts'
import { stepAt, type Place } from './reading-step.ts'
import { noSubject, subjectOf, type Subject } from './subject.ts'
import { isWord, tokensIn, type Span, type Token } from './tokens.ts'
import { degrees, fillers, negations, ordinary, separators } from './vocabulary.ts'

/** A word without a known meaning, which is searched in the cars' texts. */
export interface PhraseWord extends Word {
  /** Whether the word is in quotation marks: a car must have it. Other words only affect the order. */
  must: boolean
  /** Whether the word may be a name and is not an ordinary word of the trade. */
  telling: boolean
}

/** The understood parts of a text, in its order, and the remaining words. */
export interface Phrase {
  understood: readonly Understood[]
  words: readonly PhraseWord[]
}

interface Scan {
  understood: Understood[]
  left: Token[]
}

const quoted = /["“”„]([^"“”„]+)["“”„]/gu

/** Returns the tokens in quotation marks; they are taken literally. */
function literalsIn(text: string, tokens: readonly Token[]): ReadonlySet<Token> {
  const spans = Array.from(text.matchAll(quoted), (m) => [m.index, m.index + m[0].length] as const)
  return new Set(tokens.filter((t) => spans.some(([start, end]) => t.start > start && t.end < end)))
}

/** Kinds of readings that can be excluded: each one comes from a closed list, so all other values remain. */
const deniable = new Set<Reading['kind']>([
  'make',
  'model',
  'province',
  'city',
  'bodytype',
  'fueltype',
  'transmission',
])
const canBeDenied = (reading: Reading) =>
  deniable.has(reading.kind) ||
  (reading.kind === 'fact' && reading.field !== 'feature' && reading.field !== 'engine')

const carNamed = (reading: Reading): string | undefined => {
  if (reading.kind === 'make') return reading.make
  if (reading.kind === 'absent') return reading.model ?? reading.make
  return reading.kind === 'model' ? reading.models[0]?.child : undefined
}

function scan(text: string, o: { tokens: readonly Token[]; names: Names; subject: Subject }): Scan {
  const { tokens, names, subject } = o
  const literals = literalsIn(text, tokens)
  const understood: Understood[] = []
  const left: Token[] = []
  const makes = new Set<string>()
  const settled = new Set<string>()
  const before: Partial<Pick<Place, 'behind' | 'carBefore' | 'year' | 'last'>> = {}
  const readAt = (at: number) => stepAt({ tokens, names, subject, makes, settled, at, ...before })
  const push = (reading: Reading, span: Span, denied: boolean) => {
    const label = readingLabel(reading, text.slice(span.start, span.end))
    const whole = denied ? { ...reading, label: `not ${label}`, denied } : { ...reading, label }
    understood.push({ ...whole, span } as Understood)
  }
  const take = (from: number, { reading, end, also }: ReadingStep, denied: boolean) => {
    const [first, last] = [tokens[from], tokens[end - 1]]
    if (!first || !last) return
    const isBoth = also !== undefined && !denied
    const middle = isBoth ? last.end - 1 : last.end
    push(reading, { start: first.start, end: middle }, denied)
    if (isBoth) push(also, { start: middle, end: last.end }, false)
  }
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    if (literals.has(token)) {
      left.push(token)
      at += 1
      continue
    }
    if (separators.has(token.text) || token.gap.includes('/')) settled.clear()
    const step = readAt(at)
    if (step?.reading.kind === 'aside') {
      // In a German text "auto" means a car and adds nothing.
      left.push(
        ...tokens.slice(at, step.end).filter(({ text: word }) => !subject.german || !/^autos?$/.test(word)),
      )
      at = step.end
      continue
    }
    if (step) {
      const { reading } = step
      take(at, step, false)
      before.last = step
      before.behind = reading.kind === 'make' ? reading.make : undefined
      before.carBefore = carNamed(reading)
      if (reading.kind === 'year') before.year = reading.min === reading.max ? reading.min : undefined
      if (reading.kind === 'make') makes.add(reading.make)
      if (reading.kind === 'model') for (const { parent } of reading.models) settled.add(parent)
      if (reading.kind === 'absent' && reading.model !== undefined) settled.add(reading.make)
      at = step.end
      continue
    }
    before.behind = undefined
    before.carBefore = undefined
    // "other than bmw", "petrol rather than diesel"
    const isOther = /^(?:other|rather)$/.test(token.text) && tokens[at + 1]?.text === 'than'
    if (!negations.has(token.text) && !isOther) {
      if (!separators.has(token.text)) left.push(token)
      at += 1
      continue
    }
    at = denyFrom(at)
  }
  return { understood, left }

  /** Returns the index after an excluded word: in "no major accidents or dents" no word is searched. */
  function passed(from: number): number {
    let at = from
    while (degrees.has(tokens[at]?.text ?? '')) at += 1
    const word = tokens[at]
    if (!word || literals.has(word) || !/^\p{L}{2,}$/u.test(word.text)) return from
    const isList = ['or', 'nor', 'oder'].includes(tokens[at + 1]?.text ?? '')
    const next = at + 2
    return isList && next < tokens.length && !readAt(next) ? passed(next) : at + 1
  }

  /** Reads the letters of a named make as a model family: "lexus, but not rx". */
  function familyAt(at: number): ReadingStep | undefined {
    for (const make of makes) {
      const reading = names.exact(compact(make) + (tokens[at]?.text ?? ''))
      if (reading?.kind === 'model') return { reading, end: at + 1 }
    }
    return undefined
  }

  /** Reads the exclusion after a negation, including its alternatives: "no diesel or hybrid". */
  function denyFrom(start: number): number {
    let from = start
    let at = start + 1
    settled.clear()
    // "but not a corolla", "not in lagos"
    const leads = (word: string) =>
      negations.has(word) || fillers.has(word) || /^(?:t|than|like|interested|fan|fond|keen)$/.test(word)
    // "not a model 3"
    while (leads(tokens[at]?.text ?? '') && readAt(at)?.reading.kind !== 'model') at += 1
    // "cheap but with low mileage" excludes nothing; "but not a corolla" and "anything but a corsa" do.
    const denies = tokens
      .slice(start, at)
      .some(({ text: word }) => /^(?:other|rather)$/.test(word) || (negations.has(word) && word !== 'but'))
    if (!denies && !/^(any|every)(thing|one)?$|^all$/.test(tokens[start - 1]?.text ?? '')) return start + 1
    for (;;) {
      const step = readAt(at) ?? familyAt(at)
      if (!step) return passed(at)
      const { reading } = step
      // An exclusion of a fact that a car has several of is ignored. A cab does not exclude the whole body.
      const isCab = tokens.slice(at, step.end).some(({ text: word }) => /cab$|kabine|^[dsx]$/.test(word))
      if (canBeDenied(reading) && !(isCab && reading.kind === 'bodytype')) take(from, step, true)
      const link = tokens[step.end]?.text ?? ''
      if (!['or', 'nor', 'oder'].includes(link)) return step.end
      from = step.end
      at = step.end + 1
    }
  }
}

/**
 * Reads free text: makes, models, places, bodies, fuels, gearboxes, colours, drives, equipment, years, prices, mileages and
 * orders. Other words remain as words. Every text is readable, and the same text and reference always give the same result.
 */
export function readPhrase(text: string, reference: Reference): Phrase {
  const tokens = tokensIn(text)
  const names = namesOf(reference)
  const first = scan(text, { tokens, names, subject: noSubject })
  // The second scan knows the subject: some numbers and words have another meaning beside a car or in German.
  const read = scan(text, { tokens, names, subject: subjectOf(tokens, first.understood) })
  return { understood: read.understood, words: wordsOf(text, { tokens, left: read.left, names }) }
}

function wordsOf(
  text: string,
  o: { tokens: readonly Token[]; left: readonly Token[]; names: Names },
): PhraseWord[] {
  // A text without letters and digits is searched literally and matches no car.
  const signs = fold(text).trim()
  if (signs !== '' && !o.tokens.some(isWord)) {
    return [{ text: signs, loose: false, must: false, telling: false }]
  }
  const literals = literalsIn(text, o.tokens)
  const found = new Map<string, PhraseWord>()
  for (const token of o.left) {
    const must = literals.has(token)
    if (!isWord(token) || (!must && fillers.has(token.text))) continue
    for (const part of textParts(text.slice(token.start, token.end))) {
      const known = found.get(part)
      found.set(part, {
        text: part,
        loose: editsAllowed(part) > 0 && !ordinary.has(part) && !o.names.isBeginning(part),
        must: must || known?.must === true,
        telling: !ordinary.has(part) && /\p{L}/u.test(part) && part.length > 1,
      })
    }
  }
  return [...found.values()]
}
