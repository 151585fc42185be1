import { useCities, useProvinces } from '#local/react'

/** Returns the names of the provinces and of the cities of the chosen province; an unknown province has no cities. */
export function usePlaceNames(province: string) {
  const provinces = useProvinces()
  const chosen = provinces.data?.find(({ state_name }) => state_name === province)
  const cities = useCities(chosen ? [chosen._id] : [])
  return {
    isListed: chosen !== undefined,
    provinces: { ...provinces, names: (provinces.data ?? []).map(({ state_name }) => state_name) },
    cities: { ...cities, names: (cities.data ?? []).map(({ city_name }) => city_name) },
  }
}
