import { z } from 'zod/mini'
import { route } from '../http.ts'
import { clean, id, instant, okShape } from '../parts.ts'
import { filled } from './filled.ts'

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

const detailsMissing = 'Please tell us what is wrong'
const typed = {
  reason: z.enum(reportReasons, { error: 'Please choose a reason' }),
  words: z._default(
    z
      .string()
      .check(
        z.overwrite(clean),
        z.trim(),
        z.maxLength(reportLimits.words, `At most ${reportLimits.words} characters`),
      ),
    '',
  ),
}
/** A reason that says nothing by itself needs words. */
const explained = z.refine<{ reason: ReportReason; words: string }>(
  ({ reason, words }) => reason !== 'other' || words !== '',
  { path: ['words'], error: detailsMissing },
)
export const reportForm = z.object(typed).check(explained)

export const reportRoutes = {
  /**
   * One open report of a person or a phone and an ad: once more is the same report with the latest words. `gone` for an ad
   * that is hidden or deleted.
   */
  reportAd: route('POST', 'cars/report-ad', {
    id: 'own:report-ad',
    auth: 'optional',
    write: true,
    body: z
      .object({
        car_id: id,
        ...typed,
        /** What the outbox calls the car; nothing is done with it. */
        title: z.optional(
          z.pipe(
            z.unknown(),
            z.transform(() => ''),
          ),
        ),
        client_ref: z.optional(id),
        filled,
      })
      .check(explained),
    reply: z.object({ ...okShape, data: z.object({ _id: id, created_at: instant }) }),
  }),
}
