import type { CarColumns } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { pinAds, pinned } from '../../cache/eviction.ts'
import { cardsAt, type ReplicaTx, type Spot } from '../chunks/rows.ts'
import type { Generation } from './generations.ts'

/** What the feed means for the cars that were seen, which are stored one by one beside the replica. */

/** A known card brought up to date: what the feed does not know stays, such as the other pictures. */
export function refreshed(known: CarCard, card: CarCard): CarCard {
  const samePictures =
    known.featured_image === card.featured_image && known.picture_count === card.picture_count
  if (!samePictures) return { ...known, ...card }
  const { images, pictures, featured_image } = known
  return { ...known, ...card, images, pictures, featured_image }
}

/** A car that was seen before is brought up to date, as long as nothing newer is known of it (I18). */
export async function refreshCached(tx: ReplicaTx, card: CarCard, asOf: number): Promise<void> {
  const row = await tx.get('cards', card._id)
  if (!row) return
  const { version } = row.card
  const newer = version < card.version || (version === card.version && row.asOf <= asOf)
  if (newer)
    await tx.put('cards', { ...row, card: refreshed(row.card, card), asOf: Math.max(row.asOf, asOf) })
}

/** A car that was seen before stays, saved or not, and is not offered any more. A newer answer knows better. */
export async function withdrawCached(tx: ReplicaTx, id: string, asOf: number): Promise<void> {
  const row = await tx.get('cards', id)
  if (row && row.card.status === 'active' && row.asOf < asOf)
    await tx.put('cards', { ...row, card: { ...row.card, status: 'inactive' }, asOf })
  const detail = await tx.get('details', id)
  if (detail && detail.car.status === 'active' && detail.asOf < asOf)
    await tx.put('details', { ...detail, car: { ...detail.car, status: 'inactive' }, asOf })
}

/** Compares what was seen with a complete copy: whatever should be in it and is not is not for sale any more. */
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

/**
 * Cars that fall out of what the phone keeps of the replica stay known where a person saved them, listed them or looked
 * at them lately.
 */
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
