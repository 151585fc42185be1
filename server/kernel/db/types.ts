// What a column becomes in TypeScript, the same for both databases.
import { types } from 'pg'

/** A count or a sum above 2^53 would lose digits in silence, so it is refused. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, wholeNumber],
  [types.builtins.NUMERIC, Number],
])

/** int8 and numeric arrive as numbers, timestamptz as Date, json as its value; the rest as the driver does it. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format as 'text'),
}
