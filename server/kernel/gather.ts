// Makes one piece of work of many calls that come at once: one statement for all of them costs little more than for one.
// Promises that nobody waits for others to come: the first call begins at once, and those that come while it is under way
// are done together after it. Each call is part of exactly one run, which begins after the call.
import { codeOf, meaningOf } from './db/failures.ts'

export interface Gathering<T, R> {
  /** Most calls of one run. */
  most: number
  /** Most runs at once; one when left out. */
  lanes?: number
  /** Calls that have one of these in common come one after another, in the order in which they were made. */
  apart?: (asked: T) => readonly string[]
  /**
   * The answers, in the order of the calls. One that is still on its way keeps what must be `apart` from its call, but
   * does not keep the lane. When a run of several fails each is run alone, so that no call fails for another one.
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

/** A function that does what `run` does for one call, together with others. */
export function gather<T, R>({ most, lanes = 1, apart, run }: Gathering<T, R>): (asked: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  const busy = new Set<string>()
  let [running, called] = [0, false]

  /** The next calls, as far as nothing that was called before keeps them back. */
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
  /** Once for all that is said in one go. */
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
