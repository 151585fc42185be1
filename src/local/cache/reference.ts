import type { City, Brand, Province } from '#contract/reference.ts'
import type { Cached } from './cached.ts'
import { cacheLimits, type PublicStore, type PublicTx } from './eviction.ts'
import type { Reference } from '#catalogue'

/** Stores brands, provinces or other lists as the server last sent them. */
export function cacheReference(store: PublicStore, k: string, value: unknown, asOf: number): Promise<void> {
  return store.transaction('write', ['reference'], (tx) => tx.put('reference', { k, value, asOf }))
}

export function readReference<T>(store: PublicStore, k: string): Promise<Cached<T> | undefined> {
  return store.transaction('read', ['reference'], async (tx) => {
    const row = await tx.get('reference', k)
    return row && { value: row.value as T, asOf: row.asOf }
  })
}

/** Reads a stored value as cities by the id of their province. */
const townsIn = (value: unknown): Map<string, City[]> =>
  new Map(Object.entries((value ?? {}) as Record<string, City[]>))

/** Adds cities to the one row of all cities, whichever provinces they were requested for. */
export async function cacheCities(
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
): Promise<Cached<City[]> | undefined> {
  const stored = await readReference<unknown>(store, 'cities')
  const towns = townsIn(stored?.value)
  if (!stored || !provinceIds.every((id) => towns.has(id))) return undefined
  return { value: provinceIds.flatMap((id) => towns.get(id) ?? []), asOf: stored.asOf }
}

/**
 * Prefix of public responses stored by name, such as the pages of dealers that were seen. They are rows of `reference`; the
 * newest `most` are stored, and a full phone evicts them first.
 */
const prefix = 'cached:'
const most = 60

const rows = (tx: PublicTx) => tx.list('reference', { from: prefix, to: `${prefix}\uffff` })

export function cacheValue(store: PublicStore, k: string, value: unknown, asOf: number): Promise<void> {
  return store.transaction('write', ['reference'], async (tx) => {
    await tx.put('reference', { k: prefix + k, value, asOf })
    const newestFirst = (await rows(tx)).sort((a, b) => b.asOf - a.asOf)
    for (const [place, row] of newestFirst.entries())
      // A row from a clock that was ahead must expire too.
      if (place >= most || Math.abs(asOf - row.asOf) > cacheLimits.age) await tx.delete('reference', row.k)
  })
}

export const readCached = <T>(store: PublicStore, k: string): Promise<Cached<T> | undefined> =>
  readReference<T>(store, prefix + k)

export function dropCached(store: PublicStore): Promise<void> {
  return store.transaction('write', ['reference'], async (tx) => {
    for (const { k } of await rows(tx)) await tx.delete('reference', k)
  })
}

/** Reads the lists that are stored on this phone. */
export async function storedLists(store: PublicStore) {
  const [brands, provinces, cities, verified] = await store.transaction('read', ['reference'], (tx) =>
    Promise.all(
      ['brands', 'provinces', 'cities', 'verified'].map(async (k) => (await tx.get('reference', k))?.value),
    ),
  )
  return {
    brands: brands as Brand[] | undefined,
    provinces: provinces as Province[] | undefined,
    cities: townsIn(cities),
    verified: verified as string[] | undefined,
  }
}

/**
 * Returns brands, provinces and all cities as the server has them; undefined while some are missing, because a query could then
 * mean something else than on the server.
 */
export async function wholeReference(store: PublicStore): Promise<Reference | undefined> {
  const { brands, provinces, cities, verified } = await storedLists(store)
  if (!brands || !provinces || provinces.some(({ _id }) => !cities.has(_id))) return undefined
  return { brands, provinces, cities: provinces.flatMap(({ _id }) => cities.get(_id) ?? []), verified }
}
