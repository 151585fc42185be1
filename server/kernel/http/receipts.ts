import { syncRoutes } from '#contract/sync/sync.ts'
import { type Mount, okData } from '../call.ts'
import type { Deps } from '../deps.ts'
import { readKey, receiptFor, thingsOf, voidKey } from '../idempotency.ts'

/**
 * Mounts the calls by which a phone asks about a write whose response was lost, and voids a write that has not arrived (S01).
 */
export function mountReceipts(mount: Mount, deps: Deps): void {
  const keyed = (actor: { key: string }, key: string) => ({
    actor: actor.key,
    key: readKey(key) ?? '',
    now: deps.now(),
    things: thingsOf(deps),
  })

  mount(syncRoutes.getReceipt, ({ params, actor }) => okData(receiptFor(deps.db, keyed(actor, params.key))))

  mount(syncRoutes.voidReceipt, ({ params, actor }) => okData(voidKey(deps.db, keyed(actor, params.key))))
}
