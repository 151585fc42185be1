import type { Reference } from '../reference.ts'
import { fold } from '../fold.ts'
import { editsAllowed, textParts, type Word } from '../words.ts'
import { boundsAt, withinAt } from './bounds.ts'
import { labelOf, type Meaning, type Reading, type Understood } from './meaning.ts'
import { namesOf, type Names } from './names.ts'
import { isWord, tokensIn, type Token } from './tokens.ts'
import { fillers, negations, ordinary, separators } from './vocabulary.ts'

export type { Understood } from './meaning.ts'

/** What was understood of a text, in its order, and the words that are looked for in the cars' own. */
export interface Phrase {
  understood: readonly Understood[]
  words: readonly Word[]
}

interface Step {
  reading: Reading
  /** Index of the token behind it. */
  end: number
}
interface Place {
  tokens: readonly Token[]
  at: number
  names: Names
  /** Makes that were named so far. */
  makes: ReadonlySet<string>
  /** The make that was named just before, without anything between. */
  behind: string | undefined
  /** Makes of the models that were named, as long as nothing says that another car follows. */
  settled: ReadonlySet<string>
}

/** Behind a model, the short name of another make's is a trim: "XC90 T6", "Hilux SRX", "Model S 100D". */
const isTrim = ({ settled }: Place, reading: Meaning) =>
  settled.size > 0 && reading.kind === 'model' && !reading.models.some((m) => settled.has(m.parent))
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

function nameAt(place: Place): Step | undefined {
  for (const { key, end } of joined(place, article(place) ? 1 : longest)) {
    const reading = place.names.exact(key)
    if (!reading || (key.length <= shortName && isTrim(place, reading))) continue
    if (!opensMore(place, end, reading)) return { reading, end }
  }
  for (const { key, end } of joined(place, article(place) ? 1 : 2)) {
    const reading = place.names.coded(key, place.behind)
    if (reading && !isTrim(place, reading) && !opensMore(place, end, reading)) return { reading, end }
  }
  return undefined
}

/** A word that may be misspelled: nobody's name and no word of the trade. */
const unknown = (text: string) => !fillers.has(text) && !ordinary.has(text) && !negations.has(text)

function nearAt(place: Place): Step | undefined {
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

function stepAt(place: Place): Step | undefined {
  const { tokens, at } = place
  const within = withinAt(tokens, at)
  if (within) return within
  const bounds = boundsAt(tokens, at)
  // A number alone comes after names, one with a word before it comes first.
  if (bounds && !/^\d/.test(tokens[at]?.text ?? '')) return bounds
  return nameAt(place) ?? bounds ?? nearAt(place)
}

/**
 * Reads free text the way a person means it: makes, models, places, bodies, fuels, gearboxes, years, money, kilometres.
 * What is not understood stays as words. Any text can be read, and the same text and reference always read the same.
 */
export function readPhrase(text: string, reference: Reference): Phrase {
  const tokens = tokensIn(text)
  const names = namesOf(reference)
  const understood: Understood[] = []
  const left: Token[] = []
  const makes = new Set<string>()
  const settled = new Set<string>()
  let behind: string | undefined
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    if (separators.has(token.text) || token.gap.includes('/')) settled.clear()
    const place = { tokens, names, makes, settled }
    const step = stepAt({ ...place, at, behind })
    if (step) {
      const span = { start: token.start, end: tokens[step.end - 1]?.end ?? token.end }
      const { reading } = step
      understood.push({ ...reading, label: labelOf(reading, text.slice(span.start, span.end)), span })
      behind = reading.kind === 'make' ? reading.make : undefined
      if (behind !== undefined) makes.add(behind)
      if (reading.kind === 'model') for (const { parent } of reading.models) settled.add(parent)
      at = step.end
      continue
    }
    behind = undefined
    const denied = negations.has(token.text)
      ? (stepAt({ ...place, at: at + 1, behind })?.end ?? at + 1)
      : at + 1
    left.push(...tokens.slice(at, denied))
    at = denied
  }
  return { understood, words: wordsOf(text, { tokens, left, names }) }
}

function wordsOf(
  text: string,
  o: { tokens: readonly Token[]; left: readonly Token[]; names: Names },
): Word[] {
  // A text of signs alone asks for something that no car has.
  const signs = fold(text).trim()
  if (signs !== '' && !o.tokens.some(isWord)) return [{ text: signs, loose: false }]
  const parts = o.left
    .filter((t) => isWord(t) && !fillers.has(t.text))
    .flatMap((t) => textParts(text.slice(t.start, t.end)))
  return [...new Set(parts)].map((part) => ({
    text: part,
    loose: editsAllowed(part) > 0 && !ordinary.has(part) && !o.names.isBeginning(part),
  }))
}
