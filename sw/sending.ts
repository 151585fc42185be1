/**
 * The larger half of the worker: sending what waits in the outbox. A script of its own, which the worker fetches when it
 * is installed and reads only when it is woken to send, so that it starts light for every picture and page.
 */
import { drainFromWorker } from '#local/worker'
import type { SendingScope } from './sw.ts'

;(globalThis as unknown as SendingScope).drainFromWorker = drainFromWorker
