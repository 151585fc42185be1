import { z } from 'zod/mini'
import { freeText, id, instant, write } from '../parts.ts'
import { filled, ownTitle } from './filled.ts'

/** Reports of ads by people other than the seller. */

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
  /** Maximum length in characters of a report. */
  words: 1000,
  /** Number of people whose fraud reports hide an ad until an admin has checked it; only qualified accounts count. */
  hideAt: 3,
  /** Minimum age in days of an account that counts; its e-mail address must also be confirmed. */
  accountDays: 7,
} as const

const typed = {
  reason: z.enum(reportReasons, { error: 'Please choose a reason' }),
  words: z._default(freeText(reportLimits.words), ''),
}
/** Requires words for the reason `other`. */
export const explained = z.refine<{ reason: string; words: string }>(
  ({ reason, words }) => reason !== 'other' || words !== '',
  { path: ['words'], error: 'Please tell us what is wrong' },
)
export const reportForm = z.object(typed).check(explained)

export const reportRoutes = {
  /**
   * Stores one open report per reporter and ad; a further report replaces the words of the first one. Fails with `gone` for
   * an ad that is hidden or deleted.
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
