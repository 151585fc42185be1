import { z } from 'zod/mini'
import { dashed, fold } from '#catalogue'
import type { AdEdit, AdFields } from '#contract/ads.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { contactWords, findContact } from '#contract/selling/ad-rules.ts'
import { exteriorColours, interiorColours } from '#contract/values/options.ts'
import { countOf, findRow } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { allowanceOf } from '../../users/users-store.ts'
import { createHash } from 'node:crypto'
import { htmlCleaner } from '../../kernel/http/clean-html.ts'

// Rules for ads beyond the fields themselves: no contact details in texts, not the same car twice in two days, no more ads than
// the plan includes (R-POST-22, R-SUBS-13).

/** Context of every write to an ad. */
export interface AdWrite {
  sql: Sql
  user: string
  now: Date
}

/** Returns the errors for contact details in title and description. */
export function contactErrors(words: Pick<AdEdit, 'title' | 'description'>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of ['title', 'description'] as const) {
    const found = findContact(words[field] ?? '')
    if (found) fields[field] = contactWords[found.kind](field)
  }
  return fields
}

/** Maximum wait of a write on a phone, whose list of years may be of the year before. */
const longestWait = 90 * 24 * 3_600_000
/** Clocks ahead of the server reach the new year up to 14 hours earlier. */
const earliestClock = 14 * 3_600_000
const yearOf = (ms: number) => new Date(ms).getUTCFullYear()

function isOffered(year: number, now: Date): boolean {
  const last = yearOf(now.getTime() + earliestClock)
  return year <= last && year > yearOf(now.getTime() - longestWait) - limits.adYears
}
const has = (list: readonly string[], value: string | undefined) =>
  value === undefined || list.includes(value)

/**
 * Returns errors for values outside the lists of the ad form (R-POST-26, R-POST-31); the contract checks the other closed lists.
 */
export function optionErrors(
  { year, exteriorcolor, interiorcolor }: Pick<AdEdit, 'year' | 'exteriorcolor' | 'interiorcolor'>,
  now: Date,
): Record<string, string> {
  return {
    ...(year !== undefined && !isOffered(year, now) && { year: 'Please select a year' }),
    ...(!has(exteriorColours, exteriorcolor) && { exteriorcolor: 'Please select an exterior colour' }),
    ...(!has(interiorColours, interiorcolor) && { interiorcolor: 'Please select an interior colour' }),
  }
}

/** Fields that identify a car among one person's ads: title without case, accents and signs, make, model and year. */
type Likeness = Pick<AdFields, 'title' | 'make' | 'model' | 'year'>
export const likenessOf = ({ title, make, model, year }: Likeness): string =>
  [fold(title).replace(/[^\p{L}\p{N}]+/gu, ''), make, model, year].join('|')

/** A new ad, and the deleted ad that it replaces. */
type Candidate = Likeness & { id: string; replaces?: string | undefined }

const hour = 3_600_000
/** `posted_at` is the real time of posting, also for an ad that was brought back with its old date. */
const living = z.object({ title: z.string(), posted_at: z.date() })
const buried = z.object({ title: z.string(), deleted_at: z.date() })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Returns the ad that this one would repeat, and the time from which the waiting period counts. */
async function original({ sql, user, now }: AdWrite, ad: Candidate) {
  const since = new Date(now.getTime() - limits.repostHours * hour)
  const alike = likenessOf(ad)
  const young = await sql.all(living)`select c.title, coalesce(l.created_at, c.created_at) as posted_at
    from cars c left join car_ledger l on l.car_id = c.id
    where c.creator = ${user} and c.id <> ${ad.id} and coalesce(l.created_at, c.created_at) > ${since}
      and c.make = ${ad.make} and c.model = ${ad.model} and c.year = ${ad.year} order by posted_at desc`
  const there = young.find(({ title }) => likenessOf({ ...ad, title }) === alike)
  if (there) return { title: there.title, at: there.posted_at, was: 'posted' }
  const gone = await sql.first(buried)`select title, deleted_at from car_ledger
    where creator = ${user} and likeness = ${alike} and not car_id = any (${[ad.id, ad.replaces ?? ad.id]})
      and deleted_at > ${since} order by deleted_at desc limit 1`
  return gone && { title: gone.title, at: gone.deleted_at, was: 'deleted' }
}

/** Refuses the same car within 48 hours of its posting or deletion (R-POST-18). */
export async function refuseRepost(who: AdWrite, ad: Candidate): Promise<void> {
  const other = await original(who, ad)
  if (!other) return
  const again = new Date(other.at.getTime() + limits.repostHours * hour)
  const msg =
    `You ${other.was} this car as “${other.title}” less than ${limits.repostHours} hours ago. ` +
    `It may be posted again from ${day.format(again)} UTC.`
  const retryAfter = Math.max(1, Math.ceil((again.getTime() - who.now.getTime()) / 1000))
  throw new AppError('repost_too_soon', { msg, fields: { title: msg }, retryAfter })
}

/** Returns the number of a person's ads for sale. */
export async function activeAds(sql: Sql, user: string): Promise<number> {
  return countOf(sql)`select count(*)::int as n from cars where creator = ${user} and status = 'active'`
}

/**
 * Refuses another ad for sale if the plan has no room (R-SUBS-13). Lock the person's row first (`holdAdOwner`): else two
 * concurrent ads could both fit.
 */
export async function refuseOverPlan({ sql, user, now }: AdWrite): Promise<void> {
  const { plan, ads } = await allowanceOf(sql, user, now)
  const active = await activeAds(sql, user)
  if (active < ads) return
  const msg =
    `Your ${plan} plan includes ${ads} ads for sale at a time, and you have ${active}. ` +
    'Mark one as Sold or InActive, or choose a larger plan.'
  throw new AppError('plan_limit', { msg })
}

const place = z.object({ province: z.string(), city: z.string() })
export type OwnerPlace = z.output<typeof place>

/** Locks the ad owner's row until the transaction ends and returns where the person lives; undefined without such a person. */
export const holdAdOwner = ({ sql, user }: AdWrite): Promise<OwnerPlace | undefined> =>
  findRow(sql, 'users', place, { id: user }, 'for no key update')

/** Returns a description that is safe in a page, with the formatting that a seller may use (R-CAR-23). */
export const safeDescription = htmlCleaner({
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  isAddress: (href) => /^https?:\/\//i.test(href),
  rel: 'nofollow noopener',
})

/** Returns the address of a new ad: its title as words plus a unique suffix. It does not change with the title. */
export function slugOf(ad: { id: string; title: string }): string {
  const words = dashed(ad.title, 80)
  const end = createHash('sha256').update(ad.id).digest('hex').slice(0, 12)
  return `${words || 'car'}-${end}`
}
