/**
 * How an old worker makes room. A browser starts a newer one only once the old one has nothing under way, and waits up
 * to five minutes for that: a single picture that hangs in a weak signal would keep an accepted version away so long.
 */
export interface Leaving {
  /** True once this worker was asked to make room; it should begin nothing more. */
  readonly asked: () => boolean
  /** The outcome of the work, or undefined as soon as this worker has to make room. The work itself is abandoned. */
  readonly unless: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Lets go of everything that is under way. */
  readonly leave: () => void
}

export function createLeaving(): Leaving {
  const exits = new Set<() => void>()
  let gone = false
  return {
    asked: () => gone,
    unless: (work) =>
      new Promise((resolve, reject) => {
        const exit = () => resolve(undefined)
        if (gone) exit()
        else exits.add(exit)
        void work.then(resolve, reject).finally(() => exits.delete(exit))
      }),
    leave() {
      gone = true
      for (const exit of exits) exit()
      exits.clear()
    },
  }
}
