/**
 * Follows the replica with no page open. It is a separate script, which the worker fetches when it is installed, and only in
 * a browser with periodic background sync.
 */
import { followFromWorker } from '#local/worker'
import type { ReplicaScope } from './sw.ts'

;(globalThis as unknown as ReplicaScope).followFromWorker = followFromWorker
