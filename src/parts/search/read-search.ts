import { carName, readPhrase, textParts, type Reference } from '#catalogue'

/** A recognised part of a search text, or a word that is searched for as it is. */
export interface Piece {
  key: string
  label: string
  /** Name for a sentence, if it differs from the label. */
  name?: string
  /** Removes the part from a text, which may have lost other parts before. */
  cut: (text: string) => string
  /** Make and model of a model, whether it is sold here or not. */
  model?: string
  /** Whether the lists do not have this make or model. */
  absent?: boolean
  /** For a model: a label for similar cars, and the text that searches for them. */
  near?: { words: string; put: (text: string) => string }
  /** For a word that only ranks cars: the word, and the text in which every car must have it. */
  wish?: { word: string; must: (text: string) => string }
}

const tidyText = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the recognised parts of a text in its order, then the other words. */
export function readPieces(text: string, reference: Reference): Piece[] {
  const { understood, words } = readPhrase(text, reference)
  // No ad states its doors: they only select a body type if nothing else in the text names one.
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
      // The same words may occur twice: in the whole text their position is known.
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
      // A text of signs alone is one word.
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
