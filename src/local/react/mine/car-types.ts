import { carTypes, type CarType } from '#contract/limits.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { useCached } from './use-mine.ts'

const day = 24 * 60 * 60_000

/**
 * Body types in the server's order (R-HOME-15, R-POST-34), the documented ones until they are loaded. One that this version
 * can neither search nor post is passed over.
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
