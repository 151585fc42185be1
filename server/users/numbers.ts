import { AppError } from '#contract/errors.ts'
import { digitsWords, hasDigits, type MarketName, marketOf } from '#contract/values/market.ts'

/** Refuses a national number that has not as many digits as its market says. */
export function checkDigits(field: string, gsm: string, market: MarketName): void {
  if (hasDigits(gsm, marketOf[market])) return
  const msg = digitsWords(marketOf[market])
  throw new AppError('validation_failed', { msg, fields: { [field]: msg } })
}
