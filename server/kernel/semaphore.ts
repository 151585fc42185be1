import { AppError } from '#contract/errors.ts'

/**
 * Runs `places` pieces of work at a time and lets up to `waiting` more queue; refuses the rest as `unavailable`, so that
 * requests for heavy work never take the machine from other calls.
 */
export class Semaphore {
  #running = 0
  #queue: { start: () => void; urgent: boolean }[] = []
  #places: number
  #waiting: number

  constructor(places: number, waiting = Infinity) {
    this.#places = places
    this.#waiting = waiting
  }

  get idle(): boolean {
    return this.#running === 0 && this.#queue.length === 0
  }

  /** Runs `work` when a place is free. Urgent work goes ahead of work that is done in advance. */
  async run<T>(work: () => Promise<T>, urgent = true): Promise<T> {
    if (this.#running >= this.#places) {
      if (this.#queue.length >= this.#waiting) throw new AppError('unavailable', { retryAfter: 2 })
      await new Promise<void>((start) => this.#enqueue({ start, urgent }))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next.start()
      else this.#running--
    }
  }

  #enqueue(entry: { start: () => void; urgent: boolean }): void {
    const firstPatient = entry.urgent ? this.#queue.findIndex((e) => !e.urgent) : -1
    if (firstPatient < 0) this.#queue.push(entry)
    else this.#queue.splice(firstPatient, 0, entry)
  }
}
