import type { Locker, RequestRelease } from '@tus/server'

/** A mutex per key; callers of one key get it in the order in which they asked. */
export class KeyedMutex {
  #last = new Map<string, Promise<void>>()
  #waiting = new Map<string, number>()

  /** Resolves when the key is free; returns the function that releases it. */
  async acquire(name: string): Promise<() => void> {
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
    const release = await this.acquire(name)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** How many callers wait for the key. */
  waiting(name: string): number {
    return this.#waiting.get(name) ?? 0
  }
}

/**
 * Locks for tus. The holder is asked to let go as soon as another request wants the lock, because the holder is most often
 * a connection that died unnoticed. (The locker that tus brings polls while it waits.)
 */
export function tusLocker(mutex: KeyedMutex): Locker {
  const holders = new Map<string, RequestRelease>()
  return {
    newLock(id) {
      let release: (() => void) | undefined
      return {
        async lock(_signal, letGo) {
          await holders.get(id)?.()
          release = await mutex.acquire(id)
          holders.set(id, letGo)
          if (mutex.waiting(id) > 0) await letGo()
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
