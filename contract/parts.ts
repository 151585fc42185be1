import { z } from 'zod/mini'
import type { Auth, HttpMethod, Route } from './http.ts'
import { limits } from './limits.ts'
import { hasTooManyTags, htmlLimits } from './values/html.ts'
import { wholeOr } from './values/list-inputs.ts'

/** Building blocks that several groups of calls share. */

/** Refuses NUL characters and lone surrogates, which a database cannot store. */
export const storable = z.refine<string>((v) => !/[\0\p{Surrogate}]/u.test(v))
/** Limits the tags of a text that is stored unchanged and sanitised when it is displayed. */
export const drawable = z.refine<string>((v) => !hasTooManyTags(v), `At most ${htmlLimits.tags} tags`)

/** Number of changes to an item, in the range of a 32-bit column. */
export const versionNumber = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))

const breaks = /\r\n|[\v\f\r\x85\u2028\u2029]/g
/** Control characters except tab and line break, characters that change the text direction, and lone surrogates. */
const unwritable = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu
/** Normalises line breaks and removes control characters, characters that change the text direction, and lone surrogates. */
export const clean = (v: string): string => v.replace(breaks, '\n').replace(unwritable, '')
/** Returns the cleaned text as one line, also without direction marks. */
export const cleanLine = (v: string): string =>
  clean(v)
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[\t\n]+/g, ' ')

export const id = z.string().check(z.minLength(1), z.maxLength(64), storable)
/** An id that the phone has minted. */
export const mintedId = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** The secret of an e-mail link. Any text of this length passes, because the server must check the secret anyway. */
export const secret = z.string().check(z.minLength(1), z.maxLength(128))
/** An instant in ISO 8601, UTC. */
export const instant = z.string().check(z.minLength(20), z.maxLength(30))
export const yesNo = z.enum(['yes', 'no'])
export const message = z.string()
/** Shape of every success: `{success: true, msg}`; each call adds its own fields. */
export const okShape = { success: z.literal(true), msg: message }
type Schema = z.ZodMiniType
type Shape = z.core.$ZodShape

/** Schemas of a call's request and reply, beside `success` and `msg`. */
interface Terms<A, P, B, D, R> {
  /** `required` by default. */
  auth?: A
  params?: P
  body?: B
  data?: D
  /** Fields of the reply beside `data`. */
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

/** Declares a call: method and path below `basePath`, and the id of its requirement. */
export const route = declare(false)
/** Declares a write: the call carries an idempotency key and has its effect once. */
export const write = declare(true)

/** Reply to a repeated write whose item no longer exists: the version that the write created. */
export const replyOfGone = z.object({
  ...okShape,
  data: z.strictObject({ _id: z.string(), slug: z.optional(z.string()), version: z.int() }),
})

/** Returns an object with the same schema under each name. */
export const each = <Name extends string, Of>(names: readonly Name[], of: Of) =>
  Object.fromEntries(names.map((name) => [name, of])) as Record<Name, Of>

/** Schemas of the page number, from 1, and of the rows per page; an unreadable value becomes the default (R-VAL-11). */
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
/** A required text with several lines, cleaned and trimmed; an empty text counts as missing. */
export const text = typed(clean)
/** A required text of one line: a name, a title, an address. */
export const line = typed(cleanLine)

/** An optional text with several lines. */
export const freeText = (max: number) =>
  z.string().check(z.overwrite(clean), z.trim(), z.maxLength(max, `At most ${max} characters`))

/** R-VAL-13, R-VAL-20 */
export const email = z.string({ error: 'Please enter an email' }).check(
  z.trim(),
  z.minLength(1, 'Please enter an email'),
  z.maxLength(limits.email, 'Please enter a valid email'),
  // The pattern of zod's own e-mail check without the code around it, to keep the first file of every phone small.
  z.regex(z.regexes.email, 'Please enter a valid email'),
)

const isPositiveNumber = (v: string) => /^\+?\d{1,15}$/.test(v) && Number(v) > 0
/** Converts a number to text: JSON may contain a phone number as a number, whereas forms send text. */
const asText = z.transform((given: string) => {
  const v: unknown = given
  return typeof v === 'number' ? String(v) : given
})
/** A phone number: digits only, or with its country code (R-VAL-16). The market defines how many digits a national number has. */
export const gsm = (missing: string, odd = 'Must be positive numbers') =>
  z.pipe(
    asText,
    z.string({ error: missing }).check(
      // Pasted numbers may contain invisible marks of a contact list.
      z.overwrite(cleanLine),
      z.trim(),
      z.minLength(1, missing),
      // A dash inside a number groups its digits; a dash in front makes the number negative.
      z.refine((v) => !v.startsWith('-'), odd),
      z.overwrite((v) => v.replace(/[\s()-]/g, '')),
      z.refine(isPositiveNumber, odd),
    ),
  )
