import { z } from 'zod/mini'
import { limits } from './limits.ts'

/** Building blocks that several groups of calls share. */

/** No database keeps a zero character: names of things never hold one, typed text loses it. */
export const storable = z.refine<string>((v) => !v.includes('\0'))
export const withoutZero = z.overwrite<string>((v) => v.replaceAll('\0', ''))

export const id = z.string().check(z.minLength(1), z.maxLength(64), storable)
/** An instant as ISO 8601 in UTC. */
export const instant = z.string().check(z.minLength(20), z.maxLength(30))
export const yesNo = z.enum(['yes', 'no'])
export const message = z.string()
/** `{success: true, msg}` and whatever the call adds. */
export const ok = { success: z.literal(true), msg: message }

/** Page of a list, from 1, and rows a page. */
export const paging = (defaultLimit: number) => ({
  page: z._default(z.int().check(z.minimum(1), z.maximum(limits.maxPage)), 1),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(limits.maxLimit)), defaultLimit),
})

/** A required text that is trimmed first; empty counts as missing. */
export const text = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .check(withoutZero, z.trim(), z.minLength(1, missing), z.maxLength(max, `At most ${max} characters`))

/** R-VAL-13, R-VAL-20 */
export const email = z.string({ error: 'Please enter an email' }).check(
  z.trim(),
  z.minLength(1, 'Please enter an email'),
  z.maxLength(limits.email, 'Please enter a valid email'),
  // The rule of zod's own e-mail check, without the code around it: this is in the first file of every phone.
  z.regex(z.regexes.email, 'Please enter a valid email'),
)

const isPositiveNumber = (v: string) => /^\d{1,15}$/.test(v) && Number(v) > 0
/** National number without its country code, digits only (R-VAL-16). */
export const gsm = (missing: string) =>
  z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, missing),
    // A dash inside a number is how people group it, a dash in front is a negative number.
    z.refine((v) => !v.startsWith('-'), 'Must be positive numbers'),
    z.overwrite((v) => v.replace(/[\s()-]/g, '')),
    z.refine(isPositiveNumber, 'Must be positive numbers'),
  )
