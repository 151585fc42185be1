import { AppError } from '#contract/errors.ts'
import { type MarketName, marketOf } from '#contract/values/market.ts'

/**
 * A national number has as many digits as its market says (R-VAL-26, R-VAL-54, R-VAL-64); the zero that people write in
 * front of it at home may be there or not.
 */
export function checkDigits(field: string, gsm: string, market: MarketName): void {
  const wanted = marketOf[market].gsmDigits
  if ([gsm.length, gsm.replace(/^0+/, '').length].includes(wanted)) return
  const msg = `Must be exactly ${wanted} digits`
  throw new AppError('validation_failed', { msg, fields: { [field]: msg } })
}
