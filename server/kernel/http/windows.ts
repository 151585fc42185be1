// Counts calls by the minute. Promises that a caller who is over a limit stays so until their minute ends, however many
// others come meanwhile: nothing that still counts is ever forgotten to make room.
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { wideNetworkOf } from './network.ts'

/** Callers of one call that are counted one by one; 150 bytes each. */
const mostCallers = 20_000

interface Window {
  began: number
  calls: number
}
/** Windows by key, the oldest first, and of how many keys there may be. */
interface Level {
  open: Map<string, Window>
  most: number
}

/** The key's window with this call counted; undefined when there is no room for another key. */
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
 * Numbers of one call for `@fastify/rate-limit`, whose own store forgets the 5,001st caller. When there are too many
 * callers, new ones share the number of their wide network, and then one of all.
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

  /** Each call has numbers of its own. */
  child(): CallerCounts {
    return new CallerCounts(this.#now, this.#most)
  }
}
