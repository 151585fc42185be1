import { carTypes, type CarType } from '#contract/limits.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { useCached } from './use-mine.ts'

const day = 24 * 60 * 60_000

/**
 * Returns the body types in the server's order (R-HOME-15, R-POST-34), the documented ones until these are loaded. Types that
 * this version can neither search nor post are left out.
 */
export function useCarTypes(): readonly CarType[] {
  const { data = [] } = useCached(
    'car-types',
    async (get) => (await get(referenceRoutes.getAllCarTypes)).data.map(({ name }) => name),
    { staleTime: day },
  )
  const known = data.flatMap((name) => carTypes.find((type) => type === name) ?? [])
  return known.length > 0 ? known : carTypes
}
