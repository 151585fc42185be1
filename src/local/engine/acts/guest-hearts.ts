import { favouriteRows } from '../../cache/mine.ts'
import type { OwnStore } from '../../outbox/command.ts'
import { dropPin } from '../../pins/rows.ts'

/** Keeps a guest's heart on this phone, or lets go of it: nothing is sent, there is nobody to send it for. */
export function keepHeart(guest: OwnStore, carId: string, on: boolean, now: number): Promise<void> {
  return guest.transaction('write', ['favourites'], async (tx) => {
    if (on) await tx.put('favourites', { carId, on, ack: 0, rank: now })
    else await tx.delete('favourites', carId)
  })
}

/**
 * A guest's hearts become wishes of whoever signed in, oldest first. Each leaves the guest only when it is safe as a
 * wish, and a wish for what is so already changes nothing: a cut in between costs neither. True when all have left.
 */
export async function handOverHearts(
  guest: OwnStore,
  wish: (carId: string) => Promise<boolean>,
): Promise<boolean> {
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
