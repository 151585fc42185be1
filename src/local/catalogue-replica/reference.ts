import { referenceRoutes } from '#contract/reference.ts'
import { cacheCities, cacheReference } from '../cache/reference.ts'
import type { PublicStore } from '../cache/eviction.ts'
import { request, type HttpClient } from '../transport/http-client.ts'

/** Milliseconds after which makes and places are requested again, and verified dealers, which change sooner. */
const [day, hour] = [86_400_000, 3_600_000]
/** Rows of the public `meta`: server times of the last complete lists. */
const [listsRow, verifiedRow] = ['market-reference', 'market-verified']

/**
 * Whether a list has to be requested again. A search is read against makes, provinces, all cities and verified dealers; without
 * them the phone would understand less of a query than the server. A list that cannot be loaded is requested again with the next
 * change.
 */
const isDue = (store: PublicStore, row: string, { now, after }: { now: number; after: number }) =>
  store.transaction('read', ['meta'], async (tx) => {
    const before = (await tx.get('meta', row))?.v
    return typeof before !== 'number' || Math.abs(now - before) >= after
  })
const note = (store: PublicStore, row: string, now: number) =>
  store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: row, v: now }))

export async function cacheVerified(store: PublicStore, http: HttpClient, now: number): Promise<boolean> {
  if (!(await isDue(store, verifiedRow, { now, after: hour }))) return false
  const verified = await request(http, referenceRoutes.getVerifiedDealers)
  if (!verified.ok) return false
  await cacheReference(store, 'verified', verified.body.data, now)
  await note(store, verifiedRow, now)
  return true
}

export async function cacheLists(store: PublicStore, http: HttpClient, now: number): Promise<boolean> {
  if (!(await isDue(store, listsRow, { now, after: day }))) return false
  const brands = await request(http, referenceRoutes.getAllMakes)
  const provinces = await request(http, referenceRoutes.getAllStates)
  if (!brands.ok || !provinces.ok) return false
  const ids = provinces.body.data.map(({ _id }) => _id)
  const cities = await request(http, referenceRoutes.getCitiesByStateIds, { body: { state_ids: ids } })
  if (!cities.ok) return false
  await cacheReference(store, 'brands', brands.body.data, now)
  await cacheReference(store, 'provinces', provinces.body.data, now)
  await cacheCities(store, ids, cities.body.data, now)
  await note(store, listsRow, now)
  return true
}
