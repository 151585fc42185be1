import { z } from 'zod/mini'
import { limits } from '../limits.ts'

// What a list call is asked with, read the way an address is read (R-VAL-11): a number may be text, a list may be one
// value or a comma list, and what cannot be read counts as not given. Nothing in here refuses a value.

interface Range {
  min: number
  max: number
}
const decimal = /^\d+(\.\d+)?$/

function readNumber(v: unknown, { min, max }: Range): number | undefined {
  const n = typeof v === 'string' && decimal.test(v.trim()) ? Number(v) : v
  return typeof n === 'number' && n >= min && n <= max ? n : undefined
}

function readWhole(v: unknown, range: Range): number | undefined {
  const n = readNumber(v, range)
  return Number.isInteger(n) ? n : undefined
}

function readTexts(v: unknown): string[] {
  const given: unknown[] = typeof v === 'string' ? v.split(',') : Array.isArray(v) ? v : [v]
  return given
    .map((one) => (typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''))
    .filter((one) => one !== '' && one.length <= limits.maxFilterText)
    .slice(0, limits.maxFilterValues)
}

/** Free text, cut at the longest length that is searched, never in the middle of a character. */
function readWords(v: unknown): string | undefined {
  if (typeof v !== 'string' && typeof v !== 'number') return undefined
  const cut = String(v)
    .replace(/[\0\p{Surrogate}]/gu, '')
    .trim()
    .slice(0, limits.maxFilterText)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return cut === '' ? undefined : cut
}

/** Whether free text is longer than what is searched of it. */
export const isCutText = (v: unknown): boolean =>
  typeof v === 'string' &&
  v.length > limits.maxFilterText &&
  v.replace(/[\0\p{Surrogate}]/gu, '').trim().length > limits.maxFilterText
/** What a reply says then. */
export const cutSentence = `Only the first ${limits.maxFilterText} characters of the search were used.`

const letters = (v: string) => v.toLowerCase().replace(/[^a-z]/g, '')

/** A schema that accepts everything; `I` is what a caller that keeps to the documentation writes. */
export const lenient = <I, O>(read: (v: unknown) => O) => z.pipe(z.custom<unknown, I>(), z.transform(read))
type Numeric = number | string
type Texts = string | readonly Numeric[]

/** A whole number, or the default. */
export const wholeOr = (usual: number, range: Range) =>
  z._default(
    lenient<Numeric, number>((v) => readWhole(v, range) ?? usual),
    usual,
  )
/** A number, or 0. */
export const amountOr0 = (max: number) =>
  z._default(
    lenient<Numeric, number>((v) => readNumber(v, { min: 0, max }) ?? 0),
    0,
  )
/** Whole kilometres, at most `max`; more than that is `max`. */
export const kilometres = (max: number) =>
  z.optional(
    lenient<Numeric, number | undefined>((v) => {
      const km = readWhole(v, { min: 0, max: Number.MAX_VALUE })
      return km === undefined ? undefined : Math.min(km, max)
    }),
  )
/** A comma list or a list of texts; blank entries fall away (R-LIST-02). */
export const textList = z._default(lenient<Texts, string[]>(readTexts), [])
/** The same of a closed list, spelled as in that list; unknown values fall away. */
export const knownList = (known: readonly string[]) =>
  z._default(
    lenient<Texts, string[]>((v) =>
      readTexts(v).flatMap((one) => known.find((k) => letters(k) === letters(one)) ?? []),
    ),
    [],
  )
/** The same of values of a form. */
export const shapedList = (shape: RegExp) =>
  z._default(
    lenient<Texts, string[]>((v) => readTexts(v).filter((one) => shape.test(one))),
    [],
  )
/** One value of a closed list, or the usual one. */
export const knownOr = <V extends string>(known: readonly V[], usual: V) =>
  z.pipe(
    z.optional(z.custom<unknown, V>()),
    z.transform((v) => known.find((one) => one === v) ?? usual),
  )
export const searchWords = z.optional(lenient<Numeric, string | undefined>(readWords))
/** Yes as a boolean or as text; everything else is no. */
export const flag = z._default(
  lenient<boolean, boolean>((v) => v === true || v === 'true'),
  false,
)
