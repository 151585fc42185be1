import { z } from 'zod/mini'
import { type CarStatus, carStatuses } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { allowanceOf } from '../../users/users-store.ts'
import { activeAds, type AdWrite, holdAdOwner } from './ad-rules.ts'
import { ledgerOf } from './ads-store.ts'
import { findRow } from '../../kernel/db/lists.ts'

/**
 * Ads that the operator hides. A hidden ad is inactive, which the table itself holds to: whatever shows ads to people
 * knows nothing of hiding, and phones get it by the feed like any other change.
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

/** The ad with its owner's address, held until the transaction ends. Throws `gone` or `not_found`. */
export async function heldForOperator(sql: Sql, id: string): Promise<RunAd> {
  const ad = await sql.first(runRow)`select c.id, c.slug, c.title, c.creator, u.email, c.status, c.featured,
      c.version, c.hidden_for, c.hidden_by, c.status_before
    from cars c join users u on u.id = c.creator where c.id = ${id} for no key update of c`
  if (ad) return ad
  throw (await ledgerOf(sql, id)) ? new AppError('gone', { msg: 'This ad was deleted.' }) : noSuchAd()
}
export const noSuchAd = () => new AppError('not_found', { msg: 'This ad could not be found.' })

/** Hides an ad, or gives one that is hidden another reason. */
export async function hideCar(
  sql: Sql,
  ad: RunAd,
  o: { reason: string; by: 'operator' | 'reports'; now: Date },
): Promise<void> {
  // One of a person who is suspended would be for sale again after that.
  const before = raw(`coalesce(status_before, case when suspended then 'active' else status end)`)
  await sql.exec`update cars set status_before = ${before}, suspended = false, status = 'inactive',
      hidden_for = ${o.reason}, hidden_by = ${o.by}, hidden_at = coalesce(hidden_at, ${o.now}), version = version + 1
    where id = ${ad.id}`
}

const statusRow = z.object({ status: z.enum(carStatuses) })
/** Brings a hidden ad back as what it was; inactive where its owner's plan has no room for it by now. */
export async function bringBackCar(
  sql: Sql,
  id: string,
  now: Date,
): Promise<{ ad: RunAd; status: CarStatus }> {
  const owner = await findRow(sql, 'cars', z.object({ creator: z.string() }), { id })
  // Before the ad: code that counts ads holds the person first.
  if (owner) await holdAdOwner({ sql, user: owner.creator, now })
  const ad = await heldForOperator(sql, id)
  const before = ad.status_before
  if (before === null) return { ad, status: ad.status }
  const { ads } = await allowanceOf(sql, ad.creator, now)
  const isFull = before === 'active' && (await activeAds(sql, ad.creator)) >= ads
  // The table itself keeps an ad inactive whose owner is suspended.
  const back = await sql.first(statusRow)`update cars set status = ${isFull ? 'inactive' : before},
      hidden_for = '', hidden_by = '', hidden_at = null, status_before = null, version = version + 1
    where id = ${id} returning status`
  return { ad, status: back?.status ?? before }
}

/** Puts an ad among the featured ones, or takes it out. */
export async function featureCar(sql: Sql, id: string, featured: boolean): Promise<void> {
  await sql.exec`update cars set featured = ${featured}, version = version + 1
    where id = ${id} and featured <> ${featured}`
}

const titleRow = z.object({ title: z.string() })

/**
 * Ads beyond what the plan allows become inactive, newest first, and are kept (R-SUBS-13). Hold the person
 * (`holdAdOwner`): an ad that is published at the same moment waits. Returns what the plan allows, and the titles of those.
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
