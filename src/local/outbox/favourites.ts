import type { Payloads } from '#contract/commands.ts'
import type { FavouriteRow, OutboxItem } from '../database/records.ts'

/** The favourites: the server's last response with the unfinished wishes on top (I18). */
export interface Favourites {
  /** Ids of the favourites in the server's last response, newest first. */
  base: ReadonlySet<string>
  /** Wishes that the server has not confirmed yet, by car id. */
  wanted: ReadonlyMap<string, boolean>
}

/** Returns the rows that are favourites, newest first. */
export const favouritesFirst = (rows: readonly FavouriteRow[]): FavouriteRow[] =>
  rows.filter((row) => row.on).sort((a, b) => b.rank - a.rank)

/** Whether a wish changes the heart; a refused or cancelled wish is shown in the outbox only. */
const counts = ({ kind, state, cancel }: OutboxItem) =>
  kind === 'fav.set' && state !== 'done' && state !== 'rejected' && state !== 'conflict' && !cancel

export const favouritesOf = (rows: readonly FavouriteRow[], items: readonly OutboxItem[]): Favourites => ({
  base: new Set(favouritesFirst(rows).map((row) => row.carId)),
  wanted: wantedOf(items),
})

export function wantedOf(items: readonly OutboxItem[]): Map<string, boolean> {
  const wishes = items.filter(counts).sort((a, b) => a.seq - b.seq)
  return new Map(
    wishes.map(({ payload }) => {
      const { carId, want } = payload as Payloads['fav.set']
      return [carId, want === 'yes']
    }),
  )
}

/** Returns the ids of all favourites, with wished additions last. */
export function favouriteIds({ base, wanted }: Favourites): string[] {
  const ids = [...base].filter((id) => wanted.get(id) !== false)
  for (const [id, on] of wanted) if (on && !base.has(id)) ids.push(id)
  return ids
}
