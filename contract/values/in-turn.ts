/** Runs one work at a time, in the order they came. What one of them fails with reaches its own caller alone. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A line of its own: works of two lines know nothing of each other. */
export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = Promise.allSettled([mine])
    return mine
  }
}
