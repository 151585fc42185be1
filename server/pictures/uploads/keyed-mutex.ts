import type { Locker, RequestRelease } from '@tus/server'

/** A mutex per key. Callers of one key get it in the order of their calls. */
export class KeyedMutex {
  /** Waiting callers, by locked key. */
  readonly #queues = new Map<string, (() => void)[]>()

  /** Waits until the key is free; returns the function that releases it, to be called once. */
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

  /** Returns the number of callers that wait for the key. */
  waiting(name: string): number {
    return this.#queues.get(name)?.length ?? 0
  }
}

/**
 * Returns the locks for tus. A request that wants the lock makes its holder release it, because the holder usually is a
 * connection that died unnoticed. (The locker that tus includes polls while it waits.)
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
