/**
 * Following the replica with no page open: a script of its own, which the worker fetches when it is first woken for it.
 */
import { followFromWorker } from '#local/worker'
import type { ReplicaScope } from './sw.ts'

;(globalThis as unknown as ReplicaScope).followFromWorker = followFromWorker
