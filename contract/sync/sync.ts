import { z } from 'zod/mini'
import { route } from '../parts.ts'
import { limits } from '../limits.ts'
import { receiptStates } from './receipts.ts'

/** Asking after a write whose answer never came, and taking it back (S01). */
const key = z.string().check(z.minLength(1), z.maxLength(limits.idempotencyKey))

export const receipt = z.object({
  /** `applied`: it had its effect. `void`: it was taken back and never will. `unknown`: it has not arrived. */
  state: z.enum(receiptStates),
  /** What the write was answered, when it was applied. */
  reply: z.optional(z.unknown()),
})
export type Receipt = z.output<typeof receipt>

export const syncRoutes = {
  getReceipt: route('GET sync/receipt/:key', 'own:receipts', {
    auth: 'optional',
    params: { key },
    data: receipt,
  }),
  /** Refuses the key for ever, unless its write has had its effect: then it says so. */
  voidReceipt: route('POST sync/receipt/:key/void', 'own:receipts', {
    auth: 'optional',
    params: { key },
    data: receipt,
  }),
}
