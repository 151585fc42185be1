import { useCallback } from 'react'
import { noReplica } from '../catalogue-replica/types.ts'
import { cell } from '../platform/cell.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'

export type { ReplicaStatus, Scope } from '../cache/cached.ts'

const nothing = cell(noReplica)

/** Returns the state of the replica on this phone, and a function that refreshes it. */
export function useReplica() {
  const engine = useReadable(useLocal().engine)
  const attempt = useAttempt()
  const status = useReadable(engine?.replica.status ?? nothing)
  /** Requests changes from the server now; false when that failed. */
  const refresh = useCallback(
    async () => (await attempt('refresh-replica', ({ replica }) => replica.refresh())) ?? false,
    [attempt],
  )
  return { status, refresh }
}
