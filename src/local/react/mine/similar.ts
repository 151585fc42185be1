import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useEffect, useState } from 'react'
import { listingDefaults } from '#catalogue'
import { useLocal } from '../context.ts'

/** Asking prices of cars like one, as this phone knows them. */
export interface SimilarPrices {
  /** Cars that were compared. */
  cars: number
  median: number
  low: number
  high: number
  /** Server time they were true, ms. */
  asOf: number
}
/** Years apart that are still alike, cars that are looked at, and how few say nothing. */
const apart = 2
const most = 100
const fewest = 4

/** What cars of this model and about this year are offered for, by this phone alone; undefined when too few are known. */
export function useSimilarPrices(car: {
  make: string
  model: string
  year: number
}): SimilarPrices | undefined {
  const { load } = useLocal()
  const { make, model, year } = car
  const [seen, setSeen] = useState<{ of: string; prices: SimilarPrices | undefined }>()
  const of = JSON.stringify([make, model, year])
  useEffect(() => {
    if (make === '' || model === '') return undefined
    let gone = false
    load()
      .then((engine) =>
        engine.phone.listings({
          ...listingDefaults,
          make: [make],
          model: [model],
          limit: most,
          facets: false,
        }),
      )
      .then((found) => {
        if (gone || !found) return
        const alike = found.value.data.filter(
          (one) => one.price > 0 && (!Number.isFinite(year) || Math.abs(one.year - year) <= apart),
        )
        const sorted = alike.map((one) => one.price).sort((a, b) => a - b)
        const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0
        const prices =
          sorted.length < fewest
            ? undefined
            : { cars: sorted.length, median: at(0.5), low: at(0.1), high: at(0.9), asOf: found.asOf }
        setSeen({ of, prices })
      })
      // Where nothing is known nothing is said.
      .catch(ignoreExpected('similar-prices', isPassing))
    return () => {
      gone = true
    }
  }, [load, make, model, year, of])
  return seen?.of === of ? seen.prices : undefined
}
