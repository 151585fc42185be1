import { olderLabelYear } from '../contract/limits.ts'
import { fold } from './fold.ts'

/** Letters and digits; a number keeps its point ("1.8t"), a comma in it counts as one. */
const run = /\d+(?:[.,]\d+)+[\p{L}\p{N}]*|[\p{L}\p{N}]+/gu
/** What holds the parts of one name together: "cr-v", "o'neil", "r/t". */
const hyphen = /^[-‐‑–'’/]$/

/** The runs of letters and digits of a text, folded, in order. */
export function textParts(text: string): string[] {
  return (fold(text).match(run) ?? []).map((part) => part.replaceAll(',', '.'))
}

/** One spelling of a name, whatever its case, accents, blanks and hyphens. */
export const compact = (text: string) =>
  textParts(text.replaceAll('+', ' plus ')).join('').replaceAll('.', '')

/**
 * The tokens of a text, each once: its runs, and as one token more whatever a hyphen, an apostrophe or a slash holds
 * together ("CR-V": cr, v, crv).
 */
export function textTokens(text: string): string[] {
  const folded = fold(text)
  const tokens = new Set<string>()
  let held: string[] = []
  let end = 0
  for (const match of folded.matchAll(run)) {
    const part = match[0].replaceAll(',', '.')
    tokens.add(part)
    if (held.length > 0 && hyphen.test(folded.slice(end, match.index))) {
      held.push(part)
      tokens.add(held.join(''))
    } else held = [part]
    end = match.index + match[0].length
  }
  return [...tokens]
}

/** A word that is looked for in cars; a loose one may be misspelled. */
export interface Word {
  /** Folded. */
  text: string
  loose: boolean
}

/** How many edits a text may be away from what it means: none below four letters or with a digit in it. */
export function editsAllowed(text: string): number {
  if (!/^\p{L}{4,}$/u.test(text)) return 0
  return text.length < 8 ? 1 : 2
}

/** Doubled letters are the commonest mistake: "corrola" and "corolla" are compared as "corola". */
export const squeezed = (text: string) => text.replace(/(.)\1+/gsu, '$1')

/** Whether one is the other with letters swapped. */
export const sameLetters = (a: string, b: string) =>
  Array.from(a).sort().join('') === Array.from(b).sort().join('')

/**
 * Edits (a letter more, less, other, or two swapped) from `text` to `token`, or to the beginning of it that is nearest
 * when `beginning` is set; `most` + 1 stands for everything above `most`.
 */
export function editsBetween(text: string, token: string, o: { most: number; beginning: boolean }): number {
  const width = Math.min(token.length, text.length + o.most)
  if (width < text.length - o.most) return o.most + 1
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, j) => j)
  for (let i = 1; i <= text.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= width; j += 1) {
      const same = text[i - 1] === token[j - 1]
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && text[i - 1] === token[j - 2] && text[i - 2] === token[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    if (Math.min(...row) > o.most) return o.most + 1
    before = above
    above = row
  }
  const ends = o.beginning
    ? above.slice(Math.max(0, text.length - o.most))
    : width === token.length
      ? above.slice(-1)
      : []
  return Math.min(o.most + 1, ...ends)
}

/** A whole character, also where it takes two places. */
export const firstLetter = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0)

/**
 * Whether a token of a car answers a word: it begins with it or, when the word is loose, begins with something a few
 * edits away that has the same first letter. Nothing but the two decides, so phone and server always agree.
 */
export function wordFits(word: Word, token: string): boolean {
  if (token.startsWith(word.text)) return true
  if (!word.loose || firstLetter(token) !== firstLetter(word.text)) return false
  const text = squeezed(word.text)
  const most = editsAllowed(text)
  return most > 0 && editsBetween(text, squeezed(token), { most, beginning: true }) <= most
}

/** `pre-2006` is every year before 2006. */
export const yearsBefore = (year: number) => `pre-${year}`

/**
 * The older entry of a screen: it starts below the lowest listed year, or below its label's year if that is later,
 * so that no car falls between the two (R-VAL-07).
 */
function olderEntry(screen: keyof typeof olderLabelYear, lowestListed: number) {
  const label = olderLabelYear[screen]
  return {
    label: screen === 'home' ? `older than ${label}` : `Older than ${label}`,
    value: yearsBefore(Math.max(lowestListed, label)),
  }
}

/** Years listed on the home screen (R-VAL-05). */
const homeYears = 15

export interface YearOption {
  label: string
  value: string
}

/**
 * The years a screen offers, newest first, and its older entry: on the home screen the last 15, among the listings all
 * down to the year of the label (R-VAL-05 to R-VAL-08).
 */
export function yearOptions(screen: keyof typeof olderLabelYear, newest: number): YearOption[] {
  const lowest = screen === 'home' ? newest - homeYears + 1 : olderLabelYear[screen]
  const years = Array.from({ length: newest - lowest + 1 }, (_, i) => String(newest - i))
  return [...years.map((year) => ({ label: year, value: year })), olderEntry(screen, lowest)]
}
