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

/** Windows by key, the oldest first. */
class Windows {
  readonly #open = new Map<string, Window>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The key's window with this call counted; undefined when there is no room for another key. */
  count(key: string, now: number, length: number): Window | undefined {
    const isOver = ({ began }: Window) => now - began >= length || now < began
    for (const [oldest, window] of this.#open) {
      if (!isOver(window)) break
      this.#open.delete(oldest)
    }
    const known = this.#open.get(key)
    if (known) {
      known.calls += 1
      return known
    }
    if (this.#open.size >= this.#most) return undefined
    const window = { began: now, calls: 1 }
    this.#open.set(key, window)
    return window
  }
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
  readonly #levels: readonly Windows[]

  constructor(now: () => number, most = mostCallers) {
    this.#now = now
    this.#most = most
    this.#levels = [new Windows(most), new Windows(most), new Windows(1)]
  }

  incr(key: string, counted: Counted, timeWindow = 60_000): void {
    const now = this.#now()
    const keys = [key, wideNetworkOf(key), everybody]
    for (const [n, level] of this.#levels.entries()) {
      const window = level.count(keys[n] ?? everybody, now, timeWindow)
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
