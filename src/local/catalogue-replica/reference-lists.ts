import type { Reference } from '#catalogue'
import type { Brand, Province } from '#contract/reference.ts'
import { townsIn } from '../cache/reference.ts'
import type { PublicStore } from '../cache/eviction.ts'

/**
 * Brands, provinces and all cities as the server has them; undefined while some are missing, since a question may then
 * be read otherwise than by the server.
 */
export async function wholeReference(store: PublicStore): Promise<Reference | undefined> {
  const [brands, provinces, cities, verified] = await store.transaction('read', ['reference'], (tx) =>
    Promise.all(
      ['brands', 'provinces', 'cities', 'verified'].map(async (k) => (await tx.get('reference', k))?.value),
    ),
  )
  if (!brands || !provinces || !cities) return undefined
  const known = provinces as Province[]
  const towns = townsIn(cities)
  if (known.some(({ _id }) => !towns.has(_id))) return undefined
  return {
    brands: brands as Brand[],
    provinces: known,
    cities: known.flatMap(({ _id }) => towns.get(_id) ?? []),
    verified: verified as string[] | undefined,
  }
}
