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

// What the server holds a poster to beyond the fields themselves: no contact details in the words, not the same car
// twice in two days, no more ads than the plan includes (R-POST-22, R-SUBS-13).

/** What every write about an ad is done with. */
export interface AdWrite {
  sql: Sql
  user: string
  now: Date
}

/** What is said about contact details in what a person wrote. */
export function contactErrors(words: Pick<AdEdit, 'title' | 'description'>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of ['title', 'description'] as const) {
    const found = findContact(words[field] ?? '')
    if (found) fields[field] = contactWords[found.kind](field)
  }
  return fields
}

/** A write may have waited so long on a phone, where the list was of the year before. */
const longestWait = 90 * 24 * 3_600_000
/** Clocks ahead of ours have the new year first. */
const earliestClock = 14 * 3_600_000
const yearOf = (ms: number) => new Date(ms).getUTCFullYear()

function isOffered(year: number, now: Date): boolean {
  const last = yearOf(now.getTime() + earliestClock)
  return year <= last && year > yearOf(now.getTime() - longestWait) - limits.adYears
}
const has = (list: readonly string[], value: string | undefined) =>
  value === undefined || list.includes(value)

/** What is not in the lists that the ad form offers (R-POST-26, R-POST-31); closed lists of others are the contract's. */
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

/** What makes two ads of one person the same car: its words aside from case, accents and signs, make, model and year. */
type Likeness = Pick<AdFields, 'title' | 'make' | 'model' | 'year'>
export const likenessOf = ({ title, make, model, year }: Likeness): string =>
  [fold(title).replace(/[^\p{L}\p{N}]+/gu, ''), make, model, year].join('|')

/** An ad that would be new, and the deleted one whose place it takes. */
type Candidate = Likeness & { id: string; replaces?: string | undefined }

const hour = 3_600_000
/** `posted_at` also where it was brought back, and so is shown as older. */
const living = z.object({ title: z.string(), posted_at: z.date() })
const buried = z.object({ title: z.string(), deleted_at: z.date() })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The ad that this one would repeat, and since when it counts. */
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

/** R-POST-18: the same car again within 48 hours of its posting or deleting is refused. */
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

/** How many ads this person has for sale. */
export async function activeAds(sql: Sql, user: string): Promise<number> {
  return countOf(sql)`select count(*)::int as n from cars where creator = ${user} and status = 'active'`
}

/**
 * R-SUBS-13: one more ad for sale must fit the plan. Hold the person's row (`holdAdOwner`), or two ads at the same
 * moment would both fit.
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

/** Where the person lives whose ads are counted, held until the transaction ends; undefined when there is none. */
export const holdAdOwner = ({ sql, user }: AdWrite): Promise<OwnerPlace | undefined> =>
  findRow(sql, 'users', place, { id: user }, 'for no key update')

/** A description that is safe to put into a page, with what a seller may lay it out with (R-CAR-23). */
export const safeDescription = htmlCleaner({
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  isAddress: (href) => /^https?:\/\//i.test(href),
  rel: 'nofollow noopener',
})

/** The address of a new ad: its title as words, then an end that no other ad has. It stays when the title changes. */
export function slugOf(ad: { id: string; title: string }): string {
  const words = dashed(ad.title, 80)
  const end = createHash('sha256').update(ad.id).digest('hex').slice(0, 12)
  return `${words || 'car'}-${end}`
}
