import { z } from 'zod/mini'
import { type CarStatus, carStatuses } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { allowanceOf } from '../../users/users-store.ts'
import { activeAds, type AdWrite, holdAdOwner } from './ad-rules.ts'
import { ledgerOf } from './ads-store.ts'
import { findRow } from '../../kernel/db/lists.ts'

/**
 * Ads that the operator hides. A hidden ad is inactive, which the table enforces. So code that shows ads needs no rule for
 * hiding, and phones get the change through the feed like any other.
 */

const runRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  creator: z.string(),
  email: z.string(),
  status: z.enum(carStatuses),
  featured: z.boolean(),
  version: z.int(),
  hidden_for: z.string(),
  hidden_by: z.enum(['', 'operator', 'reports']),
  status_before: z.nullable(z.enum(carStatuses)),
})
/** An ad as the operator sees it. */
export type RunAd = z.output<typeof runRow>

/** Returns the ad with its owner's e-mail address and locks its row until the transaction ends. Throws `gone` or `not_found`. */
export async function heldForOperator(sql: Sql, id: string): Promise<RunAd> {
  const ad = await sql.first(runRow)`select c.id, c.slug, c.title, c.creator, u.email, c.status, c.featured,
      c.version, c.hidden_for, c.hidden_by, c.status_before
    from cars c join users u on u.id = c.creator where c.id = ${id} for no key update of c`
  if (ad) return ad
  throw (await ledgerOf(sql, id)) ? new AppError('gone', { msg: 'This ad was deleted.' }) : noSuchAd()
}
export const noSuchAd = () => new AppError('not_found', { msg: 'This ad could not be found.' })

/** Hides an ad, or changes the reason of a hidden ad. */
export async function hideCar(
  sql: Sql,
  ad: RunAd,
  o: { reason: string; by: 'operator' | 'reports'; now: Date },
): Promise<void> {
  // The ad of a suspended person was for sale before the suspension, so its earlier status is active.
  const before = raw(`coalesce(status_before, case when suspended then 'active' else status end)`)
  await sql.exec`update cars set status_before = ${before}, suspended = false, status = 'inactive',
      hidden_for = ${o.reason}, hidden_by = ${o.by}, hidden_at = coalesce(hidden_at, ${o.now}), version = version + 1
    where id = ${ad.id}`
}

const statusRow = z.object({ status: z.enum(carStatuses) })
/** Restores the status of a hidden ad; inactive if the owner's plan has no room now. */
export async function bringBackCar(
  sql: Sql,
  id: string,
  now: Date,
): Promise<{ ad: RunAd; status: CarStatus }> {
  const owner = await findRow(sql, 'cars', z.object({ creator: z.string() }), { id })
  // Code that counts ads locks the person first, so the person is locked before the ad here, too.
  if (owner) await holdAdOwner({ sql, user: owner.creator, now })
  const ad = await heldForOperator(sql, id)
  const before = ad.status_before
  if (before === null) return { ad, status: ad.status }
  const { ads } = await allowanceOf(sql, ad.creator, now)
  const isFull = before === 'active' && (await activeAds(sql, ad.creator)) >= ads
  // The table keeps an ad inactive while its owner is suspended.
  const back = await sql.first(statusRow)`update cars set status = ${isFull ? 'inactive' : before},
      hidden_for = '', hidden_by = '', hidden_at = null, status_before = null, version = version + 1
    where id = ${id} returning status`
  return { ad, status: back?.status ?? before }
}

/** Adds an ad to the featured ads, or removes it. */
export async function featureCar(sql: Sql, id: string, featured: boolean): Promise<void> {
  await sql.exec`update cars set featured = ${featured}, version = version + 1
    where id = ${id} and featured <> ${featured}`
}

const titleRow = z.object({ title: z.string() })

/**
 * Deactivates the newest ads beyond the limit of the plan (R-SUBS-13). Lock the person first (`holdAdOwner`), so that a
 * concurrent publication waits. Returns the plan's allowance and the titles of these ads.
 */
export async function fitPlan({ sql, user, now }: AdWrite) {
  const allowance = await allowanceOf(sql, user, now)
  const hidden = await sql.all(titleRow)`update cars
    set status = 'inactive', version = version + 1, updated_at = ${now}
    where status = 'active' and id in (select id from cars where creator = ${user} and status = 'active'
      order by created_at, id offset ${allowance.ads})
    returning title`
  return { allowance, hidden: hidden.map(({ title }) => title) }
}
