import { ignoreExpected, isRefused, isOffline, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { Round } from '../sync/drain.ts'
import { nameOwn, release, skipBackoff } from '../outbox/item-actions.ts'
import { checkRecords, type OwnStore } from '../outbox/command.ts'
import type { SendingPorts } from './send-round.ts'
import { guestPartition } from '../database/schema.ts'
import { loginOf } from '../partitions/partitions.ts'
import type { Env } from '../platform/env.ts'
import type { Reason } from '../sync/triggers.ts'

/**
 * When to send: everything that may have changed our chances kicks; kicks within a moment are one, rounds never
 * overlap, and after a failure the next one is due when the outbox says so.
 */
export interface SenderPorts extends Pick<Env, 'now' | 'setTimeout' | 'clearTimeout' | 'isVisible'> {
  /** One round over every partition of this phone. */
  round: () => Promise<Omit<Round, 'delivered'>>
  /** Lets items skip their backoff. */
  skipBackoff: () => Promise<void>
  wakeWorker: (() => Promise<void>) | undefined
}
export type Sender = ReturnType<typeof createSender>
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
const plain: ReadonlySet<Reason> = new Set(['enqueue', 'timer', 'worker'])

export function createSender(p: SenderPorts) {
  let pending: unknown
  let next: unknown
  let running = false
  let again = false
  let stopped = false
  let hopeful = false
  /** Per reason: a login a moment ago must not cost the signal that returns now. */
  const skippedAt = new Map<Reason, number>()
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
  function hope(reason: Reason) {
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
    kick(reason: Reason) {
      // Answers come often; they matter only while something waits, and our own are no news.
      if (stopped || (reason === 'answer' && (running || left === 0))) return
      if (reason === 'enqueue') wake()
      if (!plain.has(reason)) hope(reason)
      pending ??= p.setTimeout(begin, debounce)
    },
    drained: (): Promise<void> =>
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

/** A database that failed is looked at again after this long, beside the others that wait. */
const healing = 6000

/** Whether anything is not done yet. */
const hasOpen = (store: OwnStore) =>
  store.transaction('read', ['outbox'], async (tx) =>
    (await tx.list('outbox')).some((item) => item.state !== 'done'),
  )

/** What sends is a file of its own: most starts find nothing to send. */
const loadRounds = () => import('./send-round.ts').catch(missingFile)

/** Rounds of sending over every partition of this phone; each item goes in the name of its own. */
export function createSending(o: SendingPorts, changed: () => Promise<void>) {
  const { host, stores } = o
  const { env } = host
  // Two tabs of one phone are two senders.
  const owner = `${host.device}:${env.random()}`
  const tokenOf = (partition: string) => loginOf(host, partition).token()

  const laterOn = (failed: boolean) => ({
    busy: false,
    failed,
    delivered: 0,
    waiting: 1,
    nextAt: env.now() + healing,
  })
  /** Undefined where nothing waits that sending could help. */
  async function one(partition: string): Promise<Round | undefined> {
    const rounds = await loadRounds().catch(ignoreExpected('load-rounds', isOffline))
    // Without what sends there is as little to be done as without signal; what waits is not touched.
    if (!rounds) return laterOn(true)
    const round = await rounds.sendRound(o, { partition, owner })
    if (round) await changed()
    return round
  }
  const eachStore = async (work: (store: OwnStore, partition: string) => Promise<void>) => {
    for (const partition of await stores.known()) {
      try {
        await work(await stores.own(partition), partition)
      } catch (error) {
        // One database that is broken must not stop what waits in the others.
        ignoreExpected('each-store', isPassing)(error)
      }
    }
  }
  // There when it is needed, also without signal; whoever cannot fetch it now does so with the first write.
  env.whenIdle(() => void loadRounds().catch(ignoreExpected('load-rounds', isOffline)))
  return {
    one,
    all: async (): Promise<Omit<Round, 'delivered'>> => {
      const rounds: Round[] = []
      for (const partition of await stores.known()) {
        try {
          const store = await stores.own(partition)
          // What is in memory was sent at once or called failed: nothing of it goes out unseen. And most partitions are empty.
          if (!stores.isDurable(partition) || !(await hasOpen(store))) continue
          const round = await one(partition)
          if (round) rounds.push(round)
        } catch (error) {
          ignoreExpected('send', isPassing)(error)
          rounds.push(laterOn(false))
        }
      }
      const due = rounds.flatMap(({ nextAt }) => nextAt ?? [])
      return {
        busy: rounds.some(({ busy }) => busy),
        failed: rounds.some(({ failed }) => failed),
        waiting: rounds.reduce((sum, { waiting }) => sum + waiting, 0),
        nextAt: due.length > 0 ? Math.min(...due) : undefined,
      }
    },
    skipBackoff: () =>
      eachStore(async (store, partition) => {
        // Another tab or the worker may have held what this tab's login can send.
        if (tokenOf(partition) !== undefined) await release(store, 'auth')
        if (await hasOpen(store)) await skipBackoff(store, env.now())
      }),
    /** At the start: what is damaged is set aside in sight, and what only a newer app could send gets its chance. */
    releaseUpgraded: () =>
      eachStore(async (store, partition) => {
        await checkRecords(store, env.now())
        await release(store, 'upgrade')
        if (!partition.startsWith(guestPartition(''))) await nameOwn(store)
        // Of what the worker delivered.
        const blobs = await store.transaction('read', ['blobs'], (tx) => tx.keys('blobs'))
        if (blobs.length > 0) await (await loadRounds()).sweepBlobs(store)
      }),
  }
}
