import type { Locker, RequestRelease } from '@tus/server'

/** One after another for each name, in the order they came. */
export class Turns {
  #last = new Map<string, Promise<void>>()
  #waiting = new Map<string, number>()

  /** Resolves when it is our turn; call what it gives when done. */
  async take(name: string): Promise<() => void> {
    const before = this.#last.get(name)
    let release: () => void = () => undefined
    const mine = new Promise<void>((done) => {
      release = done
    })
    this.#last.set(name, mine)
    if (before) {
      this.#waiting.set(name, this.waiting(name) + 1)
      await before
      this.#waiting.set(name, this.waiting(name) - 1)
    }
    return () => {
      if (this.#last.get(name) === mine) {
        this.#last.delete(name)
        this.#waiting.delete(name)
      }
      release()
    }
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(name)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** How many stand in line behind the one whose turn it is. */
  waiting(name: string): number {
    return this.#waiting.get(name) ?? 0
  }
}

/**
 * Locks for tus. Whoever holds one is asked to let go as soon as another wants it, because the holder is most often
 * a connection that died unnoticed. (The one tus brings spins while it waits.)
 */
export function turnLocker(turns: Turns): Locker {
  const holders = new Map<string, RequestRelease>()
  return {
    newLock(id) {
      let release: (() => void) | undefined
      return {
        async lock(_signal, letGo) {
          await holders.get(id)?.()
          release = await turns.take(id)
          holders.set(id, letGo)
          if (turns.waiting(id) > 0) await letGo()
        },
        unlock() {
          holders.delete(id)
          release?.()
          return Promise.resolve()
        },
      }
    },
  }
}
