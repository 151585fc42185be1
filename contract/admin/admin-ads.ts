import { z } from 'zod/mini'
import { adminList, adminWrite, seenReports } from './admin-route.ts'
import { reportReasons } from '../forms/reports.ts'
import { carStatuses } from '../limits.ts'
import { freeText, id, instant, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Ads and what people report of them, as the operator sees them. */

export const adFilters = ['all', 'active', 'sold', 'inactive', 'hidden', 'featured'] as const
export type AdFilter = (typeof adFilters)[number]
/** Characters of a reason that goes to the owner by e-mail. */
export const adReasonLength = 500
const adReasonMissing = 'Please give the reason; the owner reads it'

export const adminAd = z.object({
  _id: id,
  slug: z.string(),
  title: z.string(),
  price: z.number(),
  city: z.string(),
  status: z.enum(carStatuses),
  featured: z.boolean(),
  /** Address of the cover, '' for none. */
  cover: z.string(),
  created_at: instant,
  seller: z.object({ _id: id, fullname: z.string(), businessname: z.string(), email: z.string() }),
  /** By the operator's people or by reports; null while it is not. */
  hidden: z.nullable(z.object({ reason: z.string(), at: instant, by: z.enum(['operator', 'reports']) })),
  /** Open reports. */
  reports: z.int(),
})
export type AdminAd = z.output<typeof adminAd>

export const adReport = z.object({
  _id: id,
  reason: z.enum(reportReasons),
  words: z.string(),
  updated_at: instant,
  /** The account of the person who reported it; null for a guest. */
  from: z.nullable(z.object({ _id: id, fullname: z.string(), email: z.string() })),
  /** It counts towards hiding the ad by itself (decision 43). */
  counts: z.boolean(),
  /** It looks like spam. */
  held: z.boolean(),
})
export type AdReportRow = z.output<typeof adReport>

/** `open`: at most 50 of them, those that count first; `reports` says how many there are. */
const reportedAd = z.object({ ...adminAd.shape, open: z.array(adReport) })
export type ReportedAd = z.output<typeof reportedAd>

const note = z._default(freeText(adReasonLength), '')

/** Each action is `decided_meanwhile` when it is so already. */
export const adminAdRoutes = {
  /** Newest first; words of the title, the address, the seller's name, business and e-mail. */
  adminListAds: adminList('list-ads', adminAd, { state: knownOr(adFilters, 'all') }),
  /** Nobody but its owner sees it; they are notified with the reason. What was reported of it is settled. */
  hideAd: adminWrite('hide-ad', { id, reason: text(adReasonMissing, adReasonLength) }, adminAd),
  /** It is as it was before; its owner is notified. */
  restoreAd: adminWrite('restore-ad', { id, note }, adminAd),
  featureAd: adminWrite('feature-ad', { id, featured: z.boolean() }, adminAd),
  /** Ads with open reports: those that reports have hidden first, then by how many people call them fraud. */
  adminListReports: adminList('list-reports', reportedAd, {}),
  /** Nothing is wrong with it: its open reports are dismissed, and one that they have hidden comes back. `decided_meanwhile` when more came. */
  keepAd: adminWrite('keep-ad', { id, note, reports: seenReports }, adminAd),
}
