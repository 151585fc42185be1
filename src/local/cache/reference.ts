import type { City } from '#contract/reference.ts'
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

/** Cities by the id of their province, as they are kept together. */
export const townsIn = (value: unknown): Map<string, City[]> =>
  new Map(Object.entries((value ?? {}) as Record<string, City[]>))

/** Cities are kept together, whichever provinces they were asked for. */
export async function keepCities(
  store: PublicStore,
  provinceIds: readonly string[],
  cities: readonly City[],
  asOf: number,
): Promise<void> {
  await store.transaction('write', ['reference'], async (tx) => {
    const next = townsIn((await tx.get('reference', 'cities'))?.value)
    for (const id of provinceIds) next.set(id, [])
    for (const city of cities)
      next.set(city.state_id, [...(next.get(city.state_id) ?? []).filter((c) => c._id !== city._id), city])
    await tx.put('reference', { k: 'cities', value: Object.fromEntries(next), asOf })
  })
}

export async function readCities(
  store: PublicStore,
  provinceIds: readonly string[],
): Promise<Kept<City[]> | undefined> {
  const kept = await readReference<unknown>(store, 'cities')
  const towns = townsIn(kept?.value)
  if (!kept || !provinceIds.every((id) => towns.has(id))) return undefined
  return { value: provinceIds.flatMap((id) => towns.get(id) ?? []), asOf: kept.asOf }
}
