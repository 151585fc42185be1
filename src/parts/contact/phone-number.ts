import { regionOf, type MarketName } from '#contract/values/region.ts'

/**
 * A seller's number as digits with a country code: one that already has a code keeps it, a national one gets the
 * market's (R-CAR-10). Undefined when there is no number to call.
 */
export function phoneNumber(gsm: string, market: MarketName): string | undefined {
  const compact = gsm.replace(/[^\d+]/g, '')
  const digits = compact.replace(/\D/g, '')
  if (Number(digits) === 0) return undefined
  if (compact.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `${regionOf[market].prefix.showNumber}${digits.replace(/^0/, '')}`
}

/** `+27821234567` becomes `+27 82 123 4567`, which an eye can copy. */
export function spoken(number: string): string {
  const code = /^\+(?:27|234|26[03457]|258)/.exec(number)?.[0] ?? number.slice(0, 3)
  const rest = number.slice(code.length)
  const groups = /^(\d{2,3})(\d{3})(\d{4})$/.exec(rest)
  return [code, ...(groups ? groups.slice(1) : [rest])].join(' ')
}

export const whatsappLink = (number: string, greeting: string) =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`
