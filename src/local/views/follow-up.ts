import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { pin, type PublicStore } from '../cache/eviction.ts'
import { isStorageFailure } from '../database/failures.ts'
import { favouriteIds } from '../outbox/view/overlay.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Capabilities } from '../platform/env.ts'
import { writeFavourites } from '../session/mirror.ts'
import type { Surroundings } from '../sync/ports.ts'
import type { Views } from './types.ts'

/** After each read of the views: the mirror for the next first paint, the number on the icon, and the cars that may not be evicted. */
export function createFollowUp(o: {
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
