import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which others get their turn. */
const longest = 8

/** Long work in short pieces: ask `over` after each, and let others go first when it says so. */
export class Turns {
  #since = performance.now()

  over(): boolean {
    return performance.now() - this.#since > longest
  }

  async next(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
