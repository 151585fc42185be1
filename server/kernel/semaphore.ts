import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'

/**
 * Runs `places` pieces of work at a time and lets up to `waiting` more queue; refuses the rest as `unavailable`, so that
 * requests for heavy work never take the machine from other calls.
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

  /** Runs `work` when a place is free. */
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

/** Does each, whatever becomes of the others; throws the first failure in the end. */
export async function eachAlone<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Milliseconds. */
export const minute = 60_000

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** When what failed so many times is tried again: each time twice as late, by `longest` milliseconds at most. */
export const nextTry = (now: Date, tries: number, { first = minute, longest = 1440 * minute } = {}): Date =>
  later(now, Math.min(first * 2 ** tries, longest))

// Work of the process that comes round again and again, never twice at a time.

export interface Repeated {
  /** Does it now, or waits for the round under way. */
  now: () => Promise<unknown>
  /** Begins no other round, and waits for the one under way for a moment. */
  stop: () => Promise<void>
}

/** Milliseconds the round under way has when the process ends. */
const goodbye = 3000

/** Does `work` every so many milliseconds; what it throws is logged with these words and does not stop the next round. */
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
