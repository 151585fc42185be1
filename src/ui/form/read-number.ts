/**
 * Returns a typed number as digits with a decimal point. It accepts "1,250,000.50", "1 250 000" and "1.250.000"; a comma before
 * one or two digits is a decimal comma.
 */
export const plainNumber = (typed: string): string =>
  typed.replace(/[\s,.](?=\d{3}(?!\d))/g, '').replace(',', '.')

/** Returns the typed number, or NaN for text that is empty or no number. */
export const readNumber = (typed: string): number => (typed.trim() === '' ? NaN : Number(plainNumber(typed)))
