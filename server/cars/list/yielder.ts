import { setImmediate as nextTurn } from 'node:timers/promises'

/** Cooperative yielding for long work: after each short piece, `if (yielder.isDue()) await yielder.pause()`. */
export class Yielder {
  #since = performance.now()
  readonly #longest: number

  /** @param longest milliseconds of work after which the event loop runs other tasks */
  constructor(longest = 8) {
    this.#longest = longest
  }

  isDue(): boolean {
    return performance.now() - this.#since > this.#longest
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
