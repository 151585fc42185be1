import { AppError } from '#contract/errors.ts'
import { importLimits } from '#contract/selling/import.ts'
import { holdAdOwner } from '../../cars/ads/ad-rules.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { importsBegunBy } from './jobs-store.ts'

const day = 86_400_000
/** Tables of one dealer that wait or are read. */
const mostOpen = 3

/** Refuses one table too many; holds the dealer, or those of the same moment would all be the third. */
export async function refuseTooMany(
  sql: Sql,
  o: { dealer: string; now: Date; isNew: boolean },
): Promise<void> {
  await holdAdOwner({ sql, user: o.dealer, now: o.now })
  const begun = await importsBegunBy(sql, o.dealer, new Date(o.now.getTime() - day))
  if (begun.open >= mostOpen) {
    throw new AppError('rate_limited', { msg: 'Your other tables are still being read.', retryAfter: 30 })
  }
  if (o.isNew && begun.today >= importLimits.perDay) {
    const msg = `At most ${importLimits.perDay} tables a day.`
    throw new AppError('rate_limited', { msg, retryAfter: 3600 })
  }
}
