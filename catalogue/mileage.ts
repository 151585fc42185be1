/**
 * Returns whole kilometres from a seller's text ("68 123 Km", "42,000", "30k miles"); undefined without a number. The first
 * number counts. "k" means thousand, and miles are converted to kilometres (R-ENT-04).
 */
export function kilometresOf(mileage: string): number | undefined {
  const match = /(\d[\d\s,.']*)\s*(k\b)?\s*(mi\b|miles?\b)?/i.exec(mileage)
  if (!match) return undefined
  const [, written = '', thousand, miles] = match
  const groups = written
    .trim()
    .split(/[\s,.']+/)
    .filter((g) => g !== '')
  const last = groups.at(-1) ?? ''
  // "12.5" or "12,5" is a fraction; "12.500" and "12 500" are grouped thousands.
  const fraction = groups.length > 1 && last.length < 3
  const whole = (fraction ? groups.slice(0, -1) : groups).join('')
  const value = Number(fraction ? `${whole}.${last}` : whole)
  if (!Number.isFinite(value)) return undefined
  const km = value * (thousand ? 1000 : 1) * (miles ? 1.609344 : 1)
  return Math.min(Math.round(km), 9_999_999)
}
