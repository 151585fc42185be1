import { z } from 'zod/mini'
import { freeText, id, instant, write } from '../parts.ts'
import { filled, ownTitle } from './filled.ts'

/** "Report this ad": what a person who is not its seller says is wrong with it. */

export const reportReasons = ['fraud', 'duplicate', 'sold', 'wrong', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportLabels: Readonly<Record<ReportReason, string>> = {
  fraud: 'Fraud or scam',
  duplicate: 'Duplicate',
  sold: 'Already sold',
  wrong: 'Wrong details',
  other: 'Something else',
}

export const reportLimits = {
  /** Characters. */
  words: 1000,
  /** People who report fraud before an ad is hidden until an operator has looked; only accounts that count. */
  hideAt: 3,
  /** Days an account must be old to count, with a confirmed e-mail address. */
  accountDays: 7,
} as const

const typed = {
  reason: z.enum(reportReasons, { error: 'Please choose a reason' }),
  words: z._default(freeText(reportLimits.words), ''),
}
/** A reason that says nothing by itself needs words. */
export const explained = z.refine<{ reason: string; words: string }>(
  ({ reason, words }) => reason !== 'other' || words !== '',
  { path: ['words'], error: 'Please tell us what is wrong' },
)
export const reportForm = z.object(typed).check(explained)

export const reportRoutes = {
  /**
   * One open report of a person or a phone and an ad: once more is the same report with the latest words. `gone` for an ad
   * that is hidden or deleted.
   */
  reportAd: write('POST cars/report-ad', 'own:report-ad', {
    auth: 'optional',
    body: z
      .object({
        car_id: id,
        ...typed,
        title: ownTitle,
        client_ref: z.optional(id),
        filled,
      })
      .check(explained),
    data: z.object({ _id: id, created_at: instant }),
  }),
}
