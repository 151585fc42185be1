import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { knownNames } from '../reference/reference-store.ts'

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
