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

/** Returns a page of a search. Offline it is computed by the rules of the catalogue from the cars on this phone. */
export function useListings(query: ListQuery, given?: CarPage): ReadResult<CarPage> {
  const { reads } = useLocal()
  return useReading({
    key: ['listings', query],
    network: () => reads.listings(query),
    phone: (phone) => phone.listings(query),
    given: given && { value: given, asOf: instantOf(given.as_of) },
  })
}

/** Returns a car without noting a view; sends no request for an empty slug. */
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
/** Whether the server answered that there is no such ad. */
export const isGone = ({ error }: Pick<ReadResult<CarReply>, 'error'>): boolean =>
  error?.code === 'gone' || error?.code === 'not_found'

/** Returns the picture addresses for a card that is swiped, without noting a view. Known ones need no request. */
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

/** Returns a car that a person views, and notes the view. */
export function useCar(slugOrId: string, given?: CarReply): ReadResult<CarReply> {
  const local = useLocal()
  const reading = useCarReading(slugOrId, given)
  const seen = reading.data?.data._id
  const engine = useReadable(local.engine)
  useEffect(() => {
    // A view that could not be stored is no failure of the screen.
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
/** Returns the cities of provinces; without a province there are none and no request. */
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

/** Returns the cars that `/saved` shows, from the phone alone. */
export function useCachedCars(): ReadResult<CachedCars> {
  const local = useLocal()
  const { edition } = useReadable(local.views)
  return useReading<CachedCars>({
    key: ['kept', edition],
    network: async () => ({ ...(await (await local.load()).phone.cachedCars()), fromPhone: true }),
    phone: () => Promise.resolve(undefined),
    // A car that was sold since must be shown as sold as soon as this phone knows.
    staleTime: 0,
    // The list stays visible while a changed one is read.
    holdOn: true,
  })
}

/** Returns the default settings at first, the server's as soon as they are known. */
export function useSiteSettings(): SiteSettings {
  return useReadable(useLocal().settings.current)
}
