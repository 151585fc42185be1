import type { Reference } from '#catalogue'
import { referenceRoutes } from '#contract/reference.ts'
import { referenceOf, type Placed } from '../cache/computed.ts'
import { keepCities, keepReference } from '../cache/reference.ts'
import type { PublicStore } from '../cache/shelf.ts'
import { request } from '../transport/request.ts'
import type { Wire } from '../transport/send.ts'
import { wholeReference } from './lists.ts'

/** Milliseconds after which the lists are asked for again. */
const day = 86_400_000
/** Row of the public `meta`: the server's time when all lists were there. */
const row = 'market-reference'

/**
 * Brands, provinces, all cities and who is a verified dealer, which a search is read against: without them the phone would understand less of a
 * question than the server does. Never fails; what could not be had is asked for again with the next change.
 */
export async function keepAllReference(store: PublicStore, wire: Wire, now: number): Promise<boolean> {
  const before = await store.transaction('read', ['meta'], async (tx) => (await tx.get('meta', row))?.v)
  if (typeof before === 'number' && Math.abs(now - before) < day) return false
  const brands = await request(wire, referenceRoutes.getAllMakes)
  const provinces = await request(wire, referenceRoutes.getAllStates)
  if (!brands.ok || !provinces.ok) return false
  const ids = provinces.body.data.map(({ _id }) => _id)
  const cities = await request(wire, referenceRoutes.getCitiesByStateIds, { body: { state_ids: ids } })
  const verified = await request(wire, referenceRoutes.getVerifiedDealers)
  if (!cities.ok) return false
  await keepReference(store, 'brands', brands.body.data, now)
  await keepReference(store, 'provinces', provinces.body.data, now)
  if (verified.ok) await keepReference(store, 'verified', verified.body.data, now)
  await keepCities(store, ids, cities.body.data, now)
  await store.transaction('write', ['meta'], (tx) => tx.put('meta', { k: row, v: now }))
  return true
}

/** The server's own lists where all of them are here, so that a question is read as the server reads it; else the best there is. */
export async function readReference(
  store: PublicStore,
  cars: () => readonly Placed[],
): Promise<{ reference: Reference; whole: boolean }> {
  const lists = await wholeReference(store)
  return { reference: lists ?? (await referenceOf(store, cars())), whole: lists !== undefined }
}
