import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Cell } from '../platform/cell.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import { createReadViews } from './read-views.ts'
import type { Views } from './types.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { pin, type PublicStore } from '../cache/eviction.ts'
import { favouriteIds } from '../outbox/view/overlay.ts'
import { writeFavourites } from '../session/mirror.ts'

/** After each read of the views: the mirror for the next first paint, the number on the icon, and the cars that may not be evicted. */
function createFollowUp(o: {
  host: Surroundings
  shared: PublicStore
  partitions: Pick<Partitions, 'active'>
  capabilities: Pick<Capabilities, 'setBadge'>
}): (views: Views) => Promise<void> {
  let pinnedAs = ''
  let badge: number | undefined
  return async ({ outbox, favourites, entities, edition, unread = 0 }) => {
    const ids = favouriteIds(favourites)
    writeFavourites(o.host.env.localStorage, ids)
    const waiting = outbox.filter((entry) => entry.state !== 'done').length
    if (waiting + unread !== badge) {
      badge = waiting + unread
      // Shown where it is allowed; the outbox and the chats tell the same.
      o.capabilities.setBadge?.(badge).catch(ignoreExpected('badge', isRefused))
    }
    const partition = o.partitions.active()
    const ads = [...entities.keys()]
      .filter((lane) => lane.startsWith(carLane('')))
      .map((lane) => lane.slice(carLane('').length))
    const state = `${partition};${edition};${ads.join()}`
    if (state === pinnedAs) return
    pinnedAs = state
    const seen = (edition.split(';')[1] ?? '').split(',').filter((id) => id !== '')
    try {
      await pin(o.shared, partition, [...new Set([...ids, ...ads, ...seen])])
    } catch (error) {
      ignoreExpected('pin', isStorageFailure)(error)
      // Pins are for eviction only: a full phone must not lose a write over them. The next look tries again.
      pinnedAs = ''
    }
  }
}

/** What screens watch, kept in step with the databases. */
export interface ViewService {
  /** Reads the views afresh; run inside a live query it also names what they depend on. */
  read: () => Promise<Views>
  /** Makes freshly read views the ones that screens see. */
  notify: (views: Views) => Promise<void>
  /** Reads and notifies. Where it cannot be done the change stands all the same, and the next read has it. */
  refresh: () => Promise<void>
}
export interface ViewServicePorts {
  host: Surroundings & ServerTime & Pick<Identity, 'session'> & { views: Cell<Views> }
  stores: Stores
  partitions: Partitions
  capabilities: Capabilities
  /** A newer app has taken the databases over. */
  outdated: () => boolean
}

export function createViewService({
  host,
  stores,
  partitions,
  capabilities,
  outdated,
}: ViewServicePorts): ViewService {
  const read = createReadViews({ host, stores, partitions, outdated })
  const followUp = createFollowUp({ host, shared: stores.shared, partitions, capabilities })

  let following = Promise.resolve()
  /** What follows a read is not waited for: a write is saved, and shown, without it. */
  function notify(views: Views): Promise<void> {
    host.views.set(views)
    const who = partitions.active()
    following = following
      // Nothing is written down about someone who left meanwhile (I20).
      .then(() => (partitions.active() === who ? followUp(views) : undefined))
      .catch(ignoreExpected('follow-up', isPassing))
    return Promise.resolve()
  }
  let refreshing: Promise<void> | undefined
  let next: Promise<void> | undefined
  async function readAndNotify() {
    const who = partitions.active()
    try {
      const views = await read()
      // Someone came or went meanwhile: these are no longer theirs to see, and a read of their own follows.
      if (partitions.active() === who) await notify(views)
    } catch (error) {
      // Screens keep what they had.
      ignoreExpected('read-views', isPassing)(error)
    }
  }
  /** One read at a time, so that an older one never overwrites a newer; the next is one for all who wait (I18). */
  function refresh(): Promise<void> {
    if (refreshing) {
      next ??= refreshing.then(() => {
        next = undefined
        return refresh()
      })
      return next
    }
    refreshing = readAndNotify().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  return { read, notify, refresh }
}
