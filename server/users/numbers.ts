import { AppError } from '#contract/errors.ts'
import { digitsWords, fullNumber, hasDigits, type MarketName, regionOf } from '#contract/values/region.ts'

/** Refuses a national number that has not as many digits as its market says. */
export function checkDigits(field: string, gsm: string, market: MarketName): void {
  if (hasDigits(gsm, regionOf[market])) return
  const msg = digitsWords(regionOf[market])
  throw new AppError('validation_failed', { msg, fields: { [field]: msg } })
}

/** A national number as it is kept: behind the country code that its form shows (R-CONST-16). */
export const withCode = (market: MarketName, form: 'contact' | 'testDrive', gsm: string): string =>
  fullNumber(regionOf[market].prefix[form], gsm)
