import { z } from 'zod/mini'
import type { Auth, HttpMethod, Route } from './http.ts'
import { limits } from './limits.ts'
import { hasTooManyTags, htmlLimits } from './values/html.ts'
import { wholeOr } from './values/list-inputs.ts'

/** Building blocks that several groups of calls share. */

/** No database keeps a zero character or half of a character: names of things never hold one. */
export const storable = z.refine<string>((v) => !/[\0\p{Surrogate}]/u.test(v))
/** For a text that is kept as it was written and cleaned when it is shown. */
export const drawable = z.refine<string>((v) => !hasTooManyTags(v), `At most ${htmlLimits.tags} tags`)

/** How often something was changed, as a column of 32 bits holds it. */
export const versionNumber = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))

const breaks = /\r\n|[\v\f\r\x85\u2028\u2029]/g
/** Controls but tab and line break, marks that turn the direction of what follows, and halves of characters. */
const unwritable = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu
/** Text as it is stored: every line ends alike, and nothing in it commands a screen or hides from a reader. */
export const clean = (v: string): string => v.replace(breaks, '\n').replace(unwritable, '')
/** The same on one line, where a mark of direction has nothing to say either. */
export const cleanLine = (v: string): string =>
  clean(v)
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[\t\n]+/g, ' ')

export const id = z.string().check(z.minLength(1), z.maxLength(64), storable)
/** An id that was made on the phone. */
export const mintedId = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** What the link of an e-mail carries; made up ones are too, so any text of its size will do. */
export const secret = z.string().check(z.minLength(1), z.maxLength(128))
/** An instant as ISO 8601 in UTC. */
export const instant = z.string().check(z.minLength(20), z.maxLength(30))
export const yesNo = z.enum(['yes', 'no'])
export const message = z.string()
/** `{success: true, msg}` and whatever the call adds. */
export const okShape = { success: z.literal(true), msg: message }
type Schema = z.ZodMiniType
type Shape = z.core.$ZodShape

/** What a call takes, and what it answers beside success and a sentence. */
interface Terms<A, P, B, D, R> {
  /** Only for a person who is signed in where it is left out. */
  auth?: A
  params?: P
  body?: B
  data?: D
  /** What stands beside `data`. */
  reply?: R
}
type Reply<D, R> = z.ZodMiniObject<typeof okShape & (D extends Schema ? { data: D } : unknown) & R>

const declare =
  (write: boolean) =>
  <
    A extends Auth = 'required',
    P extends Shape | undefined = undefined,
    B extends Schema | undefined = undefined,
    D extends Schema | undefined = undefined,
    R extends Shape = Record<never, Schema>,
  >(
    call: `${HttpMethod} ${string}`,
    id: string,
    { auth, params, body, data, reply }: Terms<A, P, B, D, R> = {},
  ): Route<P extends Shape ? z.ZodMiniObject<P> : undefined, B, Reply<D, R>, A> => {
    const [method, path] = call.split(' ')
    return {
      method: method as HttpMethod,
      path: path ?? '',
      id,
      write,
      auth: (auth ?? 'required') as A,
      params: (params && z.object(params)) as P extends Shape ? z.ZodMiniObject<P> : undefined,
      body: body as B,
      reply: z.object({ ...okShape, ...(data && { data }), ...reply }) as Reply<D, R>,
    }
  }

/** Declares a call that the server mounts: its method and its path below `basePath`, and the requirement it fulfils. */
export const route = declare(false)
/** The same of a write: it carries a key, and has its effect once. */
export const write = declare(true)

/** What a repeated write answers in place of its reply when what it was about is gone: the version it made. */
export const replyOfGone = z.object({
  ...okShape,
  data: z.strictObject({ _id: z.string(), slug: z.optional(z.string()), version: z.int() }),
})

/** The same schema under each of these names. */
export const each = <Name extends string, Of>(names: readonly Name[], of: Of) =>
  Object.fromEntries(names.map((name) => [name, of])) as Record<Name, Of>

/** Page of a list, from 1, and rows a page; what cannot be read is the default (R-VAL-11). */
export const paging = (defaultLimit: number) => ({
  page: wholeOr(1, { min: 1, max: limits.maxPage }),
  limit: wholeOr(defaultLimit, { min: 1, max: limits.maxLimit }),
})

const typed = (normalize: (v: string) => string) => (missing: string, max: number) =>
  z
    .string({ error: missing })
    .check(
      z.overwrite(normalize),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `At most ${max} characters`),
    )
/** A required text of many lines; it is cleaned and trimmed first, empty counts as missing. */
export const text = typed(clean)
/** A required text of one line: a name, a title, an address. */
export const line = typed(cleanLine)

/** Words of many lines that may be empty. */
export const freeText = (max: number) =>
  z.string().check(z.overwrite(clean), z.trim(), z.maxLength(max, `At most ${max} characters`))

/** R-VAL-13, R-VAL-20 */
export const email = z.string({ error: 'Please enter an email' }).check(
  z.trim(),
  z.minLength(1, 'Please enter an email'),
  z.maxLength(limits.email, 'Please enter a valid email'),
  // The rule of zod's own e-mail check, without the code around it: this is in the first file of every phone.
  z.regex(z.regexes.email, 'Please enter a valid email'),
)

const isPositiveNumber = (v: string) => /^\+?\d{1,15}$/.test(v) && Number(v) > 0
/** Forms give text, whereas JSON may give a phone number as the number it looks like. */
const asText = z.transform((given: string) => {
  const v: unknown = given
  return typeof v === 'number' ? String(v) : given
})
/**
 * A phone number, digits only or with its country code (R-VAL-16). Where a national number is asked for, the market says how many digits it has.
 */
export const gsm = (missing: string, odd = 'Must be positive numbers') =>
  z.pipe(
    asText,
    z.string({ error: missing }).check(
      // Numbers are pasted with the marks that a list of contacts has put around them.
      z.overwrite(cleanLine),
      z.trim(),
      z.minLength(1, missing),
      // A dash inside a number is how people group it, a dash in front is a negative number.
      z.refine((v) => !v.startsWith('-'), odd),
      z.overwrite((v) => v.replace(/[\s()-]/g, '')),
      z.refine(isPositiveNumber, odd),
    ),
  )
