import type { CarColumns } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { pinAds, pinned } from '../../cache/eviction.ts'
import { cardsAt, type ReplicaTx, type Spot } from '../chunks/rows.ts'
import type { Generation } from './generations.ts'

/** Returns a known card with the data of the feed. Data that the feed does not hold stays, such as the other pictures. */
export function refreshed(known: CarCard, card: CarCard): CarCard {
  const samePictures =
    known.featured_image === card.featured_image && known.picture_count === card.picture_count
  if (!samePictures) return { ...known, ...card }
  const { images, pictures, featured_image } = known
  return { ...known, ...card, images, pictures, featured_image }
}

/** Updates the stored card of a car, unless its data is newer (I18). */
export async function refreshCached(tx: ReplicaTx, card: CarCard, asOf: number): Promise<void> {
  const row = await tx.get('cards', card._id)
  if (!row) return
  const { version } = row.card
  const newer = version < card.version || (version === card.version && row.asOf <= asOf)
  if (newer)
    await tx.put('cards', { ...row, card: refreshed(row.card, card), asOf: Math.max(row.asOf, asOf) })
}

/** Marks a stored car as no longer for sale, unless its data is newer than the feed's. */
export async function withdrawCached(tx: ReplicaTx, id: string, asOf: number): Promise<void> {
  const row = await tx.get('cards', id)
  if (row && row.card.status === 'active' && row.asOf < asOf)
    await tx.put('cards', { ...row, card: { ...row.card, status: 'inactive' }, asOf })
  const detail = await tx.get('details', id)
  if (detail && detail.car.status === 'active' && detail.asOf < asOf)
    await tx.put('details', { ...detail, car: { ...detail.car, status: 'inactive' }, asOf })
}

/** Compares the stored cards with a complete generation: a car that should be in it and is not is no longer for sale. */
export async function reconcileCached(
  tx: ReplicaTx,
  generation: Generation,
  live: ReadonlyMap<string, Spot>,
): Promise<void> {
  const found: Spot[] = []
  for (const { id, card, asOf } of await tx.list('cards')) {
    const spot = live.get(id)
    if (!spot) {
      if (generation.floor === null || card.created_at >= generation.floor)
        await withdrawCached(tx, id, generation.asOf)
    } else if (card.version < spot.version || (card.version === spot.version && asOf <= generation.asOf))
      found.push(spot)
  }
  for (const card of await cardsAt(tx, found)) await refreshCached(tx, card, generation.asOf)
}

const creatorOf = ({ dict, creator }: CarColumns, i: number) => dict.creator[creator[i] ?? 0] ?? ''

/** Stores the cards of cars that leave the replica, if a person on this phone saved, listed or viewed them. */
export async function retainPinned(tx: ReplicaTx, leaving: ReadonlyMap<string, Spot>, asOf: number) {
  await pinAds(
    tx,
    [...leaving].map(([id, { row, i }]) => ({ id, creator: creatorOf(row.columns, i) })),
  )
  const spots: Spot[] = []
  for (const id of await pinned(tx)) {
    const spot = leaving.get(id)
    if (spot && !(await tx.get('cards', id))) spots.push(spot)
  }
  for (const card of await cardsAt(tx, spots))
    await tx.put('cards', { id: card._id, card, asOf, seenAt: asOf })
}
