import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which the event loop gets its turn. */
const longest = 8

/** Cooperative yielding for long work: after each short piece, `if (yielder.isDue()) await yielder.pause()`. */
export class Yielder {
  #since = performance.now()

  isDue(): boolean {
    return performance.now() - this.#since > longest
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
