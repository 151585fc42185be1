import { z } from 'zod/mini'
import { adminRead } from './admin-route.ts'

const since = z.object({ today: z.int(), week: z.int() })

/** What waits for an operator, and how the site does. Days are those of the market; the week is the last seven. */
export const counts = z.object({
  orders_pending: z.int(),
  proofs_waiting: z.int(),
  reports_open: z.int(),
  /** People with open reports about them. */
  person_reports_open: z.int(),
  /** Makes and models that dealers ask for. */
  names_open: z._default(z.int(), 0),
  /** Forms stored without their e-mails because they look like spam. */
  forms_held: z.int(),
  /** E-mails on their way, and those that did not go at the first try. */
  letters_waiting: z.int(),
  letters_failed: z.int(),
  messages: since,
  test_drives: since,
  people: since,
  /** Ads for sale that are new. */
  ads: since,
  enquiries: since,
  /** Rand paid since the first of the month, refunds aside. */
  paid_this_month: z.number(),
})
export type AdminCounts = z.output<typeof counts>

export const countsRoutes = {
  /** At most ten seconds old. */
  getCounts: adminRead('counts', 'counts', counts),
}
