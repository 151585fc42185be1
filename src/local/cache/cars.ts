import type { CarCard, CarDetail, CarPage, CarReply } from '#contract/cars.ts'
import { withPictures } from '#contract/values/pictures.ts'
import { soughtAmong } from '#contract/values/options.ts'
import type { CardRow } from '../database/records.ts'
import type { Cached } from './cached.ts'
import { pinAds, type PublicStore, type PublicTx } from './eviction.ts'

/** Tables that `putCards` writes to. */
export const cardTables = ['cards', 'meta'] as const

/** Returns the car without a heart, because the public database is shared by all people of the phone. */
const neutral = <C extends CarCard | CarDetail>(car: C): C => ({ ...car, is_favorite: 'no' })

export async function putCards(
  tx: PublicTx,
  cards: readonly CarCard[],
  asOf: number,
  now: number,
): Promise<void> {
  for (const card of cards) {
    const known = await tx.get('cards', card._id)
    const newer = !known || known.card.version <= card.version
    const row: CardRow = {
      id: card._id,
      card: newer ? neutral(withPictures(card, known?.card)) : known.card,
      asOf: newer ? Math.max(asOf, known?.asOf ?? 0) : known.asOf,
      seenAt: now,
    }
    await tx.put('cards', row)
  }
  await pinAds(
    tx,
    cards.map(({ _id, creator }) => ({ id: _id, creator })),
  )
}

/** Returns the card of a car page, which holds all data of a card. */
export function cardOf({ creator, ...car }: CarDetail): CarCard {
  const { description: _description, interiorcolor: _interior, updated_at: _updated, ...rest } = car
  return { ...rest, carfeatures: soughtAmong(rest.carfeatures), creator: creator._id }
}

export function cacheCar(store: PublicStore, reply: CarReply, now: number): Promise<void> {
  const car = reply.data
  const asOf = Date.parse(reply.as_of)
  return store.transaction('write', [...cardTables, 'details'], async (tx) => {
    await putCards(tx, [...reply.recent_list, cardOf(car)], asOf, now)
    const known = await tx.get('details', car._id)
    if (known && known.car.version > car.version) return
    await tx.put('details', {
      id: car._id,
      slug: car.slug,
      car: neutral(car),
      recent: reply.recent_list.map((c) => c._id),
      asOf,
      seenAt: now,
    })
  })
}

export function readCar(store: PublicStore, slugOrId: string): Promise<Cached<CarReply> | undefined> {
  return store.transaction('read', ['cards', 'details'], async (tx) => {
    const [bySlug] = await tx.list('details', { index: 'slug', only: slugOrId, limit: 1 })
    const row = bySlug ?? (await tx.get('details', slugOrId))
    if (!row) return undefined
    const recent = await cardsOf(tx, row.recent)
    const value: CarReply = {
      success: true,
      msg: '',
      data: row.car,
      recent_list: recent.map((c) => c.card),
      as_of: new Date(row.asOf).toISOString(),
    }
    return { value, asOf: row.asOf, times: new Map(recent.map((c) => [c.id, c.asOf])) }
  })
}

/** Returns the stored cards among the named ones, in the given order. */
export async function cardsOf(tx: PublicTx, ids: readonly string[]): Promise<CardRow[]> {
  const rows: CardRow[] = []
  for (const id of ids) {
    const row = await tx.get('cards', id)
    if (row) rows.push(row)
  }
  return rows
}

/** Returns cards as a page of a search. */
export const cachedPageOf = (
  rows: readonly CardRow[],
  count: number,
  asOf: number,
  facets?: CarPage['facets'],
): CarPage => ({
  success: true,
  msg: '',
  data: rows.map((r) => r.card),
  count_records: count,
  as_of: new Date(asOf).toISOString(),
  ...(facets ? { facets } : {}),
})
