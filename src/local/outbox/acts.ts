import type { OutboxItem } from '../database/records.ts'
import type { OwnStore } from './command.ts'
import type { RemoveResult } from './entry.ts'
import { holdForLogin } from './settle.ts'

/** What a person, or a login, does to items that wait. */

type Patch = (item: OutboxItem) => OutboxItem | undefined

function each(store: OwnStore, patch: Patch): Promise<void> {
  return store.transaction('write', ['outbox'], async (tx) => {
    for (const item of await tx.list('outbox')) {
      const next = patch(item)
      if (next) await tx.put('outbox', next)
    }
  })
}

function requeued(item: OutboxItem, more: Partial<OutboxItem> = {}): OutboxItem {
  const { hold: _hold, ...rest } = item
  return { ...rest, state: 'queued', nextAt: 0, ...more }
}

/** After a login, or after an update of the app. */
export function release(store: OwnStore, hold: 'auth' | 'upgrade'): Promise<void> {
  return each(store, (item) => (item.state === 'held' && item.hold === hold ? requeued(item) : undefined))
}

/** The token ran out: say so at every item that needs one. */
export function hold(store: OwnStore): Promise<void> {
  return store.transaction('write', ['outbox'], holdForLogin)
}

/** There are signs that it may work now: do not sit out the backoff. What the server told us to wait still holds. */
export function hurry(store: OwnStore): Promise<void> {
  return each(store, (item) =>
    item.state === 'wait' && item.nextAt > 0 ? { ...item, nextAt: 0 } : undefined,
  )
}

/**
 * The person asks for another try. A refusal that proves nothing happened earns a new key; after an unknown outcome
 * the key stays, because the first try may have had its effect (SYNC 4.3b).
 */
export function retry(store: OwnStore, id: string, now: number): Promise<void> {
  return store.transaction('write', ['outbox'], async (tx) => {
    const item = await tx.get('outbox', id)
    if (!item || item.state === 'done' || item.state === 'sending') return
    const fresh = { tries: 0, netFails: 0, firstAt: now }
    const provenNothing =
      item.state === 'rejected' || item.state === 'conflict' || item.lastError?.code === 'key_reused'
    if (provenNothing) await tx.put('outbox', requeued(item, { ...fresh, rev: item.rev + 1 }))
    else if (item.state === 'quarantine') await tx.put('outbox', requeued(item, fresh))
    else if (item.hold === 'confirm-old') await tx.put('outbox', requeued(item, { confirmed: true }))
    else if (item.state === 'wait') await tx.put('outbox', { ...item, nextAt: 0 })
  })
}

/** Takes back what has certainly had no effect; of anything else the phone cannot tell. Undefined: not here. */
export function remove(store: OwnStore, id: string): Promise<RemoveResult | undefined> {
  return store.transaction('write', ['outbox'], async (tx) => {
    const item = await tx.get('outbox', id)
    if (!item) return undefined
    if (item.state === 'done') return 'already-sent'
    // The person has read what became of it and lets it go.
    const refused = item.state === 'rejected' || item.state === 'conflict'
    const givenUp = item.state === 'quarantine'
    if (item.sentEver && !refused && !givenUp) return 'unknown'
    await tx.delete('outbox', id)
    // Failures of the server prove nothing: one of the tries may have had its effect.
    return givenUp ? 'unknown' : 'removed'
  })
}
