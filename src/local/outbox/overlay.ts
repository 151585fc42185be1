import type { OutboxItem } from '../database/records.ts'

/**
 * What a person sees is the base with their unfinished wishes on top, folded in their order and computed on read;
 * nothing of it is ever written into the base (SYNC 4.8).
 */
export interface Favourites {
  /** What the server last said. */
  base: ReadonlySet<string>
  /** Wishes it has not confirmed yet. */
  wanted: ReadonlyMap<string, boolean>
}

export function wantedOf(items: readonly OutboxItem[]): Map<string, boolean> {
  const wanted = new Map<string, boolean>()
  for (const item of [...items].sort((a, b) => a.seq - b.seq)) {
    // A refused wish is shown in the outbox, not on the heart.
    if (item.kind !== 'fav.set' || item.state === 'done' || item.state === 'rejected') continue
    const payload = item.payload
    if ('want' in payload) wanted.set(payload.carId, payload.want === 'yes')
  }
  return wanted
}

export function isFavourite({ base, wanted }: Favourites, carId: string): boolean {
  return wanted.get(carId) ?? base.has(carId)
}

/** The effective set, wishes of additions last. */
export function favouriteIds({ base, wanted }: Favourites): string[] {
  const ids = [...base].filter((id) => wanted.get(id) !== false)
  for (const [id, on] of wanted) if (on && !base.has(id)) ids.push(id)
  return ids
}
