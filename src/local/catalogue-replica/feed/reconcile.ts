import type { CarColumns } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { pinAds, pinned } from '../../cache/eviction.ts'
import { cardsAt, type MarketTx, type Spot } from '../chunks/rows.ts'
import { refreshed } from './change.ts'
import type { Copy } from './generations.ts'

/** What the feed means for the cars that were seen, which are kept one by one beside the market. */

/** A car that was seen before is brought up to date, as long as nothing newer is known of it (I18). */
export async function refreshSeen(tx: MarketTx, card: CarCard, asOf: number): Promise<void> {
  const row = await tx.get('cards', card._id)
  if (!row) return
  const { version } = row.card
  const newer = version < card.version || (version === card.version && row.asOf <= asOf)
  if (newer)
    await tx.put('cards', { ...row, card: refreshed(row.card, card), asOf: Math.max(row.asOf, asOf) })
}

/** A car that was seen before stays, saved or not, and is not offered any more. A newer answer knows better. */
export async function withdrawSeen(tx: MarketTx, id: string, asOf: number): Promise<void> {
  const row = await tx.get('cards', id)
  if (row && row.card.status === 'active' && row.asOf < asOf)
    await tx.put('cards', { ...row, card: { ...row.card, status: 'inactive' }, asOf })
  const detail = await tx.get('details', id)
  if (detail && detail.car.status === 'active' && detail.asOf < asOf)
    await tx.put('details', { ...detail, car: { ...detail.car, status: 'inactive' }, asOf })
}

/** Compares what was seen with a complete copy: whatever should be in it and is not has left the market. */
export async function reconcileSeen(
  tx: MarketTx,
  copy: Copy,
  live: ReadonlyMap<string, Spot>,
): Promise<void> {
  const found: Spot[] = []
  for (const { id, card, asOf } of await tx.list('cards')) {
    const spot = live.get(id)
    if (!spot) {
      if (copy.floor === null || card.created_at >= copy.floor) await withdrawSeen(tx, id, copy.asOf)
    } else if (card.version < spot.version || (card.version === spot.version && asOf <= copy.asOf))
      found.push(spot)
  }
  for (const card of await cardsAt(tx, found)) await refreshSeen(tx, card, copy.asOf)
}

const creatorOf = ({ dict, creator }: CarColumns, i: number) => dict.creator[creator[i] ?? 0] ?? ''

/**
 * Cars that fall out of what the phone keeps of the market stay known where a person saved them, listed them or looked
 * at them lately.
 */
export async function keepPinned(tx: MarketTx, leaving: ReadonlyMap<string, Spot>, asOf: number) {
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
