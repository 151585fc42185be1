import { useCallback } from 'react'
import { noReplica } from '../catalogue-replica/types.ts'
import { cell } from '../platform/cell.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'

export type { ReplicaStatus, Scope } from '../cache/cached.ts'

const nothing = cell(noReplica)

/** The cars for sale that this phone keeps, and the pull that refreshes them. */
export function useReplica() {
  const engine = useReadable(useLocal().engine)
  const attempt = useAttempt()
  const status = useReadable(engine?.replica.status ?? nothing)
  /** Asks the server for what changed, now; false when it could not be asked. */
  const refresh = useCallback(
    async () => (await attempt('refresh-replica', ({ replica }) => replica.refresh())) ?? false,
    [attempt],
  )
  return { status, refresh }
}
