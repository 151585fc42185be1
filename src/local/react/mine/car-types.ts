import { carTypes, type CarType } from '#contract/limits.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReading } from '../read-result.ts'

const day = 24 * 60 * 60_000
const k = 'car-types'

/**
 * Body types in the server's order (R-HOME-15, R-POST-34), the documented ones until they are loaded. One that this version
 * can neither search nor post is passed over.
 */
export function useCarTypes(): readonly CarType[] {
  const { reads, session } = useLocal()
  const { user } = useReadable(session)
  const { data } = useReading<string[]>({
    key: [k, user?.id],
    network: () =>
      reads.mine(k, async (get) => ({
        value: (await get(referenceRoutes.getAllCarTypes)).data.map(({ name }) => name),
      })),
    phone: (phone) => phone.mine<string[]>(k),
    staleTime: day,
  })
  const known = data?.flatMap((name) => carTypes.find((type) => type === name) ?? []) ?? []
  return known.length > 0 ? known : carTypes
}
