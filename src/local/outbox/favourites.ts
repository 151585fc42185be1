import type { Payloads } from '#contract/commands.ts'
import type { FavouriteRow, OutboxItem } from '../database/records.ts'

/** Which hearts are on: the server's last answer with the unfinished wishes on top (I18). */
export interface Favourites {
  /** The server's last answer, newest first. */
  base: ReadonlySet<string>
  /** Wishes it has not confirmed yet. */
  wanted: ReadonlyMap<string, boolean>
}

/** Those that are on, newest first. */
export const favouritesFirst = (rows: readonly FavouriteRow[]): FavouriteRow[] =>
  rows.filter((row) => row.on).sort((a, b) => b.rank - a.rank)

/** A wish that is refused or taken back is shown in the outbox, not on the thing. */
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

/** The effective set, wishes of additions last. */
export function favouriteIds({ base, wanted }: Favourites): string[] {
  const ids = [...base].filter((id) => wanted.get(id) !== false)
  for (const [id, on] of wanted) if (on && !base.has(id)) ids.push(id)
  return ids
}
