import { AppError, errorRules } from '#contract/errors.ts'
import type { Get, Mine } from '../../cache/reads.ts'
import { useLocal, useReadable } from '../context.ts'
import { useReading, type ReadOptions, type ReadResult } from '../read-result.ts'

/** Reads data of the signed-in person, which is stored for this person only and never shown to another. */
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

/** Reads public data, which is stored among the last responses of its kind for all people on this phone. */
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

/** Returns the data; undefined when the server has none. The undefined value is stored too and replaces the old copy. */
export async function ifThere<T>(asked: Promise<{ data: T }>): Promise<T | undefined> {
  try {
    return (await asked).data
  } catch (error) {
    if (error instanceof AppError && errorRules[error.code].action === 'show') return undefined
    throw error
  }
}
