import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { Round } from './drain.ts'

/**
 * When to send: everything that may have changed our chances kicks; kicks within a moment are one, rounds never
 * overlap, and after a failure the next one is due when the outbox says so.
 */
export interface SenderPorts {
  /** One round over every partition of this phone. */
  round: () => Promise<Omit<Round, 'delivered'>>
  /** Lets items skip their backoff. */
  skipBackoff: () => Promise<void>
  now: () => number
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
  isVisible: () => boolean
  wakeWorker: (() => Promise<void>) | undefined
}
export interface Sender<Reason extends string> {
  kick: (reason: Reason) => void
  drained: () => Promise<void>
  stop: () => void
}
/** Milliseconds. */
export const debounce = 250
export const skipBackoffEvery = 10_000
/** Looks again at a lock that someone else holds; twice this is enough to take over from a dead one. */
export const lookAgain = 6000
const soonest = 500
/** Of a hundred lanes one is always due; without a network they are not tried one after the other all day. */
const mostDoublings = 4
/** The outbox is looked at again at least this often: a wrong clock may have put a due time years ahead. */
export const latest = 300_000

/** Reasons that say nothing about our chances. */
const plain: ReadonlySet<string> = new Set(['enqueue', 'timer', 'worker'])

export function createSender<Reason extends string>(p: SenderPorts): Sender<Reason> {
  let pending: unknown
  let next: unknown
  let running = false
  let again = false
  let stopped = false
  let hopeful = false
  /** Per reason: a login a moment ago must not cost the signal that returns now. */
  const skippedAt = new Map<string, number>()
  let left = 0
  /** Rounds in a row that failed. */
  let failures = 0
  const waiters: (() => void)[] = []

  function clear() {
    if (next !== undefined) p.clearTimeout(next)
    next = undefined
  }
  function wake() {
    // No background sync here, or no permission: the next start of the app sends.
    p.wakeWorker?.().catch(ignoreExpected('wake-worker', isRefused))
  }
  function hope(reason: string) {
    const now = p.now()
    const before = skippedAt.get(reason)
    if (before !== undefined && Math.abs(now - before) < skipBackoffEvery) return
    skippedAt.set(reason, now)
    hopeful = true
  }
  async function work() {
    if (hopeful) {
      hopeful = false
      await p.skipBackoff()
    }
    const round = await p.round()
    left = round.waiting
    failures = round.failed ? failures + 1 : 0
    if (round.failed) wake()
    if (round.waiting === 0 || stopped) return
    const rest = soonest * 2 ** Math.min(failures, mostDoublings)
    const due = Math.min(latest, Math.max(rest, (round.nextAt ?? 0) - p.now()))
    const wait = round.busy ? lookAgain : due
    clear()
    next = p.setTimeout(() => {
      if (p.isVisible()) begin()
    }, wait)
  }
  function release() {
    for (const done of waiters.splice(0)) done()
  }
  async function run() {
    running = true
    do {
      again = false
      clear()
      try {
        await work()
      } catch (error) {
        ignoreExpected('send-round', isPassing)(error)
        // A round that broke (a dead database) is tried again at the next kick.
        left = Math.max(left, 1)
      }
    } while (again)
    running = false
    if (pending === undefined) release()
  }
  function begin() {
    pending = undefined
    if (stopped) return
    if (running) again = true
    else void run()
  }
  return {
    kick(reason) {
      // Answers come often; they matter only while something waits, and our own are no news.
      if (stopped || (reason === 'answer' && (running || left === 0))) return
      if (reason === 'enqueue') wake()
      if (!plain.has(reason)) hope(reason)
      pending ??= p.setTimeout(begin, debounce)
    },
    drained: () =>
      running || pending !== undefined
        ? new Promise((resolve) => {
            waiters.push(resolve)
          })
        : Promise.resolve(),
    stop() {
      stopped = true
      clear()
      if (pending !== undefined) p.clearTimeout(pending)
      release()
    },
  }
}
