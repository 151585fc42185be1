// Counts calls per minute. Guarantees that a caller over a limit stays over it until the minute ends, however many other
// callers arrive: a counter in use is never evicted.
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { wideNetworkOf } from './network.ts'

/** Maximum callers of one call that have their own counter; 150 bytes each. */
const mostCallers = 20_000

interface Window {
  began: number
  calls: number
}
/** Windows by key, oldest first, and the maximum number of keys. */
interface Level {
  open: Map<string, Window>
  most: number
}

/** Counts a call and returns the window of its key; undefined when there is no room for another key. */
function count({ open, most }: Level, key: string, now: number, length: number): Window | undefined {
  for (const [oldest, { began }] of open) {
    if (now - began < length && now >= began) break
    open.delete(oldest)
  }
  const window = open.get(key) ?? { began: now, calls: 0 }
  if (window.calls === 0 && open.size >= most) return undefined
  window.calls += 1
  open.set(key, window)
  return window
}

const everybody = ''
type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

/**
 * Counters of one call for `@fastify/rate-limit`, whose own store evicts a counter at the 5,001st caller. When there are too
 * many callers, new ones share the counter of their wide network, and then one counter for all.
 */
export class CallerCounts implements FastifyRateLimitStore {
  readonly #now: () => number
  readonly #most: number
  readonly #levels: readonly Level[]

  constructor(now: () => number, most = mostCallers) {
    this.#now = now
    this.#most = most
    this.#levels = [most, most, 1].map((keys) => ({ open: new Map(), most: keys }))
  }

  incr(key: string, counted: Counted, timeWindow = 60_000): void {
    const now = this.#now()
    const keys = [key, wideNetworkOf(key), everybody]
    for (const [n, level] of this.#levels.entries()) {
      const window = count(level, keys[n] ?? everybody, now, timeWindow)
      if (!window) continue
      counted(null, { current: window.calls, ttl: window.began + timeWindow - now })
      return
    }
  }

  /** Returns separate counters for another call. */
  child(): CallerCounts {
    return new CallerCounts(this.#now, this.#most)
  }
}
