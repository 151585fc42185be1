import { readPhrase, type Phrase, type Reference } from '#catalogue'

export type PhraseReading = Phrase['understood'][number]
const range = ({ min, max }: { min: number | undefined; max: number | undefined }) =>
  `${min ?? ''}..${max ?? ''}`

/** Formats one recognised part in the notation of the phrase sets. */
export const plain = (u: PhraseReading): string => (u.denied === true ? '-' : '') + affirmed(u)

function affirmed(u: PhraseReading): string {
  switch (u.kind) {
    case 'make':
      return u.make
    case 'model':
      return u.models.map((m) => `${m.parent}/${m.child}`).join('+')
    case 'province':
      return `in ${u.province}`
    case 'city':
      return `in ${u.cities.map((c) => c.child).join('+')}`
    case 'within':
      return `within ${u.km}`
    case 'bodytype':
    case 'fueltype':
    case 'transmission':
      return u.values.join('+')
    case 'fact':
      return `#${u.values.map((tag) => tag.trim()).join('+')}`
    case 'doors':
      return `doors ${u.values.join('+')}`
    case 'sort':
      return `by ${u.sort}`
    case 'absent':
      return `no ${u.model ?? u.make}`
    case 'verified':
    case 'aside':
      return u.kind
    case 'year':
    case 'price':
    case 'mileage':
      return `${u.kind} ${range(u)}${u.foreign === undefined ? '' : ` ${u.foreign}`}`
  }
}

/** Returns the reading of a text in one line; unrecognised words are in quotes, negated parts have a minus. */
export function readingOf(text: string, reference: Reference): string {
  const { understood, words } = readPhrase(text, reference)
  return [...understood.map(plain), ...words.map((w) => `${w.must ? '!' : ''}"${w.text}"`)].join(', ')
}
