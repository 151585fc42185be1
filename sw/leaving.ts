/**
 * How an old worker makes room. A browser starts a newer one only once the old one has nothing under way, and waits up
 * to five minutes for that: a single picture that hangs in a weak signal would keep an accepted version away so long.
 */
export function createLeaving() {
  const exits = new Set<() => void>()
  let gone = false
  return {
    /** True once this worker was requested to make room. */
    requested: () => gone,
    /**
     * The outcome of the work, or undefined as soon as this worker has to make room: what has begun is abandoned then, and
     * nothing more is begun.
     */
    async unless<T>(work: () => Promise<T>): Promise<T | undefined> {
      if (gone) return undefined
      return new Promise((resolve, reject) => {
        const exit = () => resolve(undefined)
        exits.add(exit)
        void work()
          .then(resolve, reject)
          .finally(() => exits.delete(exit))
      })
    },
    /** Lets go of everything that is under way. */
    leave() {
      gone = true
      for (const exit of exits) exit()
      exits.clear()
    },
  }
}
