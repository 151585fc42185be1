import { olderLabelYear } from '../contract/limits.ts'
import { fold } from './fold.ts'

/** A run of letters and digits; a number keeps its decimal point ("1.8t"), and a comma counts as a point. */
const run = /\d+(?:[.,]\d+)+[\p{L}\p{N}]*|[\p{L}\p{N}]+/gu
/** A sign that joins the parts of one name: "cr-v", "o'neil", "r/t". */
const hyphen = /^[-‐‑–'’/]$/

/** Returns the folded runs of letters and digits of a text, in order. */
export function textParts(text: string): string[] {
  return (fold(text).match(run) ?? []).map((part) => part.replaceAll(',', '.'))
}

/** Returns a spelling of a name that ignores case, accents, blanks and hyphens. */
export const compact = (text: string) =>
  textParts(text.replaceAll('+', ' plus ')).join('').replaceAll('.', '')

/**
 * Returns the distinct tokens of a text: its runs, and one more token for runs that a hyphen, an apostrophe or a slash joins
 * ("CR-V": cr, v, crv).
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

/** A search word; a loose word may be misspelled. */
export interface Word {
  /** Folded text. */
  text: string
  loose: boolean
}

/** Returns the number of edits that a misspelled text may have: none for less than four letters or with a digit. */
export function editsAllowed(text: string): number {
  if (!/^\p{L}{4,}$/u.test(text)) return 0
  return text.length < 8 ? 1 : 2
}

/** Reduces repeated letters, the most common mistake: "corrola" and "corolla" both become "corola". */
export const squeezed = (text: string) => text.replace(/(.)\1+/gsu, '$1')

/** Tells whether two texts consist of the same letters. */
export const sameLetters = (a: string, b: string) =>
  Array.from(a).sort().join('') === Array.from(b).sort().join('')

/**
 * Returns the edits (insertion, deletion, substitution, transposition) from `text` to `token`, or with `beginning` to the
 * nearest prefix of `token`; `most` + 1 stands for any higher number.
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

/** Returns the first character, also when it is a surrogate pair. */
export const firstLetter = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0)

/**
 * Tells whether a token matches a word: the token begins with the word. A loose word also matches a prefix that is a few
 * edits away and has the same first letter. The result depends only on the two texts, so phone and server always agree.
 */
export function wordFits(word: Word, token: string): boolean {
  if (token.startsWith(word.text)) return true
  if (!word.loose || firstLetter(token) !== firstLetter(word.text)) return false
  const text = squeezed(word.text)
  const most = editsAllowed(text)
  return most > 0 && editsBetween(text, squeezed(token), { most, beginning: true }) <= most
}

/** Returns the option for all years before `year`: `pre-2006`. */
export const yearsBefore = (year: number) => `pre-${year}`

/**
 * Returns the "older" option of a screen. It starts below the lowest listed year, or below the year of its label if that is
 * later, so that no year is missing (R-VAL-07).
 */
function olderEntry(screen: keyof typeof olderLabelYear, lowestListed: number) {
  const label = olderLabelYear[screen]
  return {
    label: screen === 'home' ? `older than ${label}` : `Older than ${label}`,
    value: yearsBefore(Math.max(lowestListed, label)),
  }
}

/** Number of years on the home screen (R-VAL-05). */
const homeYears = 15

export interface YearOption {
  label: string
  value: string
}

/**
 * Returns the years that a screen offers, newest first, and its "older" option: on the home screen the last 15 years, on the
 * listings all years down to the year of the label (R-VAL-05 to R-VAL-08).
 */
export function yearOptions(screen: keyof typeof olderLabelYear, newest: number): YearOption[] {
  const lowest = screen === 'home' ? newest - homeYears + 1 : olderLabelYear[screen]
  const years = Array.from({ length: newest - lowest + 1 }, (_, i) => String(newest - i))
  return [...years.map((year) => ({ label: year, value: year })), olderEntry(screen, lowest)]
}
