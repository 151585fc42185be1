/**
 * "1,250,000.50", "1 250 000" and "1.250.000" are numbers to a person; a comma before one or two digits is a decimal one.
 * As a text: digits, with a point before decimals, where it is a number at all.
 */
export const plainNumber = (typed: string): string =>
  typed.replace(/[\s,.](?=\d{3}(?!\d))/g, '').replace(',', '.')

/** NaN where there is none. */
export const readNumber = (typed: string): number => (typed.trim() === '' ? NaN : Number(plainNumber(typed)))
