import type { Locker, RequestRelease } from '@tus/server'

/** A mutex per key; callers of one key get it in the order in which they asked. */
export class KeyedMutex {
  /** Those who wait, by key that somebody has. */
  readonly #queues = new Map<string, (() => void)[]>()

  /** Resolves when the key is free; returns the function that releases it, to be called once. */
  async acquire(name: string): Promise<() => void> {
    const queue = this.#queues.get(name) ?? []
    if (this.#queues.has(name)) await new Promise<void>((start) => queue.push(start))
    else this.#queues.set(name, queue)
    return () => {
      const next = queue.shift()
      if (next) next()
      else this.#queues.delete(name)
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
    return this.#queues.get(name)?.length ?? 0
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
          release = undefined
          return Promise.resolve()
        },
      }
    },
  }
}
