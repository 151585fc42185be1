import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { CarPage, ListQuery } from '#contract/cars.ts'
import type { ListRow } from '../database/records.ts'
import { cardsOf, cardTables, pageOf, putCards } from './cars.ts'
import type { Cached } from './cached.ts'
import type { PublicStore } from './eviction.ts'

/**
 * Answers of the search. The same question gets the page that was seen, as long as the replica on this phone is not
 * newer; any other is answered from that market, by the rules of the catalogue, or where there is none yet from the
 * cars that were seen (R-PWA-35).
 */
export function listKey(query: ListQuery): string {
  const { facets: _facets, ...asked } = query
  const entries = Object.entries(asked).filter(([, v]) => v !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function cacheList(store: PublicStore, query: ListQuery, page: CarPage, now: number): Promise<void> {
  const k = listKey(query)
  const asOf = Date.parse(page.as_of)
  return store.transaction('write', [...cardTables, 'lists'], async (tx) => {
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

/** The replica on this phone; `asOf` is undefined while there is none. */
export interface ListSource {
  asOf: () => Promise<number | undefined>
  find: (query: ListQuery) => Promise<Cached<CarPage> | undefined>
}

export async function readList(
  store: PublicStore,
  query: ListQuery,
  replica?: ListSource,
): Promise<Cached<CarPage> | undefined> {
  const [seen, asOf] = await Promise.all([seenList(store, query), replica?.asOf()])
  const answers = seen && (!query.facets || seen.value.facets !== undefined)
  if (answers && (asOf === undefined || seen.asOf >= asOf)) return seen
  // A market that cannot be read must not cost the answer.
  const found =
    asOf === undefined ? undefined : await replica?.find(query).catch(ignoreExpected('search', isPassing))
  if (found ?? seen) return found ?? seen
  // What a search means is not loaded for a phone that has its market.
  const { computedList } = await import('./computed.ts').catch(missingFile)
  return computedList(store, query)
}

function seenList(store: PublicStore, query: ListQuery): Promise<Cached<CarPage> | undefined> {
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
