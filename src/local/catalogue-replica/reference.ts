import type { Reference } from '#catalogue'
import { referenceRoutes } from '#contract/reference.ts'
import { referenceOf, type MakeAndPlace } from '../cache/computed.ts'
import { cacheCities, cacheReference, wholeReference } from '../cache/reference.ts'
import type { PublicStore } from '../cache/eviction.ts'
import { request, type HttpClient } from '../transport/http-client.ts'

/** Milliseconds after which makes and places are requested again, and who is verified, which changes sooner. */
const [day, hour] = [86_400_000, 3_600_000]
/** Rows of the public `meta`: the server's time when the lists were there. */
const [listsRow, verifiedRow] = ['market-reference', 'market-verified']

/**
 * Brands, provinces, all cities and who is a verified dealer, which a search is read against: without them the phone would
 * understand less of a question than the server does. Never fails; what could not be had is requested again with the next
 * change. Resolves to whether anything came.
 */
export async function cacheAllReference(store: PublicStore, http: HttpClient, now: number): Promise<boolean> {
  const isDue = (row: string, after: number) =>
    store.transaction('read', ['meta'], async (tx) => {
      const before = (await tx.get('meta', row))?.v
      return typeof before !== 'number' || Math.abs(now - before) >= after
    })
  const lists = (await isDue(listsRow, day)) && (await keepLists(store, http, now))
  const verified = (await isDue(verifiedRow, hour)) && (await keepVerified(store, http, now))
  return lists || verified
}

const note = (store: PublicStore, row: string, now: number) =>
  store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: row, v: now }))

async function keepVerified(store: PublicStore, http: HttpClient, now: number): Promise<boolean> {
  const verified = await request(http, referenceRoutes.getVerifiedDealers)
  if (!verified.ok) return false
  await cacheReference(store, 'verified', verified.body.data, now)
  await note(store, verifiedRow, now)
  return true
}

async function keepLists(store: PublicStore, http: HttpClient, now: number): Promise<boolean> {
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

/** The server's own lists where all of them are here, so that a question is read as the server reads it; else the best there is. */
export async function readWholeReference(
  store: PublicStore,
  cars: () => readonly MakeAndPlace[],
): Promise<{ reference: Reference; whole: boolean }> {
  const lists = await wholeReference(store)
  return { reference: lists ?? (await referenceOf(store, cars())), whole: lists !== undefined }
}
