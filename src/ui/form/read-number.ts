/**
 * "1,250,000.50", "1 250 000" and "1.250.000" are numbers to a person; a comma before one or two digits is a decimal one.
 * NaN where there is none.
 */
export const readNumber = (typed: string): number =>
  typed.trim() === '' ? NaN : Number(typed.replace(/[\s,.](?=\d{3}(?!\d))/g, '').replace(',', '.'))
