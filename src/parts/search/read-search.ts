import { carName, readPhrase, textParts, type Reference } from '#catalogue'

/** One recognised part of a search text, or a word that is searched for as it is. */
export interface Piece {
  key: string
  label: string
  /** In a sentence, where that is not the label. */
  name?: string
  /** The text without it; also a text that lost other pieces before. */
  cut: (text: string) => string
  /** Of a model, sold here or not: make and model. */
  model?: string
  /** It is of a make or model that the lists do not have. */
  absent?: boolean
  /** Of a model: the cars that come near it, and the text that searches for them. */
  near?: { words: string; put: (text: string) => string }
  /** A word that only puts the cars first that have it, and the text in which a car must. */
  wish?: { word: string; must: (text: string) => string }
}

const tidyText = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What was understood of a text, in its order, then the words that were not. */
export function readPieces(text: string, reference: Reference): Piece[] {
  const { understood, words } = readPhrase(text, reference)
  // No ad states its doors: they only choose a body where nothing else names one.
  const idleDoors = understood.some(
    (u) => u.kind === 'model' || u.kind === 'bodytype' || (u.kind === 'absent' && u.body !== undefined),
  )
  const labelOf = ({ kind, label }: Pick<(typeof understood)[number], 'kind' | 'label'>) => {
    if (kind === 'absent') return `No ${label} for sale now: near ones`
    return kind === 'doors' && idleDoors ? `${label}: no ad says` : label
  }
  const pieces = understood.map(({ span, ...reading }): Piece => {
    const typed = text.slice(span.start, span.end)
    const replaced = (from: string, by: string) => {
      // The same words may stand in a text twice: in the whole text it is known which of them are meant.
      const at = from === text ? span.start : from.indexOf(typed)
      return tidyText(at === -1 ? from : `${from.slice(0, at)} ${by} ${from.slice(at + typed.length)}`)
    }
    const [car, ...others] = reading.kind === 'model' && !reading.denied ? reading.models : []
    return {
      key: `search ${span.start}`,
      label: labelOf(reading),
      ...(reading.kind === 'absent' && {
        name: reading.label,
        absent: true,
        ...(reading.model !== undefined && { model: carName(reading.make, reading.model) }),
      }),
      ...(car &&
        others.length === 0 && {
          model: carName(car.parent, car.child),
          near: { words: `Other ${car.parent}`, put: (from) => replaced(from, car.parent) },
        }),
      cut: (from) => replaced(from, ''),
    }
  })
  const taken = (at: number, end: number) => understood.some(({ span }) => at < span.end && end > span.start)
  for (const word of words) {
    const own = new Set<string>()
    for (const { 0: part, index } of text.matchAll(/\S+/g)) {
      if (taken(index, index + part.length)) continue
      // Signs alone are one word.
      if (textParts(part).includes(word.text) || textParts(text).length === 0) own.add(part)
    }
    const each = (from: string, change: (part: string) => string) =>
      from.replace(/\S+/g, (part) => (own.has(part) ? change(part) : part))
    pieces.push({
      key: `search ${word.text}`,
      label: `“${word.text}”`,
      cut: (from) => tidyText(each(from, () => '')),
      ...(!word.must && { wish: { word: word.text, must: (from) => each(from, (part) => `"${part}"`) } }),
    })
  }
  return pieces
}
