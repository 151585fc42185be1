import { z } from 'zod/mini'
import { adminList, adminWrite, seenReports } from './admin-route.ts'
import { reportReasons } from '../forms/reports.ts'
import { carStatuses } from '../limits.ts'
import { freeText, id, instant, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Admin calls for ads and for the reports about ads. */

export const adFilters = ['all', 'active', 'sold', 'inactive', 'hidden', 'featured'] as const
export type AdFilter = (typeof adFilters)[number]
/** Maximum length in characters of a reason. The owner receives the reason by e-mail. */
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
  /** URL of the cover picture; '' when the ad has none. */
  cover: z.string(),
  created_at: instant,
  seller: z.object({ _id: id, fullname: z.string(), businessname: z.string(), email: z.string() }),
  /** Reason and time of the hiding by the operator or by reports; null while the ad is visible. */
  hidden: z.nullable(z.object({ reason: z.string(), at: instant, by: z.enum(['operator', 'reports']) })),
  /** Number of open reports. */
  reports: z.int(),
})
export type AdminAd = z.output<typeof adminAd>

export const adReport = z.object({
  _id: id,
  reason: z.enum(reportReasons),
  words: z.string(),
  updated_at: instant,
  /** The reporter's account; null when a guest reported the ad. */
  from: z.nullable(z.object({ _id: id, fullname: z.string(), email: z.string() })),
  /** Whether the report counts towards the automatic hiding of the ad (decision 43). */
  counts: z.boolean(),
  /** Whether the report looks like spam. */
  held: z.boolean(),
})
export type AdReportRow = z.output<typeof adReport>

/** `open` holds at most 50 reports, those with `counts` first; `reports` is the number of all open reports. */
const reportedAd = z.object({ ...adminAd.shape, open: z.array(adReport) })
export type ReportedAd = z.output<typeof reportedAd>

const note = z._default(freeText(adReasonLength), '')

/** Each write fails with `decided_meanwhile` when the ad already has the requested state. */
export const adminAdRoutes = {
  /** Lists ads, newest first. The search looks in the title, the slug and the seller's name, business name and e-mail address. */
  adminListAds: adminList('list-ads', adminAd, { state: knownOr(adFilters, 'all') }),
  /** Hides the ad from everybody but its owner, notifies the owner with the reason and settles the ad's open reports. */
  hideAd: adminWrite('hide-ad', { id, reason: text(adReasonMissing, adReasonLength) }, adminAd),
  /** Restores the state before the hiding and notifies the owner. */
  restoreAd: adminWrite('restore-ad', { id, note }, adminAd),
  featureAd: adminWrite('feature-ad', { id, featured: z.boolean() }, adminAd),
  /** Lists ads with open reports: first the ads that reports have hidden, then by the number of people who report fraud. */
  adminListReports: adminList('list-reports', reportedAd, {}),
  /**
   * Dismisses the open reports of an ad and shows the ad again when reports have hidden it. Fails with `decided_meanwhile`
   * when more reports are open than the admin saw.
   */
  keepAd: adminWrite('keep-ad', { id, note, reports: seenReports }, adminAd),
}
