import { fold, type Reference } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import type { Brand, City, Province } from '#contract/reference.ts'
import type { Kept } from './kept.ts'
import type { PublicStore } from './shelf.ts'

/** Brands, provinces and cities as the server last listed them. */
export function keepReference(store: PublicStore, k: string, value: unknown, asOf: number): Promise<void> {
  return store.transaction('write', ['reference'], (tx) => tx.put('reference', { k, value, asOf }))
}

export function readReference<T>(store: PublicStore, k: string): Promise<Kept<T> | undefined> {
  return store.transaction('read', ['reference'], async (tx) => {
    const row = await tx.get('reference', k)
    return row && { value: row.value as T, asOf: row.asOf }
  })
}

/** Cities are kept together, whichever provinces they were asked for. */
export async function keepCities(
  store: PublicStore,
  provinceIds: readonly string[],
  cities: readonly City[],
  asOf: number,
): Promise<void> {
  await store.transaction('write', ['reference'], async (tx) => {
    const known = ((await tx.get('reference', 'cities'))?.value ?? {}) as Record<string, City[]>
    const next: Record<string, City[]> = { ...known }
    for (const id of provinceIds) next[id] = []
    for (const city of cities)
      next[city.state_id] = [...(next[city.state_id] ?? []).filter((c) => c._id !== city._id), city]
    await tx.put('reference', { k: 'cities', value: next, asOf })
  })
}

export async function readCities(
  store: PublicStore,
  provinceIds: readonly string[],
): Promise<Kept<City[]> | undefined> {
  const kept = await readReference<Record<string, City[]>>(store, 'cities')
  if (!kept || !provinceIds.every((id) => kept.value[id])) return undefined
  return { value: provinceIds.flatMap((id) => kept.value[id] ?? []), asOf: kept.asOf }
}

/**
 * What a query is read against. Where the server's lists are not kept, the kept cars name their own brands and
 * places, so that a filter by title still means something.
 */
export async function referenceOf(store: PublicStore, cards: readonly CarCard[]): Promise<Reference> {
  const [brands, provinces, cities] = await store.transaction(
    'read',
    ['reference'],
    async (tx) =>
      [
        (await tx.get('reference', 'brands'))?.value as Brand[] | undefined,
        (await tx.get('reference', 'provinces'))?.value as Province[] | undefined,
        (await tx.get('reference', 'cities'))?.value as Record<string, City[]> | undefined,
      ] as const,
  )
  const places = pairs(
    cards,
    (c) => c.province,
    (c) => c.city,
  )
  const knownCities = Object.values(cities ?? {}).flat()
  const known = new Set(knownCities.map((c) => `${c.state_id}/${fold(c.city_name)}`))
  const kept =
    provinces ?? [...places.keys()].map((name) => ({ _id: name, state_name: name, country: 'ZA' as const }))
  const seen = kept.flatMap((p) =>
    [...(places.get(p.state_name) ?? [])]
      .filter((name) => !known.has(`${p._id}/${fold(name)}`))
      .map((name) => ({ _id: name, city_name: name, state_id: p._id, lat: 0, lng: 0 })),
  )
  return { brands: brands ?? brandsOf(cards), provinces: kept, cities: [...knownCities, ...seen] }
}

function pairs(
  cards: readonly CarCard[],
  parent: (c: CarCard) => string,
  child: (c: CarCard) => string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const card of cards) {
    const children = found.get(parent(card)) ?? new Set()
    found.set(parent(card), children.add(child(card)))
  }
  return found
}

function brandsOf(cards: readonly CarCard[]): Brand[] {
  return [
    ...pairs(
      cards,
      (c) => c.make,
      (c) => c.model,
    ),
  ].map(([make, models]) => ({
    _id: make,
    maketitle: make,
    count_models: models.size,
    models: [...models].map((title) => ({ _id: title, modeltitle: title })),
  }))
}
