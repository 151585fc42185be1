import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback } from 'react'
import { noReplica } from '../catalogue-replica/types.ts'
import type { ReplicaStatus } from '../cache/cached.ts'
import { cell } from '../platform/cell.ts'
import { useLocal, useReadable } from './context.ts'

export type { ReplicaStatus, Scope } from '../cache/cached.ts'

const nothing = cell(noReplica)

export interface ReplicaView {
  /** What this phone has of the replica. */
  status: ReplicaStatus
  /** Asks the server for what changed, now; false when it could not be asked. */
  refresh: () => Promise<boolean>
}

/** The cars for sale that this phone keeps, and the pull that refreshes them. */
export function useReplica(): ReplicaView {
  const local = useLocal()
  const engine = useReadable(local.engine)
  const status = useReadable(engine?.replica.status ?? nothing)
  const refresh = useCallback(
    () =>
      local
        .load()
        .then(({ replica }) => replica.refresh())
        .catch(ignoreExpected('refresh-replica', isPassing))
        .then((refreshed) => refreshed ?? false),
    [local],
  )
  return { status, refresh }
}
