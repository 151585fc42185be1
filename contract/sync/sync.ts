import { z } from 'zod/mini'
import { route } from '../parts.ts'
import { limits } from '../limits.ts'
import { receiptStates } from './receipts.ts'

/** Queries the state of a write whose response never arrived, and withdraws it (S01). */
const key = z.string().check(z.minLength(1), z.maxLength(limits.idempotencyKey))

export const receipt = z.object({
  /** State of the write, see `receiptStates`. */
  state: z.enum(receiptStates),
  /** Reply of the write, when it was applied. */
  reply: z.optional(z.unknown()),
})
export type Receipt = z.output<typeof receipt>

export const syncRoutes = {
  getReceipt: route('GET sync/receipt/:key', 'own:receipts', {
    auth: 'optional',
    params: { key },
    data: receipt,
  }),
  /** Voids the key, unless its write already had its effect; then the receipt says `applied`. */
  voidReceipt: route('POST sync/receipt/:key/void', 'own:receipts', {
    auth: 'optional',
    params: { key },
    data: receipt,
  }),
}
