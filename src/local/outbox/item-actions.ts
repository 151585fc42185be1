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

/** What a person, or a login, does to items that wait. */

type Patch = (item: OutboxItem) => OutboxItem | undefined

/** Changes each item that is to be changed. */
async function updateIn(tx: OwnTx, patch: Patch): Promise<void> {
  for (const item of await tx.list('outbox')) {
    const next = patch(item)
    if (next) await tx.put('outbox', next)
  }
}
const updateItems = (store: OwnStore, patch: Patch): Promise<void> =>
  store.transaction('write', ['outbox'], (tx) => updateIn(tx, patch))

/** After a login, or after an update of the app. */
export function release(store: OwnStore, hold: 'auth' | 'upgrade'): Promise<void> {
  return updateItems(store, (item) => {
    if (item.state !== 'held' || item.hold !== hold) return undefined
    // Refused for its form, with no copy of it under way: a new key lets it take the form of this app.
    const refused = item.lastError?.code === 'upgrade_required' && !item.unsure && !item.cancel
    return requeued(refused ? withFreshKey(item) : item)
  })
}

/** What an older app kept without a name, in the outbox of a signed-in person, goes in theirs unless it has left already. */
export function nameOwn(store: OwnStore, book: CommandRegistry = commandRegistry): Promise<void> {
  return updateItems(store, (item) =>
    commandOf(item, book)?.auth === 'optional' && neverLeft(item) && !item.asUser
      ? { ...item, asUser: true }
      : undefined,
  )
}

/** The token ran out: say so at every item that needs one. */
export function hold(store: OwnStore, book: CommandRegistry = commandRegistry): Promise<void> {
  return store.transaction('write', ['outbox'], (tx) => holdForLogin(tx, book))
}

/** One refused token is enough: everything that needs it waits for a login, and nothing is lost (I5). */
export const holdForLogin = (tx: OwnTx, book: CommandRegistry = commandRegistry): Promise<void> =>
  updateIn(tx, (item) =>
    (item.state === 'queued' || item.state === 'wait') && needsLogin(item, commandOf(item, book))
      ? { ...item, state: 'held', hold: 'auth' }
      : undefined,
  )

/** There are signs that it may work now: do not sit out the backoff. A wait that the server named still holds. */
export function skipBackoff(store: OwnStore, now: number): Promise<void> {
  return updateItems(store, (item) => {
    if (item.state === 'wait' && item.nextAt > 0) return { ...item, nextAt: 0 }
    return wronglyOld(item, now) ? requeued(item) : undefined
  })
}
