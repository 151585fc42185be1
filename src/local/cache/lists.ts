import { readQuery, search, type Reference } from '#catalogue'
import type { CarPage, ListQuery } from '#contract/cars.ts'
import type { CardRow, ListRow } from '../database/records.ts'
import { cardsOf, putCards } from './cars.ts'
import type { Kept } from './kept.ts'
import { referenceOf } from './reference.ts'
import type { PublicStore } from './shelf.ts'

/**
 * Answers of the search. The same question gets the page that was seen; any other is answered by the rules of the
 * catalogue from the cars this phone keeps (R-PWA-35).
 */
export function listKey(query: ListQuery): string {
  const { facets: _facets, ...asked } = query
  const entries = Object.entries(asked).filter(([, v]) => v !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function keepList(store: PublicStore, query: ListQuery, page: CarPage, now: number): Promise<void> {
  const k = listKey(query)
  const asOf = Date.parse(page.as_of)
  return store.transaction('write', ['cards', 'lists'], async (tx) => {
    await putCards(tx, page.data, asOf, now)
    const known = await tx.get('lists', k)
    if (known && known.asOf > asOf) return
    const facets = page.facets ?? known?.facets
    const row: ListRow = {
      k,
      ids: page.data.map((c) => c._id),
      count: page.count_records,
      ...(facets ? { facets } : {}),
      asOf,
      seenAt: now,
    }
    await tx.put('lists', row)
  })
}

const pageOf = (
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

export async function readList(store: PublicStore, query: ListQuery): Promise<Kept<CarPage> | undefined> {
  const seen = await seenList(store, query)
  return seen ?? (await computedList(store, query))
}

function seenList(store: PublicStore, query: ListQuery): Promise<Kept<CarPage> | undefined> {
  return store.transaction('read', ['cards', 'lists'], async (tx) => {
    const row = await tx.get('lists', listKey(query))
    if (!row) return undefined
    const cards = await cardsOf(tx, row.ids)
    if (cards.length < row.ids.length) return undefined
    // A car that was sold since has no place in a list of cars for sale.
    const active = cards.filter((c) => c.card.status === 'active')
    const gone = cards.length - active.length
    return { value: pageOf(active, row.count - gone, row.asOf, row.facets), asOf: row.asOf }
  })
}

async function computedList(store: PublicStore, query: ListQuery): Promise<Kept<CarPage> | undefined> {
  const rows = await store.transaction('read', ['cards'], (tx) => tx.list('cards'))
  if (rows.length === 0) return undefined
  const cards = rows.map((r) => r.card)
  const reference: Reference = await referenceOf(store, cards)
  const { cars, total } = search(cards, readQuery(query, reference))
  const shown = new Set(cars.map((c) => c._id))
  const used = rows.filter((r) => shown.has(r.id))
  // As old as the oldest car on the page; an empty page is as old as the newest thing known.
  const asOf = used.length > 0 ? Math.min(...used.map((r) => r.asOf)) : Math.max(...rows.map((r) => r.asOf))
  const byId = new Map(used.map((r) => [r.id, r]))
  const ordered = cars.flatMap((c) => byId.get(c._id) ?? [])
  return { value: pageOf(ordered, total, asOf), asOf }
}
