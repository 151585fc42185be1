import type { NamesBook } from './names-book.ts'
import type { Row } from './row.ts'
import { unknownName } from './unknown-names.ts'
import { ownWords, startYear } from './held-values.ts'

/** The car of a row; `rest` is the text after the model in its cells. */
export interface NamedCar {
  make: string
  model: string
  rest: string
}

const whichWords = ([first = '', ...others]: readonly string[]): string =>
  others.length > 0
    ? `This may be ${[first, ...others].join(' or ')}. Write which.`
    : `This may be ${first} or another model. Write its whole name.`

const misspelled = 'This make is spelled otherwise. Is this one meant?'

const withoutWords = (text: string, words: readonly string[]): string =>
  text
    .split(' ')
    .filter((word) => !words.includes(word))
    .join(' ')

export function carNames(row: Row, names: NamesBook): NamedCar | undefined {
  const make = row.text('make')
  const model = row.text('model')
  // If the make's cell is blank, the name or the model may begin with the make.
  const fullName = row.text('name') || row.text('variant')
  const undated = fullName.replace(startYear, '')
  // "2008 1.2 Active" is the name of a Peugeot, so its first word is no year.
  const [dated, later] =
    undated === fullName ? [] : [names.together(make, fullName), names.together(make, undated)]
  const isName = dated && 'model' in dated && later && 'missing' in later
  const name = (isName ? fullName : undated) || (make === '' ? model : '')
  const split = make !== '' && model !== '' ? undefined : names.split(make === '' ? name : `${make} ${name}`)
  const asked = { make: make || (split?.make ?? ''), model: model || (split?.model ?? '') }
  if (asked.make === '' || asked.model === '')
    return row.refuse(asked.make === '' ? 'make' : 'model', name, 'Which car this is, is not said.')
  const alone = names.find(asked.make, asked.model, { open: model === '' })
  // For example "Hatch" as the model of a Mini, and "Cooper D" in the next cell.
  const both =
    'missing' in alone && alone.missing === 'model' && model !== '' && fullName !== ''
      ? names.together(asked.make, `${model} ${fullName}`)
      : undefined
  const first =
    both && 'model' in both ? { ...both, rest: withoutWords(both.rest, fullName.split(' ')) } : alone
  // Typed lists often omit the make.
  const own =
    make === '' && 'missing' in first && first.missing === 'make' ? names.makeOfModel(name) : undefined
  const isUnknown = own === undefined && 'missing' in first && first.missing === 'make'
  const near = isUnknown ? names.makeNear(asked.make) : undefined
  const found =
    own !== undefined
      ? names.find(own, name, { open: true })
      : near !== undefined
        ? names.find(near, asked.model, { open: model === '' })
        : first
  if ('model' in found) {
    const variant = model === '' ? '' : ownWords(row.text('variant'), found)
    const whole = variant === '' ? undefined : names.together(found.make, `${found.model} ${variant}`)
    if (whole && 'missing' in whole) {
      row.unknown = unknownName(found.make, `${found.model} ${variant}`)
      return row.refuse(
        'model',
        `${found.model} ${variant}`,
        `This model of ${found.make} is not known here.`,
      )
    }
    if (near !== undefined) row.doubt('make', `${asked.make} is read as ${near}`, misspelled)
    return whole && 'model' in whole ? { ...found, model: whole.model } : found
  }
  const title = names.makeOf(asked.make) ?? asked.make
  if ('several' in found) return row.refuse('model', asked.model, whichWords(found.several))
  row.unknown = unknownName(title, asked.model)
  return found.missing === 'make'
    ? row.refuse('make', asked.make, 'This make is not known here.')
    : row.refuse('model', asked.model, `This model of ${title} is not known here.`)
}
