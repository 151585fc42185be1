import { fieldError } from '../kernel/call.ts'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { knownNames } from '../reference/reference-store.ts'
import { digitsWords, fullNumber, hasDigits, type MarketName, regionOf } from '#contract/values/region.ts'

/** Throws a field error when a national number does not have the number of digits of its market. */
export function checkDigits(field: string, gsm: string, market: MarketName): void {
  if (hasDigits(gsm, regionOf[market])) return
  const msg = digitsWords(regionOf[market])
  throw fieldError(field, msg)
}

/** Returns a national number as it is stored: with the country code that its form shows (R-CONST-16). */
export const withCode = (market: MarketName, form: 'contact' | 'testDrive', gsm: string): string =>
  fullNumber(regionOf[market].prefix[form], gsm)

/**
 * Throws `validation_failed` when the province or city does not exist, or the city is in another province (R-VAL-22,
 * R-VAL-23, R-VAL-28).
 */
export async function checkPlace(
  sql: Sql,
  { province, city }: { province: string; city: string },
): Promise<void> {
  const known = await knownNames(sql, { make: '', model: '', province, city })
  const fields = {
    ...(!known.province && { province: 'Please select province' }),
    ...(!known.city && { city: 'Please select city' }),
  }
  const [msg] = Object.values(fields)
  if (msg !== undefined) throw new AppError('validation_failed', { msg, fields })
}
