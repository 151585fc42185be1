// Combines calls that arrive at the same time into one run: one statement for many calls costs little more than for one.
// Guarantees that no call waits for others to arrive: the first call starts at once, and calls that arrive during its run
// share the next run. A run always starts after its calls.
import { codeOf, meaningOf } from './db/failures.ts'

export interface Gathering<T, R> {
  /** Maximum calls of one run. */
  most: number
  /** Maximum runs at the same time; 1 when left out. */
  lanes?: number
  /** Returns keys of a call. Calls with a key in common run one after another, in the order in which they were made. */
  apart?: (asked: T) => readonly string[]
  /**
   * Returns the results in the order of the calls. While a result is a pending promise, calls with the same keys wait, but
   * the lane is free. When a run of several calls fails, each call runs again alone, so that no call fails because of
   * another; `unavailable` fails all of them.
   */
  run: (all: readonly T[]) => Promise<readonly (R | Promise<R>)[]>
}

interface Waiting<T, R> {
  asked: T
  keys: readonly string[]
  done: (answer: R | PromiseLike<R>) => void
  failed: (error: unknown) => void
}

const nothing: readonly string[] = []

/** Returns a function that runs one call together with others. */
export function gather<T, R>({ most, lanes = 1, apart, run }: Gathering<T, R>): (asked: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  const busy = new Set<string>()
  let [running, called] = [0, false]

  /** Takes the next calls that have no key in common with a running call or an earlier waiting call. */
  const take = (): Waiting<T, R>[] => {
    const taken: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    const blocked = new Set(busy)
    for (const one of waiting) {
      const fits = taken.length < most && !one.keys.some((key) => blocked.has(key))
      ;(fits ? taken : left).push(one)
      for (const key of one.keys) {
        blocked.add(key)
        if (fits) busy.add(key)
      }
    }
    waiting = left
    return taken
  }

  const settle = async (one: Waiting<T, R>, answer: () => R | Promise<R>): Promise<void> => {
    try {
      one.done(await answer())
    } catch (error) {
      one.failed(error)
    } finally {
      for (const key of one.keys) busy.delete(key)
      call()
    }
  }
  const alone = async ({ asked }: Waiting<T, R>): Promise<R> => {
    const [answer] = await run([asked])
    return answer as R
  }
  const work = async (taken: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const answers = await run(taken.map(({ asked }) => asked))
      for (const [n, one] of taken.entries()) void settle(one, () => answers[n] as R | Promise<R>)
    } catch (error) {
      const again = taken.length > 1 && codeOf(meaningOf(error)) !== 'unavailable'
      const ends = taken.map((one) =>
        settle(one, () => (again ? alone(one) : Promise.reject(error as Error))),
      )
      await Promise.all(ends)
    } finally {
      running -= 1
      call()
    }
  }
  const start = (): void => {
    called = false
    while (running < lanes && waiting.length > 0) {
      const taken = take()
      if (taken.length === 0) return
      running += 1
      void work(taken)
    }
  }
  /** Schedules one start for all calls of the same synchronous code. */
  const call = (): void => {
    if (called) return
    called = true
    queueMicrotask(start)
  }

  return (asked) =>
    new Promise<R>((done, failed) => {
      waiting.push({ asked, keys: apart?.(asked) ?? nothing, done, failed })
      call()
    })
}
