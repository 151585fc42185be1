import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useEffect } from 'react'
import type { CarCard, CarPage, CarReply } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { limits } from '#contract/limits.ts'
import type { Brand, City, Province, SiteSettings } from '#contract/reference.ts'
import type { CachedCars } from '../cache/cached.ts'
import { instantOf } from '../cache/reads.ts'
import { useLocal, useReadable } from './context.ts'
import { useReading, type ReadResult } from './read-result.ts'

export type { ReadResult }

const day = 24 * 60 * 60_000
const reference = { staleTime: day }

/** Offline: computed by the rules of the catalogue from the cars this phone keeps. */
export function useListings(query: ListQuery, given?: CarPage): ReadResult<CarPage> {
  const { reads } = useLocal()
  return useReading({
    key: ['listings', query],
    network: () => reads.listings(query),
    phone: (phone) => phone.listings(query),
    given: given && { value: given, asOf: instantOf(given.as_of) },
  })
}

/** A car without looking at it; no slug, no call. */
export function useCarReading(slugOrId: string, given?: CarReply): ReadResult<CarReply> {
  const { reads } = useLocal()
  const reading = useReading({
    key: ['car', slugOrId],
    network: () => reads.car(slugOrId),
    phone: (phone) => phone.car(slugOrId),
    given: given && { value: given, asOf: instantOf(given.as_of) },
    enabled: slugOrId !== '',
  })
  // A copy does not pass for a car whose ad is gone by now.
  return isGone(reading) && reading.source !== 'network' ? { ...reading, ...missing } : reading
}

const missing = { data: undefined, source: undefined, asOf: undefined, status: 'failed' } as const
/** The server has answered that there is no such ad. */
export const isGone = ({ error }: Pick<ReadResult<CarReply>, 'error'>): boolean =>
  error?.code === 'gone' || error?.code === 'not_found'

/** Addresses of the pictures of a card, for one that is swiped: no look at the car, and no call where they are known. */
export function useCardPictures({ _id, version, images, picture_count }: CarCard): ReadResult<string[]> {
  const { reads } = useLocal()
  return useReading({
    ...reference,
    key: ['card-pictures', _id, version],
    network: () => reads.cardPictures(_id),
    phone: async (phone) => {
      const known = await phone.car(_id)
      return known && { value: known.value.data.images, asOf: known.asOf }
    },
    enabled: images.length < Math.min(picture_count, limits.cardPictures),
  })
}

/** A car that a person looks at, which is noted. */
export function useCar(slugOrId: string, given?: CarReply): ReadResult<CarReply> {
  const local = useLocal()
  const reading = useCarReading(slugOrId, given)
  const seen = reading.data?.data._id
  const engine = useReadable(local.engine)
  useEffect(() => {
    // Only noted: a view that could not be stored is no failure of the screen.
    if (seen !== undefined) engine?.viewed(seen).catch(ignoreExpected('note-viewed', isPassing))
  }, [engine, seen])
  return reading
}

export function useBrands(given?: Brand[]): ReadResult<Brand[]> {
  const { reads, serverNow } = useLocal()
  return useReading({
    ...reference,
    key: ['brands'],
    network: reads.brands,
    phone: (phone) => phone.brands(),
    given: given && { value: given, asOf: serverNow() },
  })
}

export function useProvinces(): ReadResult<Province[]> {
  const { reads } = useLocal()
  return useReading({
    ...reference,
    key: ['provinces'],
    network: reads.provinces,
    phone: (phone) => phone.provinces(),
  })
}

const noCities = { value: [], asOf: 0 }
/** No province chosen means no cities and no call. */
export function useCities(provinceIds: readonly string[]): ReadResult<City[]> {
  const { reads } = useLocal()
  const ids = [...provinceIds].sort()
  const none = ids.length === 0
  return useReading<City[]>({
    ...reference,
    key: ['cities', ids],
    network: () => reads.cities(ids),
    phone: (phone) => phone.cities(ids),
    enabled: !none,
    given: none ? noCities : undefined,
  })
}

/** What /saved shows, from the phone alone. */
export function useCachedCars(): ReadResult<CachedCars> {
  const local = useLocal()
  const { edition } = useReadable(local.views)
  return useReading<CachedCars>({
    key: ['kept', edition],
    network: async () => ({ ...(await (await local.load()).phone.cachedCars()), fromPhone: true }),
    phone: () => Promise.resolve(undefined),
    // A car that was sold since is seen to be sold as soon as this phone knows.
    staleTime: 0,
    // The list stays while a changed one is read.
    holdOn: true,
  })
}

/** Defaults at once, the server's words as soon as they are known. */
export function useSiteSettings(): SiteSettings {
  return useReadable(useLocal().settings.current)
}
