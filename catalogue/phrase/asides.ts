import { amountAt, isYear, isQualified } from './amounts.ts'
import { openingAt } from './bounds.ts'
import type { Token } from './tokens.ts'

// Expressions that describe something other than the whole car: its range, its papers, its parts.

const textAt = (tokens: readonly Token[], at: number) => tokens[at]?.text ?? ''

/** Papers and plans that expire. */
const due = /^(?:mot|tuv|hu|tax|disc|warranty|garantie|\w*plan|licen[cs]e|service)$/
const until = /^(?:until|till|to|bis|expir|end|valid|runs|gultig)/
/** Earliest year of an expiry date: older papers are of no interest, and new cars need none. */
const leastDue = 2025

/** Returns the end of an expiry date: "mot until march 2027", "hu 03/2027". */
function dueEnd(tokens: readonly Token[], from: number): number | undefined {
  // "08/26"
  if ([1, 2].every((k) => /^\d\d$/.test(textAt(tokens, from + k)))) return from + 3
  let [at, ends] = [from + 1, false]
  for (; at < from + 5 && !isYear(textAt(tokens, at)); at += 1) {
    ends ||= until.test(textAt(tokens, at))
    if (
      !ends &&
      !/^(?:\d\d|neu|new|(?:jan|feb|mar|ap|ma|ju|aug|sep|o|nov|de)[a-z]+)$/.test(textAt(tokens, at))
    )
      return undefined
  }
  const year = textAt(tokens, at)
  return isYear(year) && (ends || Number(year) >= leastDue) ? at + 1 : undefined
}

/**
 * Returns the end of a number together with the word before it that it belongs to: "range 300 miles", "deposit R20 000", "mot
 * until 2027".
 */
export function otherNumberAt(tokens: readonly Token[], at: number): number | undefined {
  const [before, word] = [textAt(tokens, at - 1), textAt(tokens, at)]
  const isRange = /^(?:range|reichweite|speed|service)$/.test(word) && !/^(?:mile|odo|km)/.test(before)
  // "no deposit under 200k" states the price.
  const isCost =
    /^(?:inst|repay|month|monat|depos|anzahl|tax$)/.test(word) && !/^(?:no|zero|ohne)$/.test(before)
  const from = /^(?:of|at)$/.test(textAt(tokens, at + 1)) ? at + 2 : at + 1
  const a = isRange || isCost ? amountAt(tokens, openingAt(tokens, from).at) : undefined
  const counts =
    a &&
    (isRange
      ? a.km !== undefined
      : a.km === undefined && a.year === undefined && (isQualified(a) || (word !== 'tax' && a.number >= 500)))
  return counts ? a.end : due.test(word) ? dueEnd(tokens, at) : undefined
}

/** Returns the end of "upgraded to 2022" and "upgraded 2022": the year describes the look, not the age. */
export function looksEnd(tokens: readonly Token[], at: number): number | undefined {
  const word = textAt(tokens, at)
  const year = /^(?:to|-|auf)$/.test(textAt(tokens, at + 1)) ? at + 2 : at + 1
  const isLook =
    /^upgraded?$/.test(word) || (year > at + 1 && /^(?:facelifted|converted|umgebaut)$/.test(word))
  return isLook && isYear(textAt(tokens, year)) ? year + 1 : undefined
}

const parts =
  /^(?:window|mirror|tail|boot|trunk|door|head|light|wip|clim|start|hold|high|fold|trade|sale|deal|mart|part)/
const electricParts = /^(?:seat|sun|roof|heat|hand|steer|power|memory)/
const running = /^(?:insur|tax|run(?:ning)?$|part|maint|serv|repair|fix|fuel|versich|steuer|unterh|verbrau)/
const cheaply = /^(?:cheap|gue?nstig|billig)/

/** Returns the end of a part that is "electric" or "automatic", or of an expense that is "cheap". */
export function partEnd(tokens: readonly Token[], key: string, end: number): number | undefined {
  let at = end
  while (at < end + 2 && /^(?:to|on|road|car|in|im|der)$/.test(textAt(tokens, at))) at += 1
  const word = textAt(tokens, at)
  // "electric car seat"
  if (key === 'electriccar') return /^(?:seats?|parts?)$/.test(word) ? at + 1 : undefined
  const isElectric = key === 'electric'
  const isPart =
    isElectric || /^auto(?:matic)?$/.test(key)
      ? at === end && (parts.test(word) || (isElectric && electricParts.test(word)))
      : cheaply.test(key) && running.test(word)
  return isPart ? at + 1 : undefined
}

/** Words before "new" that mean "as good as new" or "formerly new". */
export const asNew = /^(?:like|as|nearly|almost|practically|virtually|from|since|bought)$/
/** Words that refer to the whole car, or that separate it from the next statement. */
export const ofCar =
  /^(?:cars?|vehicles?|autos?|wagen|fahrzeuge?|pkw|and|or|und|oder|for|in|from|on|only|with|mit|\P{L}.*)$/u
