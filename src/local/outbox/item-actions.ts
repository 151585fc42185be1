import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import {
  commandOf,
  neverLeft,
  requeued,
  wronglyOld,
  withFreshKey,
  type OwnStore,
  needsLogin,
  type OwnTx,
} from './command.ts'

/** Changes of waiting items, caused by a person or a login. */

type Patch = (item: OutboxItem) => OutboxItem | undefined

/** Writes each item for which `patch` returns a row. */
async function updateIn(tx: OwnTx, patch: Patch): Promise<void> {
  for (const item of await tx.list('outbox')) {
    const next = patch(item)
    if (next) await tx.put('outbox', next)
  }
}
const updateItems = (store: OwnStore, patch: Patch): Promise<void> =>
  store.transaction('write', ['outbox'], (tx) => updateIn(tx, patch))

/** Queues the items with this hold, after a login or after an update of the app. */
export function release(store: OwnStore, hold: 'auth' | 'upgrade'): Promise<void> {
  return updateItems(store, (item) => {
    if (item.state !== 'held' || item.hold !== hold) return undefined
    // The server refused the payload version and no copy is under way: with a new key the item can take the version of this app.
    const refused = item.lastError?.code === 'upgrade_required' && !item.unsure && !item.cancel
    return requeued(refused ? withFreshKey(item) : item)
  })
}

/**
 * Marks items in the outbox of a signed-in person, which an older app stored without a user, to be sent as this person, unless
 * they may have been sent already.
 */
export function nameOwn(store: OwnStore, book: CommandRegistry = commandRegistry): Promise<void> {
  return updateItems(store, (item) =>
    commandOf(item, book)?.auth === 'optional' && neverLeft(item) && !item.asUser
      ? { ...item, asUser: true }
      : undefined,
  )
}

/** Holds every item that needs a login, in a transaction of its own, after the token expired. */
export function hold(store: OwnStore, book: CommandRegistry = commandRegistry): Promise<void> {
  return store.transaction('write', ['outbox'], (tx) => holdForLogin(tx, book))
}

/** Holds every item that needs a login: one refused token is enough, and nothing is lost (I5). */
export const holdForLogin = (tx: OwnTx, book: CommandRegistry = commandRegistry): Promise<void> =>
  updateIn(tx, (item) =>
    (item.state === 'queued' || item.state === 'wait') && needsLogin(item, commandOf(item, book))
      ? { ...item, state: 'held', hold: 'auth' }
      : undefined,
  )

/** Ends the backoff of waiting items, because sending may work now. A pause that the server requested continues. */
export function skipBackoff(store: OwnStore, now: number): Promise<void> {
  return updateItems(store, (item) => {
    if (item.state === 'wait' && item.nextAt > 0) return { ...item, nextAt: 0 }
    return wronglyOld(item, now) ? requeued(item) : undefined
  })
}
