import { fieldError } from '../kernel/call.ts'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { knownNames } from '../reference/reference-store.ts'
import { digitsWords, fullNumber, hasDigits, type MarketName, regionOf } from '#contract/values/region.ts'

/** Refuses a national number that has not as many digits as its market says. */
export function checkDigits(field: string, gsm: string, market: MarketName): void {
  if (hasDigits(gsm, regionOf[market])) return
  const msg = digitsWords(regionOf[market])
  throw fieldError(field, msg)
}

/** A national number as it is kept: behind the country code that its form shows (R-CONST-16). */
export const withCode = (market: MarketName, form: 'contact' | 'testDrive', gsm: string): string =>
  fullNumber(regionOf[market].prefix[form], gsm)

/** Refuses a province or a city that is none, or a city that is in another province (R-VAL-22, R-VAL-23, R-VAL-28). */
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
