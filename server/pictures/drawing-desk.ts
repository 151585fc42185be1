import { AppError } from '#contract/errors.ts'

/**
 * Lets few drawings run at once and refuses more than `waiting` in the queue, so that strangers asking for pictures
 * never take the machine from the calls that matter.
 */
export class DrawingDesk {
  #running = 0
  #queue: { start: () => void; urgent: boolean }[] = []
  #places: number
  #waiting: number

  constructor(places: number, waiting: number) {
    this.#places = places
    this.#waiting = waiting
  }

  get idle(): boolean {
    return this.#running === 0 && this.#queue.length === 0
  }

  /** Runs `draw` when a place is free. What someone waits for goes ahead of what is drawn in advance. */
  async run<T>(draw: () => Promise<T>, urgent = true): Promise<T> {
    if (this.#running >= this.#places) {
      if (this.#queue.length >= this.#waiting) throw new AppError('unavailable', { retryAfter: 2 })
      await new Promise<void>((start) => this.#enqueue({ start, urgent }))
    } else this.#running++
    try {
      return await draw()
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
