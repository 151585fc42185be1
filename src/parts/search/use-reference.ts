import { useMemo } from 'react'
import type { Reference } from '#catalogue'
import { useBrands, useCities, useProvinces } from '#local/react'

/** Every brand and place, as far as they are here already; what is missing is empty. */
export function useReference(): Reference & {
  /** Nothing more will come. */
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
