// A make and a model that the tables do not have, as a name that a dealer may ask for.
import { nameKey } from '../../reference/proposed-names.ts'
import { keyOf } from './columns.ts'
import { readPrice } from './price.ts'

export interface UnknownName {
  make: string
  model: string
  /** What stands behind it. */
  rest: string
}

const longest = 40
/** Letters, digits and the signs that names have; of digits no more than a model has. */
const nameLike = /^(?=.*[\p{L}\p{N}])(?!.*\d{5})[\p{L}\p{N} .+&'/!-]+$/u
const leastPrice = 10_000
const isName = (text: string): boolean => {
  if (text.length > longest) return false
  const price = readPrice(text)
  const costs = 'amount' in price && price.amount >= leastPrice
  return nameLike.test(text) && keyOf(text) !== '' && !costs
}

/**
 * The name that a text begins with: its first word, with a number behind one or two letters ("C 180") and one more word
 * that is no sign of a trim ("Corolla Verso", not "Hilux RB"). Undefined when it is no name.
 */
export function unknownName(make: string, text: string): UnknownName | undefined {
  const all = text.split(' ').filter((word) => word !== '')
  const words = all.length > 1 && keyOf(all[0] ?? '') === keyOf(make) ? all.slice(1) : all
  const [first = '', second = ''] = words
  const goesOn = /^\p{L}{1,2}$/u.test(first)
    ? /^\d{1,4}\p{L}?$/u.test(second)
    : /^\p{L}\p{Ll}[\p{L}'-]*$/u.test(second)
  const length = goesOn ? 2 : 1
  const model = words.slice(0, length).join(' ')
  if (!/\p{L}/u.test(make) || !isName(make) || !isName(model)) return undefined
  return { make, model, rest: words.slice(length).join(' ') }
}

/** Under what it is asked for. */
export const keyOfName = ({ make, model }: Pick<UnknownName, 'make' | 'model'>): string =>
  nameKey(make, model)
