/** The setting for everything that differs between the two countries (R-NAV-51, R-NAV-52). */
export const markets = ['mixed', 'za', 'ng'] as const
export type MarketName = (typeof markets)[number]

/** Countries whose law can apply (R-STAT-15). */
export type LawCountry = 'South Africa' | 'Nigeria'

export interface RegionSettings {
  name: MarketName
  /** Currency sign in front of car and plan prices. */
  currencySign: string
  /** ISO 4217 */
  currency: string
  locale: string
  /** IANA time zone of times without a zone (R-VAL-60). */
  timeZone: string
  /** Country code that each form shows or presets. */
  prefix: Record<'register' | 'profile' | 'contact' | 'testDrive' | 'enquiry' | 'showNumber', string>
  /** Number of digits of a national phone number (R-VAL-64). */
  gsmDigits: number
  lawCountry: LawCountry
}

const mixed: RegionSettings = {
  name: 'mixed',
  currencySign: '₦',
  currency: 'NGN',
  locale: 'en-NG',
  timeZone: 'Africa/Johannesburg',
  prefix: {
    register: '+27',
    profile: '+234',
    contact: '+234',
    testDrive: '+27',
    enquiry: '+234',
    showNumber: '+27',
  },
  gsmDigits: 9,
  lawCountry: 'South Africa',
}
const everywhere = (code: string): RegionSettings['prefix'] => ({
  register: code,
  profile: code,
  contact: code,
  testDrive: code,
  enquiry: code,
  showNumber: code,
})

export const regionOf: Readonly<Record<MarketName, RegionSettings>> = {
  mixed,
  za: {
    ...mixed,
    name: 'za',
    currencySign: 'R',
    currency: 'ZAR',
    locale: 'en-ZA',
    prefix: everywhere('+27'),
  },
  ng: {
    ...mixed,
    name: 'ng',
    prefix: everywhere('+234'),
    gsmDigits: 10,
    timeZone: 'Africa/Lagos',
    lawCountry: 'Nigeria',
  },
}

/** Groups thousands with commas, the same on every machine (R-LIST-26). */
export const grouped = (whole: number): string => String(Math.round(whole)).replace(/\B(?=(?:\d{3})+$)/g, ',')
/** "1 ad", "1,500 ads". */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`
/** Formats a price without decimals and with the market's currency sign. */
export const priceText = (amount: number, { currencySign }: RegionSettings): string =>
  currencySign + grouped(amount)

/** The seven documented codes of the dealer contact form, and +27 as the eighth (R-FORM-19, R-FORM-20). */
export const enquiryCodes = ['+234', '+264', '+267', '+263', '+258', '+260', '+265', '+27'] as const

/** Removes the leading zero of the national format, which numbers of older accounts contain. */
const withoutZero = (gsm: string) => gsm.replace(/^0/, '')

/** Returns the international number: the country code and the national number without its leading zero. */
export function fullNumber(countryCode: string, gsm: string): string {
  return gsm === '' || gsm.startsWith('+') ? gsm : countryCode + withoutZero(gsm)
}

/** Tells whether a national number has exactly the number of digits of its market, without the leading zero. */
export function hasDigits(gsm: string, { gsmDigits }: RegionSettings): boolean {
  return gsm.length === gsmDigits && /^[1-9]\d*$/.test(gsm)
}

/** Removes the form's prefix and a bracketed zero from a typed or pasted number. */
export function withoutPrefix(typed: string, prefix: string): string {
  const compact = typed.replace(/[^\d+()-]/g, '')
  return compact.startsWith(prefix) ? compact.slice(prefix.length).replace('(0)', '') : typed
}

/** R-VAL-26, R-VAL-54, R-VAL-64 */
export const digitsWords = ({ gsmDigits }: RegionSettings): string => `Must be exactly ${gsmDigits} digits`

/** Formats the UTC day of an instant as 23-02-2027, so that everybody reads the same day (R-BLOG-08, R-CAR-14). */
export const formatUtcDay = (instant: string): string => instant.slice(0, 10).split('-').reverse().join('-')
