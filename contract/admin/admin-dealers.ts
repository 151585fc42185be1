import { z } from 'zod/mini'
import { adminList, adminWrite } from './admin-route.ts'
import { cleanLine, id, instant, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/**
 * `waiting`: dealers with proof of a dealership that no admin has decided about. `verified`: approved dealers, with or
 * without an active plan.
 */
export const dealerFilters = ['waiting', 'verified', 'all'] as const
export type DealerFilter = (typeof dealerFilters)[number]

/** A dealer as the admin area shows them. */
export const adminDealer = z.object({
  _id: id,
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  city: z.string(),
  /** The most expensive active plan. */
  plan: z.nullable(z.object({ name: z.string(), expires_at: instant })),
  /** Dealership ids that came with the proofs of payment, newest first (R-DEAL-19). */
  dealership_ids: z.array(z.string()),
  /** Number of proofs of payment that the dealer sent. */
  proofs: z.int(),
  /** Time of the approval; null without one. */
  approved_at: z.nullable(instant),
  /** Time at which the approval was withdrawn; null when no approval was withdrawn or a later approval exists. */
  unverified_at: z._default(z.nullable(instant), null),
  /** Whether the dealer has sent proof that no admin has decided about. After a withdrawal only newer proof counts. */
  waiting: z._default(z.boolean(), false),
  /** The verified mark that everybody sees: approved and with an active paid plan (R-ROLE-15). */
  verified: z.boolean(),
})
export type AdminDealer = z.output<typeof adminDealer>

/** The dealer's business name as the admin saw it: an approval is valid for that name only. */
const seenName = z.string().check(z.overwrite(cleanLine), z.maxLength(200))

export const adminDealerRoutes = {
  /** Lists business sellers, approved dealers and people who sent a dealership id: waiting ones first, then by name. */
  adminListDealers: adminList('list-dealers', adminDealer, { show: knownOr(dealerFilters, 'all') }),
  /** Fails with `decided_meanwhile` when the dealer is already approved or has changed the business name. */
  verifyDealer: adminWrite('verify-dealer', { user_id: id, name: seenName }, adminDealer),
  /** Withdraws the approval and sends the reason to the dealer. */
  unverifyDealer: adminWrite(
    'unverify-dealer',
    { user_id: id, reason: text('Please give the reason; the dealer reads it', 500) },
    adminDealer,
  ),
}
