import { asksUnknown, fold, readQuery, search, type Reference } from '#catalogue'
import type { CarCard, CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Brand } from '#contract/reference.ts'
import { cachedPageOf } from './cars.ts'
import type { Cached } from './cached.ts'
import type { PublicStore } from './eviction.ts'
import { storedLists } from './reference.ts'

/** Searches the cars that were seen, for a phone that has no replica yet. */
export async function computedList(
  store: PublicStore,
  query: ListQuery,
): Promise<Cached<CarPage> | undefined> {
  const rows = await store.transaction('read', ['cards'], (tx) => tx.list('cards'))
  if (rows.length === 0) return undefined
  const cards = rows.map((r) => r.card)
  const reference: Reference = await referenceOf(store, cards)
  const criteria = readQuery(query, reference)
  if (asksUnknown(criteria, reference)) return undefined
  const { cars, total } = search(cards, criteria)
  const shown = new Set(cars.map((c) => c._id))
  const used = rows.filter((r) => shown.has(r.id))
  // A page is as old as its oldest car; an empty page is as old as the newest known car.
  const asOf = used.length > 0 ? Math.min(...used.map((r) => r.asOf)) : Math.max(...rows.map((r) => r.asOf))
  const byId = new Map(used.map((r) => [r.id, r]))
  const ordered = cars.flatMap((c) => byId.get(c._id) ?? [])
  return { value: cachedPageOf(ordered, total, asOf), asOf, partial: true }
}

/** Make and place of a car. */
type MakeAndPlace = Pick<CarCard, 'make' | 'model' | 'province' | 'city'>

/**
 * Returns the lists that a query is read against. If the server's lists are not stored, makes and places come from the stored
 * cars, so that a filter by title still works.
 */
async function referenceOf(store: PublicStore, cards: readonly MakeAndPlace[]): Promise<Reference> {
  const { brands, provinces, cities } = await storedLists(store)
  const places = pairs(cards, 'province', 'city')
  const knownCities = [...cities.values()].flat()
  const known = new Set(knownCities.map((c) => `${c.state_id}/${fold(c.city_name)}`))
  const allProvinces =
    provinces ?? [...places.keys()].map((name) => ({ _id: name, state_name: name, country: 'ZA' as const }))
  const seen = allProvinces.flatMap((p) =>
    [...(places.get(p.state_name) ?? [])]
      .filter((name) => !known.has(`${p._id}/${fold(name)}`))
      .map((name) => ({ _id: name, city_name: name, state_id: p._id })),
  )
  return { brands: brands ?? brandsOf(cards), provinces: allProvinces, cities: [...knownCities, ...seen] }
}

function pairs(
  cards: readonly MakeAndPlace[],
  parent: keyof MakeAndPlace,
  child: keyof MakeAndPlace,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const card of cards) {
    const children = found.get(card[parent]) ?? new Set()
    found.set(card[parent], children.add(card[child]))
  }
  return found
}

const brandsOf = (cards: readonly MakeAndPlace[]): Brand[] =>
  [...pairs(cards, 'make', 'model')].map(([make, models]) => ({
    _id: make,
    maketitle: make,
    count_models: models.size,
    models: [...models].map((title) => ({ _id: title, modeltitle: title })),
  }))
