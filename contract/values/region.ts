/** One setting for everything that differs between the two audiences (R-NAV-51, R-NAV-52). */
export const markets = ['mixed', 'za', 'ng'] as const
export type MarketName = (typeof markets)[number]

/** Countries whose law may govern (R-STAT-15). */
export type LawCountry = 'South Africa' | 'Nigeria'

export interface RegionSettings {
  name: MarketName
  /** Sign in front of car and plan prices. */
  currencySign: string
  /** ISO 4217 */
  currency: string
  locale: string
  /** Whose clock a time without a zone is on (R-VAL-60); an IANA name. */
  timeZone: string
  /** Calling code shown or preset per form. */
  prefix: Record<'register' | 'profile' | 'contact' | 'testDrive' | 'enquiry' | 'showNumber', string>
  /** National digits a phone number must have (R-VAL-64). */
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

/** Thousands apart, the same on every machine (R-LIST-26). */
export const grouped = (whole: number): string => String(Math.round(whole)).replace(/\B(?=(?:\d{3})+$)/g, ',')
/** "1 ad", "1,500 ads". */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`
/** A price without decimals, with the sign of the market. */
export const priceText = (amount: number, { currencySign }: RegionSettings): string =>
  currencySign + grouped(amount)

/** The seven documented codes of the dealer contact form and +27 as the eighth (R-FORM-19, R-FORM-20). */
export const enquiryCodes = ['+234', '+264', '+267', '+263', '+258', '+260', '+265', '+27'] as const

/** Without the one zero that is written in front at home; older accounts have numbers with it. */
const withoutZero = (gsm: string) => gsm.replace(/^0/, '')

/** A number as it is dialled from anywhere: the country code, then the national number without its leading zero. */
export function fullNumber(countryCode: string, gsm: string): string {
  return gsm === '' || gsm.startsWith('+') ? gsm : countryCode + withoutZero(gsm)
}

/** A national number has exactly as many digits as its market says; the zero dialled at home is none of them. */
export function hasDigits(gsm: string, { gsmDigits }: RegionSettings): boolean {
  return gsm.length === gsmDigits && /^[1-9]\d*$/.test(gsm)
}

/** What a person typed or pasted behind the prefix that a form shows, without that prefix and a zero in brackets. */
export function withoutPrefix(typed: string, prefix: string): string {
  const compact = typed.replace(/[^\d+()-]/g, '')
  return compact.startsWith(prefix) ? compact.slice(prefix.length).replace('(0)', '') : typed
}

/** R-VAL-26, R-VAL-54, R-VAL-64 */
export const digitsWords = ({ gsmDigits }: RegionSettings): string => `Must be exactly ${gsmDigits} digits`

/** 23-02-2027 of an instant (R-BLOG-08, R-CAR-14): the day it is in Greenwich, so that everybody reads the same one. */
export const formatUtcDay = (instant: string): string => instant.slice(0, 10).split('-').reverse().join('-')
