/**
 * How an old worker makes room. A browser starts a newer one only once the old one has nothing under way, and waits up
 * to five minutes for that: a single picture that hangs in a weak signal would keep an accepted version away so long.
 */
export interface Leaving {
  /** True once this worker was requested to make room. */
  readonly requested: () => boolean
  /**
   * The outcome of the work, or undefined as soon as this worker has to make room: what has begun is abandoned then, and
   * nothing more is begun.
   */
  readonly unless: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Lets go of everything that is under way. */
  readonly leave: () => void
}

export function createLeaving(): Leaving {
  const exits = new Set<() => void>()
  let gone = false
  return {
    requested: () => gone,
    async unless(work) {
      if (gone) return undefined
      return new Promise((resolve, reject) => {
        const exit = () => resolve(undefined)
        exits.add(exit)
        void work()
          .then(resolve, reject)
          .finally(() => exits.delete(exit))
      })
    },
    leave() {
      gone = true
      for (const exit of exits) exit()
      exits.clear()
    },
  }
}
