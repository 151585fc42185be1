/**
 * Following the market with no page open: a script of its own, which the worker fetches when it is first woken for it.
 */
import { followFromWorker } from '#local/worker'
import type { MarketScope } from './sw.ts'

;(globalThis as unknown as MarketScope).followFromWorker = followFromWorker
