/**
 * Sends what waits in the outbox; the larger half of the worker. It is a separate script, which the worker fetches when it is
 * installed and reads only when it is woken to send, so that the worker starts fast for pictures and pages.
 */
import { drainFromWorker } from '#local/worker'
import type { SendingScope } from './sw.ts'

;(globalThis as unknown as SendingScope).drainFromWorker = drainFromWorker
