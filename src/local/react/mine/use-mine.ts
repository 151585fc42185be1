import type { Get, Mine } from '../../cache/reads.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReading, type ReadResult } from '../read-result.ts'

/** Kept for this person only, and never shown to another. */
export function useMine<T>(
  k: string,
  load: (get: Get) => Promise<Mine<T>>,
  o: { staleTime?: number; enabled?: boolean } = {},
): ReadResult<T> {
  const local = useLocal()
  const { user } = useReadable(local.session)
  return useReading<T>({
    key: ['mine', user?.id, k],
    network: () => local.reads.mine(k, load),
    phone: (phone) => phone.mine<T>(k),
    enabled: user !== undefined,
    ...o,
  })
}
