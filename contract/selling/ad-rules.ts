import { findNumber } from './phone-shapes.ts'
import { asRead, spelledOut } from './plain-letters.ts'

/**
 * Contact data that an ad's text must not contain (R-POST-21, R-POST-22). The form checks while a person types, and the
 * server refuses.
 */

export interface FoundContact {
  kind: 'email' | 'phone'
  /** The found text after normalisation, to show in the message. */
  text: string
}

const providers =
  '(?:gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|icloud|protonmail|mweb|telkomsa|vodamail|webmail|aol)'
const endings = '(?:com|net|org|co|za|ng|info|biz|io|africa|me|uk|de|fr|us|online|email|mail)'
/** Returns a pattern for words in brackets or between signs: (at), [ at ], -at-, *at* */
const framed = (words: string) => `\\s?[([{<*_~|/-]{1,3}\\s?(?:${words})\\s?[)\\]}>*_~|/-]{1,3}\\s?`
const at = `(?:\\s?@\\s?|${framed('at|@|a')})`
const dot = `(?:\\s?\\.\\s?|${framed('dot|\\.|punt')}|\\s(?:dot|punt)\\s)`
const saidDot = `(?:${framed('dot|\\.|punt')}|\\s(?:dot|punt)\\s)`

// Each part matches in one way only, because ambiguous patterns need minutes for hostile texts: the name is matched backwards
// from its @, and a site part ends at the first spelled-out dot. 64 and 63 are the maximum lengths in an address.
const name = '(?<=[a-z\\d][._%+-]{0,63})'
const site = `[a-z\\d](?:(?!${saidDot})[a-z\\d-]){0,62}`
const nameBefore = /[a-z\d][a-z\d._%+-]{0,63}\s?$/

const addresses: readonly RegExp[] = [
  // ada@mail.example, with any ending
  new RegExp(`${name}@${site}(?:\\.${site}){0,4}\\.[a-z]{2,24}`),
  // ada (at) mail . co . za
  new RegExp(`${name}${at}${site}(?:${dot}${site}){0,5}${dot}${endings}(?![a-z\\d])`),
  // ada at mail dot com; "parked at home. Call" does not match
  new RegExp(`${name}\\sat\\s${site}(?:${dot}${site}){0,5}${saidDot}${endings}(?![a-z\\d])`),
  // ada @ gmail, ada at gmail
  new RegExp(`${name}(?:${at}|\\sat\\s)${providers}(?![a-z\\d])`),
  // ada gmail com, adagmail.com
  new RegExp(`${providers}(?:${dot}|[\\s,_-]{1,2})(?:com|co|net)(?![a-z\\d])`),
]

/** Joins single letters with blanks between them into one word: "a d a @ m a i l . c o m". */
const closedUp = (text: string): string =>
  text.replace(/(?<![a-z\d])(?:[a-z\d@._-] ){5,99}[a-z\d](?![a-z\d])/g, (run) => run.replaceAll(' ', ''))

function findAddress(read: string): string | undefined {
  const shouted = /[a-z\d]AT[a-z\d]{1,40}DOT[a-z]{2}/.exec(read)?.[0]
  if (shouted !== undefined) return shouted
  const small = read.toLowerCase()
  for (const text of [small, closedUp(small)]) {
    for (const pattern of addresses) {
      const found = pattern.exec(text)
      if (!found) continue
      const before = nameBefore.exec(text.slice(Math.max(0, found.index - 64), found.index))?.[0] ?? ''
      return (before + found[0]).trim()
    }
  }
  return undefined
}

/**
 * Finds the first e-mail address or phone number in an ad's title or description, including disguised ones. Ignores prices,
 * kilometres, years, engines, tyres, VINs and stock codes.
 */
export function findContact(text: string): FoundContact | undefined {
  const read = asRead(text)
  const address = findAddress(read)
  if (address !== undefined) return { kind: 'email', text: address }
  const small = read.toLowerCase()
  const spelled = spelledOut(small)
  const number = findNumber(small) ?? (spelled === small ? undefined : findNumber(spelled))
  return number === undefined ? undefined : { kind: 'phone', text: number }
}

/** Messages to show at the field (R-POST-21). */
export const contactWords: Readonly<
  Record<FoundContact['kind'], (field: 'title' | 'description') => string>
> = {
  email: (field) => `Please leave the e-mail address out of the ${field}. Buyers reach you through the ad.`,
  phone: (field) => `Please leave the phone number out of the ${field}. Buyers reach you through the ad.`,
}
