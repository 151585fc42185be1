import { z } from 'zod/mini'
import { readFlag, readTexts, readWhole, readWords } from '../list-query.ts'

// Schemas for the query of a list call; no schema refuses a value (R-VAL-11).

/** Returns a schema that accepts every value; `I` is the documented input type. */
const lenient = <I, O>(read: (v: unknown) => O) => z.pipe(z.custom<unknown, I>(), z.transform(read))
type Numeric = number | string

/** A whole number, or the default. */
export const wholeOr = (usual: number, range: { min: number; max: number }) =>
  z._default(
    lenient<Numeric, number>((v) => readWhole(v, range) ?? usual),
    usual,
  )
export const textList = z._default(lenient<string | readonly Numeric[], string[]>(readTexts), [])
/** A value of a closed list, or the default. */
export const knownOr = <V extends string>(known: readonly V[], usual: V) =>
  z.pipe(
    z.optional(z.custom<unknown, V>()),
    z.transform((v) => known.find((one) => one === v) ?? usual),
  )
export const searchWords = z.optional(lenient<Numeric, string | undefined>(readWords))
export const flag = z._default(lenient<boolean, boolean>(readFlag), false)
/** Returns a schema for the values that `schema` accepts; others are ignored. */
export const readableBy = <T>(schema: z.ZodMiniType<T, T>) =>
  z.optional(
    lenient<T, T | undefined>((v) => {
      const read = schema.safeParse(v)
      return read.success ? read.data : undefined
    }),
  )
