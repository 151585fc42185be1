import { useQuery } from '@tanstack/react-query'
import { listingDefaults } from '#catalogue'
import { useAttempt } from '../context.ts'

/** Asking prices of similar cars that this phone knows. */
export interface SimilarPrices {
  /** Number of cars compared. */
  cars: number
  median: number
  low: number
  high: number
  /** Server time of the prices, in milliseconds. */
  asOf: number
}
/** Maximum difference in years, maximum number of cars to read, and minimum number of prices for a result. */
const apart = 2
const most = 100
const fewest = 4

/** Returns asking prices of cars of this model and about this year, from this phone alone; undefined when too few are known. */
export function useSimilarPrices(car: {
  make: string
  model: string
  year: number
}): SimilarPrices | undefined {
  const { make, model, year } = car
  const attempt = useAttempt()
  const { data: found } = useQuery({
    queryKey: ['similar', make, model],
    queryFn: async () => {
      const like = { ...listingDefaults, make: [make], model: [model], limit: most, facets: false }
      // `null` is the result when this phone has no such cars.
      return (await attempt('similar-prices', ({ phone }) => phone.listings(like))) ?? null
    },
    enabled: make !== '' && model !== '',
    staleTime: 0,
  })
  if (!found) return undefined
  const sorted = found.value.data
    .filter((one) => one.price > 0 && (!Number.isFinite(year) || Math.abs(one.year - year) <= apart))
    .map((one) => one.price)
    .sort((a, b) => a - b)
  if (sorted.length < fewest) return undefined
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0
  return { cars: sorted.length, median: at(0.5), low: at(0.1), high: at(0.9), asOf: found.asOf }
}
