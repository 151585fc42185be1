/** Runs one task at a time, in the order of the calls. A failed task rejects only its own call. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Creates an independent queue. */
export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = Promise.allSettled([mine])
    return mine
  }
}
