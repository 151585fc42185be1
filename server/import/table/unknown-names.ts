// Forms the name of an unknown make and model, which a dealer can request.
import { nameKey } from '../../reference/proposed-names.ts'
import { foldedKey } from './columns.ts'
import { readPrice } from './price.ts'

export interface UnknownName {
  make: string
  model: string
  /** Text after the model. */
  rest: string
}

const longest = 40
/** Letters, digits and the signs in names; at most four digits in a row, as in models. */
const nameLike = /^(?=.*[\p{L}\p{N}])(?!.*\d{5})[\p{L}\p{N} .+&'/!-]+$/u
const leastPrice = 10_000
const isName = (text: string): boolean => {
  if (text.length > longest) return false
  const price = readPrice(text)
  const costs = 'amount' in price && price.amount >= leastPrice
  return nameLike.test(text) && foldedKey(text) !== '' && !costs
}

/** Second word of a name, which a trim is not: "Corolla Verso", not "Hilux RB". */
const nextWord = /^\p{L}\p{Ll}[\p{L}'-]*$/u
/** Second word of a name in a text in capitals: a word that can be pronounced. */
const nextCapitals = /^(?=.*[AEOUY])\p{Lu}[\p{Lu}'-]{2,}$/u
const year = /^(?:19|20)\d\d$/
const code = /^(?!v\d{1,2}$)\p{L}{1,3}\d{1,4}$/iu
const counted = /^(?:doors?|drs?|seat|speed|gear|kw|valve|cyl)/i
/** Returns whether a number, a letter or a code makes another model of a word: "Tank 300", "Model Y", "Beijing X55". */
const isDistinct = (word: string, next = ''): boolean =>
  /^\p{L}$/u.test(word) ||
  code.test(word) ||
  (/^\d{1,4}$/.test(word) && !year.test(word) && !counted.test(next))

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/**
 * Returns the name at the beginning of a text: its first word, one more word unless it looks like a trim ("Corolla Verso"), and
 * the number, letter or code after them. Undefined when this is no name.
 */
export function unknownName(make: string, text: string): UnknownName | undefined {
  const all = wordsOf(text)
  const words = all.length > 1 && foldedKey(all[0] ?? '') === foldedKey(make) ? all.slice(1) : all
  const [first = '', second = ''] = words
  const isCapital = !/\p{Ll}/u.test(`${first}${second}`)
  let length = (isCapital ? nextCapitals : nextWord).test(second) ? 2 : 1
  const [last = '', next = '', after] = words.slice(length - 1)
  const goesOn = /^\p{L}{1,2}$/u.test(last)
    ? /^\d{1,4}\p{L}?$/u.test(next) || isDistinct(next, after)
    : /^\d+$/.test(last)
      ? /^\p{L}$/u.test(next)
      : !/\d/.test(last) && isDistinct(next, after)
  if (goesOn) length += 1
  const model = words.slice(0, length).join(' ')
  if (!/\p{L}/u.test(make) || !isName(make) || !isName(model)) return undefined
  return { make, model, rest: words.slice(length).join(' ') }
}

const keyOfModel = (model: string): string => nameKey({ make: '', model })
/** Maximum words of a title. */
const mostWords = longest / 2

/** Returns whether a name ends before this word: nothing follows, or an engine or a year. */
const endsName = (word = ''): boolean => word === '' || /^\d+[.,]\d/.test(word) || year.test(word)

/**
 * Returns the text after a name that is read as the model `title`. Undefined when the text may mean another model: the title
 * continues differently ("Model" was answered with "Model Y", and the text is "Model RWD"), or the text continues the name before
 * its engine and the title does not.
 */
export function restBehind({ model, rest }: UnknownName, title: string): string | undefined {
  const words = wordsOf(`${model} ${rest}`)
  const key = keyOfModel(title)
  const goesOn = key.startsWith(keyOfModel(model)) && key !== keyOfModel(model)
  const begins = words
    .slice(0, mostWords)
    .findIndex((_, n) => keyOfModel(words.slice(0, n + 1).join(' ')) === key)
  const isShort = begins < 0
  if (goesOn && isShort && !endsName(wordsOf(rest)[0])) return undefined
  const behind = goesOn && !isShort ? words.slice(begins + 1) : wordsOf(rest)
  const engine = behind.findIndex((word) => /^\d+[.,]\d/.test(word))
  const own = new Set(wordsOf(title).map(foldedKey))
  const isOther = behind
    .slice(0, engine < 0 ? behind.length : engine)
    .some((word, n) => isDistinct(word, behind[n + 1]) && !own.has(foldedKey(word)))
  return isOther ? undefined : behind.join(' ')
}
