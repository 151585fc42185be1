import { activeAds, holdAdOwner } from '../cars/ads/ad-rules.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { allowanceOf } from '../users/allowance.ts'

/**
 * How many more ads of this person may be active (R-SUBS-13). Holds the person until the transaction ends: an ad posted at
 * the same moment waits.
 */
export async function remainingAds(sql: Sql, user: string, now: Date): Promise<number> {
  await holdAdOwner({ sql, user, now })
  const { ads } = await allowanceOf(sql, user, now)
  return Math.max(0, ads - (await activeAds(sql, user)))
}
