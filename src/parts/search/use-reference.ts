import { useMemo } from 'react'
import type { Reference } from '#catalogue'
import { useBrands, useCities, useProvinces } from '#local/react'

/** Returns every brand and place that is loaded; a missing list is empty. */
export function useReference(): Reference & {
  /** Whether each list is loaded or has failed. */
  ready: boolean
} {
  const brands = useBrands()
  const provinces = useProvinces()
  const cities = useCities(provinces.data?.map((p) => p._id) ?? [])
  const ready = [brands, provinces, cities].every((r) => r.status !== 'loading')
  return useMemo(
    () => ({
      brands: brands.data ?? [],
      provinces: provinces.data ?? [],
      cities: cities.data ?? [],
      ready,
    }),
    [brands.data, provinces.data, cities.data, ready],
  )
}
