/**
 * Lets an old worker make room. A browser starts a newer worker only when the old one has no work in progress, and waits up
 * to five minutes for that: one picture that hangs in a weak signal would delay an accepted version for so long.
 */
export function createLeaving() {
  const exits = new Set<() => void>()
  let gone = false
  return {
    /** Returns whether this worker was asked to make room. */
    requested: () => gone,
    /**
     * Returns the result of the work, or undefined as soon as this worker has to make room: work in progress is then
     * abandoned, and no other work starts.
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
    /** Abandons all work in progress. */
    leave() {
      gone = true
      for (const exit of exits) exit()
      exits.clear()
    },
  }
}
