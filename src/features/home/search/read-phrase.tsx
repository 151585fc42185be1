import { useEffect } from 'react'
import { readPieces, type Piece, tidyText } from '#parts/search/read-search.ts'
import { useReference } from '#parts/search/use-reference.ts'
import { readPhrase, type ListingState, type Reference, type Understood } from '#catalogue'
import { priceRange } from '#contract/limits.ts'
import { isChosen, type ListKey } from '#parts/search/filter-change.ts'

/** A search with what a phrase says added to it. */
type ListingUpdate = (state: ListingState) => ListingState

/** What of a phrase is a filter of the listings, word for word; the rest stays free text. */
type Addition = Partial<Record<ListKey, readonly string[]>> & { price?: { min: number; max: number } }

function additionOf(reading: Understood): Addition | undefined {
  // No filter says what a car must not be.
  if (reading.denied) return undefined
  switch (reading.kind) {
    case 'make':
      return { make: [reading.make] }
    case 'province':
      return { province: [reading.province] }
    case 'bodytype':
    case 'fueltype':
    case 'transmission':
      return { [reading.kind]: reading.values }
    case 'model':
    case 'city': {
      const [pair, ...others] = reading.kind === 'model' ? reading.models : reading.cities
      // Which of several is meant is decided where the whole text is read.
      if (!pair || others.length > 0) return undefined
      return reading.kind === 'model'
        ? { make: [pair.parent], model: [pair.child] }
        : { province: [pair.parent], city: [pair.child] }
    }
    case 'year':
      // A span would be a row of single years.
      return reading.min !== undefined && reading.min === reading.max
        ? { year: [String(reading.min)] }
        : undefined
    case 'price': {
      const { min = priceRange.min, max = priceRange.max } = reading
      // The end of the slider is no limit, whereas "under 5m" is one.
      if (reading.max !== undefined && max >= priceRange.max) return undefined
      return { price: { min, max } }
    }
    case 'mileage':
    case 'within':
    case 'fact':
    case 'doors':
    case 'sort':
    case 'absent':
    case 'verified':
    case 'aside':
      return undefined
  }
}

const labels = ({ understood, words }: ReturnType<typeof readPhrase>) => [
  ...understood.map((u) => u.label),
  ...words.map((w) => w.text),
]

/** The additions of a phrase, and what is left of its words; nothing is added where the rest would be read otherwise. */
function split(text: string, reference: Reference): { additions: Addition[]; rest: string } {
  const read = readPhrase(text, reference)
  const prices = read.understood.filter((u) => u.kind === 'price').length
  const all = read.understood.map((u) => ({
    u,
    // Several prices are weighed against each other by the reader alone.
    addition: u.kind === 'price' && prices > 1 ? undefined : additionOf(u),
  }))
  const left = { words: read.words, understood: all.filter((a) => !a.addition).map((a) => a.u) }
  const additions = all.flatMap((a) => a.addition ?? [])
  if (left.words.length === 0 && left.understood.length === 0) return { additions, rest: '' }
  let rest = text
  for (const { u, addition } of [...all].reverse()) {
    if (addition) rest = `${rest.slice(0, u.span.start)} ${rest.slice(u.span.end)}`
  }
  rest = tidyText(rest)
  const again = labels(readPhrase(rest, reference))
  if (JSON.stringify(again) !== JSON.stringify(labels(left))) return { additions: [], rest: text }
  return { additions, rest }
}

/**
 * Adds what a phrase says to the chosen filters: lists grow together, and of two prices the narrower one holds. What no
 * filter can say goes along as free words, which the listings read again.
 */
export function createPhraseMerger(text: string, reference: Reference): ListingUpdate {
  const { additions, rest } = split(text, reference)
  return (state) => {
    let next: ListingState = { ...state, search: rest === '' ? undefined : rest }
    for (const { price, ...lists } of additions) {
      for (const [key, values] of Object.entries(lists) as [ListKey, readonly string[]][]) {
        for (const value of values) {
          if (!isChosen(next, key, value)) next = { ...next, [key]: [...next[key], value] }
        }
      }
      if (price) {
        const max = Math.min(next.max_price, price.max)
        next = { ...next, min_price: Math.max(next.min_price, price.min), max_price: max }
      }
    }
    return next
  }
}

export interface ReadPhrase {
  text: string
  pieces: readonly Piece[]
  merge: ListingUpdate
}
interface Props {
  text: string
  onRead: (read: ReadPhrase) => void
}

/** Reads a phrase against the names this phone knows, and hands up what it says; shows nothing itself. */
export function PhraseReader({ text, onRead }: Props) {
  const reference = useReference()
  useEffect(() => {
    if (!reference.ready) return
    onRead({ text, pieces: readPieces(text, reference), merge: createPhraseMerger(text, reference) })
  }, [text, reference, onRead])
  return null
}
