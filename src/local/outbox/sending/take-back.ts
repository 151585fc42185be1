import { receiptStates } from '#contract/sync/receipts.ts'
import type { Heard } from './verdict.ts'

/** What the server said when it was asked to refuse a key for ever. */
export type TakenBack = { to: 'applied'; reply: unknown } | { to: 'void' } | { to: 'unknown' }

export function takenBack(heard: Heard): TakenBack {
  if (!heard.ok) return { to: 'unknown' }
  const data = (heard.body as { data?: { state?: unknown; reply?: unknown } } | undefined)?.data
  const state = receiptStates.find((one) => one === data?.state)
  if (state === 'applied') return { to: 'applied', reply: data?.reply ?? {} }
  return state === 'void' ? { to: 'void' } : { to: 'unknown' }
}
