import { z } from 'zod/mini'
import { adminList, adminWrite } from './admin-route.ts'
import { cleanLine, id, instant, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/**
 * `waiting`: sent proof of a dealership that nobody has decided about. `verified`: approved, whether a plan runs or not.
 */
export const dealerFilters = ['waiting', 'verified', 'all'] as const
export type DealerFilter = (typeof dealerFilters)[number]

/** A dealer as the operator's people see them. */
export const adminDealer = z.object({
  _id: id,
  fullname: z.string(),
  businessname: z.string(),
  email: z.string(),
  city: z.string(),
  /** The dearest plan that runs. */
  plan: z.nullable(z.object({ name: z.string(), expires_at: instant })),
  /** What they gave with their proofs of payment, the newest first (R-DEAL-19). */
  dealership_ids: z.array(z.string()),
  /** Proofs of payment they sent. */
  proofs: z.int(),
  /** Since when the proof is approved. */
  approved_at: z.nullable(instant),
  /** Since when an approval is taken away; null while there is none to take, and once it is given again. */
  unverified_at: z._default(z.nullable(instant), null),
  /** Proof came that nobody has decided about: after the approval was taken away it is new proof. */
  waiting: z._default(z.boolean(), false),
  /** What everybody sees: approved, and a paid plan runs (R-ROLE-15). */
  verified: z.boolean(),
})
export type AdminDealer = z.output<typeof adminDealer>

/** The name the dealer trades under, as the operator saw it: an approval counts for that name alone. */
const seenName = z.string().check(z.overwrite(cleanLine), z.maxLength(200))

export const adminDealerRoutes = {
  /** Everybody who sells as a business or sent a dealership id; those that wait first, then by name. */
  adminListDealers: adminList('list-dealers', adminDealer, { show: knownOr(dealerFilters, 'all') }),
  /** `decided_meanwhile` when they are approved already or trade under another name by now. */
  verifyDealer: adminWrite('verify-dealer', { user_id: id, name: seenName }, adminDealer),
  /** The reason goes to the dealer. */
  unverifyDealer: adminWrite(
    'unverify-dealer',
    { user_id: id, reason: text('Please give the reason; the dealer reads it', 500) },
    adminDealer,
  ),
}
