import { z } from 'zod/mini'
import { adminRead } from './admin-route.ts'

const since = z.object({ today: z.int(), week: z.int() })

/** Numbers of open tasks and of recent activity. Days are in the time zone of the market; the week is the last seven days. */
export const counts = z.object({
  orders_pending: z.int(),
  proofs_waiting: z.int(),
  reports_open: z.int(),
  /** Number of people with open reports about them. */
  person_reports_open: z.int(),
  /** Number of makes and models that dealers have asked for. */
  names_open: z._default(z.int(), 0),
  /** Number of forms that are stored without sending their e-mails because they look like spam. */
  forms_held: z.int(),
  /** Number of e-mails in the queue, and of e-mails whose first attempt failed. */
  letters_waiting: z.int(),
  letters_failed: z.int(),
  messages: since,
  test_drives: since,
  people: since,
  /** Number of new ads for sale. */
  ads: since,
  enquiries: since,
  /** Rand paid since the first of the month, without refunded orders. */
  paid_this_month: z.number(),
})
export type AdminCounts = z.output<typeof counts>

export const countsRoutes = {
  /** Returns numbers that are at most ten seconds old. */
  getCounts: adminRead('counts', 'counts', counts),
}
