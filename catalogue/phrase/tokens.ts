import { fold } from '../fold.ts'

/** A place in the text as typed: from `start`, up to `end` without it. */
export interface Span {
  start: number
  end: number
}

export interface Token extends Span {
  /** Folded. */
  text: string
  /** What is between it and the token before: blanks, or signs that say nothing here. */
  gap: string
}

const number = String.raw`\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+[.,]\d{1,2}(?!\d)`
/** Words and numbers (with their currency, separators and unit; "1.9tdi" is two), then single signs, the last being whatever is left. */
const piece = new RegExp(
  String.raw`\d[.,]\d(?=\p{L}{2}|d4d)|(?:zar|ngn|r|n)?(?:${number})[\p{L}\p{N}]*|[\p{L}\p{N}]+|[<>]=?|'(?=\d\d(?!\d))|[^\s./&'’_]`,
  'gu',
)

const signs = new Map<string, string>(Object.entries({ '–': '-', '—': '-', '‐': '-', '‑': '-' }))

/** Every character folded by itself, and where in the text it came from. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const piece = character === '’' ? "'" : fold(character)
    for (let i = 0; i < piece.length; i += 1) places.push(at)
    folded += piece
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** The words, numbers and signs of a text, in order. */
export function tokensIn(text: string): Token[] {
  const { folded, places } = foldedWithPlaces(text)
  const tokens: Token[] = []
  let last = 0
  for (const match of folded.matchAll(piece)) {
    const until = match.index + match[0].length
    const start = places[match.index] ?? 0
    // The end of the last character it is made of, with the accents that were folded away.
    let next = until
    while (next < places.length - 1 && places[next] === places[until - 1]) next += 1
    tokens.push({
      text: signs.get(match[0]) ?? match[0],
      start,
      end: places[next] ?? text.length,
      gap: folded.slice(last, match.index),
    })
    last = until
  }
  return tokens
}

const wordlike = /^[\p{L}\p{N}]/u
export const isWord = (token: Token | undefined): boolean => token !== undefined && wordlike.test(token.text)

/** Follows at once, or after nothing but blanks. */
export const afterBlank = (token: Token) => /^\s*$/.test(token.gap)
