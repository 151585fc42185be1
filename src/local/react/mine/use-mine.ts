import { AppError, errorRules } from '#contract/errors.ts'
import type { Get, Mine } from '../../cache/reads.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReading, type ReadOptions, type ReadResult } from '../read-result.ts'

/** Kept for this person only, and never shown to another. */
export function useMine<T>(
  k: string,
  load: (get: Get) => Promise<Mine<T>>,
  o: Pick<ReadOptions<T>, 'staleTime' | 'enabled'> = {},
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

/** What anybody may read, kept for any person on this phone among the last answers of its kind. */
export function useCached<T>(
  k: string,
  load: (get: Get) => Promise<T>,
  o: Pick<ReadOptions<T>, 'staleTime'> = {},
): ReadResult<T> {
  const { reads } = useLocal()
  return useReading<T>({
    key: ['cached', k],
    network: () => reads.cached(k, load),
    phone: (phone) => phone.cached<T>(k),
    ...o,
  })
}

/** Undefined where the server has none; that is stored as well: it takes the old copy's place. */
export async function ifThere<T>(asked: Promise<{ data: T }>): Promise<T | undefined> {
  try {
    return (await asked).data
  } catch (error) {
    if (error instanceof AppError && errorRules[error.code].action === 'show') return undefined
    throw error
  }
}
