import { fold } from '../fold.ts'

/** A range of the typed text, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

export interface Token extends Span {
  /** Folded text. */
  text: string
  /** Characters between this token and the one before: blanks, or signs without meaning. */
  gap: string
}

const number = String.raw`\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+[.,]\d{1,2}(?!\d)`
/**
 * Words and numbers (a number includes its currency, separators and unit; "1.9tdi" is two tokens), then operators, and
 * finally any other single sign.
 */
const piece = new RegExp(
  String.raw`\d[.,]\d(?=\p{L}{2}|d4d)|(?:zar|ngn|r|n)?(?:${number})[\p{L}\p{N}]*|[\p{L}\p{N}]+|[<>]=?|'(?=\d\d(?!\d))|[^\s./&'’_]`,
  'gu',
)

const signs = new Map<string, string>(Object.entries({ '–': '-', '—': '-', '‐': '-', '‑': '-' }))

/** Folds each character separately, and returns the index in the text for each folded character. */
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

/** Returns the words, numbers and signs of a text, in order. */
export function tokensIn(text: string): Token[] {
  const { folded, places } = foldedWithPlaces(text)
  const tokens: Token[] = []
  let last = 0
  for (const match of folded.matchAll(piece)) {
    const until = match.index + match[0].length
    const start = places[match.index] ?? 0
    // The end of the last source character includes the accents that folding removed.
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

/** Tells whether only blanks, or nothing, precede the token. */
export const afterBlank = (token: Token) => /^\s*$/.test(token.gap)
