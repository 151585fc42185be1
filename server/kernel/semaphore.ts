import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'

/**
 * Runs up to `places` tasks at a time and queues up to `waiting` more. Refuses the rest as `unavailable`, so that requests
 * for heavy work do not slow down other calls.
 */
export class Semaphore {
  #running = 0
  #queue: (() => void)[] = []
  #places: number
  #waiting: number

  constructor(places: number, waiting = Infinity) {
    this.#places = places
    this.#waiting = waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#places) {
      if (this.#queue.length >= this.#waiting) throw new AppError('unavailable', { retryAfter: 2 })
      await new Promise<void>((start) => this.#queue.push(start))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** Runs `work` for each element in turn, even after a failure; throws the first failure at the end. */
export async function eachAlone<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Milliseconds. */
export const minute = 60_000

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** Returns when to retry after `tries` failures. The delay doubles with each failure, up to `longest` milliseconds. */
export const nextTry = (now: Date, tries: number, { first = minute, longest = 1440 * minute } = {}): Date =>
  later(now, Math.min(first * 2 ** tries, longest))

// Work that the process repeats, one round at a time.

export interface Repeated {
  /** Runs a round now, or waits for the running round. */
  now: () => Promise<unknown>
  /** Starts no further round, and waits up to `goodbye` milliseconds for the running round. */
  stop: () => Promise<void>
}

/** Milliseconds that the running round gets when the process ends. */
const goodbye = 3000

/** Runs `work` every `every` milliseconds. An error is logged with the text `failed` and does not stop the next round. */
export function repeat(
  work: (stopping: AbortSignal) => Promise<unknown>,
  every: number,
  log: { error: (error: unknown, words: string) => void },
  failed: string,
): Repeated {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const round = (): Promise<unknown> => {
    running ??= work(stopping.signal)
      .catch((error: unknown) => log.error(error, failed))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => void round(), every).unref()
  return {
    now: round,
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await Promise.race([running, pause(goodbye, undefined, { ref: false })])
    },
  }
}
