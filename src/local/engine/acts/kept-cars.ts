import { cardsOf } from '../../cache/cars.ts'
import type { Kept, KeptCars } from '../../cache/kept.ts'
import { favouriteRows, type OwnStore } from '../../cache/mine.ts'
import type { PublicStore } from '../../cache/shelf.ts'
import { viewedIds } from '../../cache/viewed.ts'
import { favouriteIds, wantedOf } from '../../outbox/seen/overlay.ts'

/** A person's favourites, unsent hearts included, and what they looked at: as much of them as this phone has. */
export async function keptCars(
  shared: PublicStore,
  own: OwnStore,
  serverNow: () => number,
): Promise<Kept<KeptCars>> {
  const items = await own.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
  const base = new Set((await favouriteRows(own)).map((row) => row.carId))
  const read = (wanted: readonly string[]) =>
    shared.transaction('read', ['cards'], (tx) => cardsOf(tx, wanted))
  const favourites = await read(favouriteIds({ base, wanted: wantedOf(items) }))
  const viewed = await read(await viewedIds(own))
  const times = new Map([...favourites, ...viewed].map((row) => [row.id, row.asOf]))
  return {
    value: {
      favourites: favourites.map((row) => row.card),
      viewed: viewed.map((row) => row.card),
      times,
    },
    asOf: times.size > 0 ? Math.min(...times.values()) : serverNow(),
  }
}
