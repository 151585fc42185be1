import { updateItems } from './item-actions.ts'
import { requeued, type OwnStore } from './command.ts'
import { wronglyOld } from './sending/pick.ts'

/** There are signs that it may work now: do not sit out the backoff. What the server told us to wait still holds. */
export function skipBackoff(store: OwnStore, now: number): Promise<void> {
  return updateItems(store, (item) => {
    if (item.state === 'wait' && item.nextAt > 0) return { ...item, nextAt: 0 }
    return wronglyOld(item, now) ? requeued(item) : undefined
  })
}
