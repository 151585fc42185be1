import type { Payloads } from '#contract/commands.ts'
import { favouriteRows } from '../cache/mine.ts'
import type { OwnStore } from '../outbox/command.ts'
import { dropPin } from './rows.ts'

/** Keeps a guest's heart on this phone, or lets go of it: nothing is sent, there is nobody to send it for. */
export function saveHeart(guest: OwnStore, carId: string, on: boolean, now: number): Promise<void> {
  return guest.transaction('write', ['favourites'], async (tx) => {
    if (on) await tx.put('favourites', { carId, on, ack: 0, rank: now })
    else await tx.delete('favourites', carId)
  })
}

export interface TakeHeartsPorts {
  /** Who is signed in. */
  user: () => string | undefined
  put: (kind: 'fav.set', payload: Payloads['fav.set']) => Promise<{ ok: boolean }>
  /** All have left the guest: their pictures are not needed any more. */
  dropPictures: () => Promise<void>
}

/** A guest's hearts become wishes of the person who signed in. */
export async function takeHearts(guest: OwnStore, o: TakeHeartsPorts): Promise<void> {
  const user = o.user()
  if ((await favouriteRows(guest)).length === 0) return
  const all = await handOverHearts(guest, async (carId) => {
    // Whoever left meanwhile wishes for nothing.
    if (o.user() !== user) return false
    return (await o.put('fav.set', { carId, want: 'yes' })).ok
  })
  if (all) await o.dropPictures()
}

/**
 * Oldest first. Each leaves the guest only when it is safe as a
 * wish, and a wish for what is so already changes nothing: a cut in between costs neither. True when all have left.
 */
async function handOverHearts(guest: OwnStore, wish: (carId: string) => Promise<boolean>): Promise<boolean> {
  const rows = await favouriteRows(guest)
  for (const { carId } of rows.reverse()) {
    if (!(await wish(carId))) return false
    await guest.transaction('write', ['favourites', 'kept'], async (tx) => {
      await tx.delete('favourites', carId)
      await dropPin(tx, carId)
    })
  }
  return rows.length > 0
}
