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
 * Ports of the sender, which decides when to send. Every event that may have improved the chances kicks it. Kicks within
 * `debounce` count as one, rounds never overlap, and after a round the outbox says when the next one is due.
 */
export interface SenderPorts extends Pick<Env, 'now' | 'setTimeout' | 'clearTimeout' | 'isVisible'> {
  /** Runs one round over every partition of this phone. */
  round: () => Promise<Omit<Round, 'delivered'>>
  /** Ends the backoff of the waiting items. */
  skipBackoff: () => Promise<void>
  wakeWorker: (() => Promise<void>) | undefined
}
export type Sender = ReturnType<typeof createSender>
/** Milliseconds. */
export const debounce = 250
export const skipBackoffEvery = 10_000
/** Milliseconds until the next check of a lock that another sender holds; two checks suffice to take over from a dead one. */
export const lookAgain = 6000
const soonest = 500
/**
 * Maximum number of doublings of the pause after failed rounds. Of a hundred lanes one is always due; without the pause an
 * offline phone would try them one after another all day.
 */
const mostDoublings = 4
/** Milliseconds after which the outbox is checked at the latest: a wrong clock may have set a due time years ahead. */
export const latest = 300_000

/** Reasons that do not improve the chances of an attempt. */
const plain: ReadonlySet<Reason> = new Set(['enqueue', 'timer', 'worker'])

export function createSender(p: SenderPorts) {
  let pending: unknown
  let next: unknown
  let running = false
  let again = false
  let stopped = false
  let hopeful = false
  /** Time of the last skipped backoff, by reason: a recent login must not use up the skip of a network that returns now. */
  const skippedAt = new Map<Reason, number>()
  let left = 0
  /** Number of consecutive rounds that failed. */
  let failures = 0
  const waiters: (() => void)[] = []

  function clear() {
    if (next !== undefined) p.clearTimeout(next)
    next = undefined
  }
  function wake() {
    // Without background sync, or without permission for it, the next start of the app sends.
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
        // A round that failed (a dead database) is retried at the next kick.
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
      // Responses are frequent: they matter only while an item waits, and the responses to our own round say nothing new.
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

/** Milliseconds until a failed database is tried again. */
const healing = 6000

/** Whether the store has unfinished items. */
const hasOpen = (store: OwnStore) =>
  store.transaction('read', ['outbox'], async (tx) =>
    (await tx.list('outbox')).some((item) => item.state !== 'done'),
  )

/** Loads the code of a round, a separate file because most starts find nothing to send. */
const loadRounds = () => import('./send-round.ts').catch(missingFile)

/** Returns the functions that send the items of every partition, each as the person of its partition. */
export function createSending(o: SendingPorts, changed: () => Promise<void>) {
  const { host, stores } = o
  const { env } = host
  // Two tabs of one phone are two senders, so the id of the device alone does not suffice.
  const owner = `${host.device}:${env.random()}`
  const tokenOf = (partition: string) => loginOf(host, partition).token()

  const laterOn = (failed: boolean) => ({
    busy: false,
    failed,
    delivered: 0,
    waiting: 1,
    nextAt: env.now() + healing,
  })
  /** Runs a round for one partition; undefined when sending could not help any waiting item. */
  async function one(partition: string): Promise<Round | undefined> {
    const rounds = await loadRounds().catch(ignoreExpected('load-rounds', isOffline))
    // Without the code of a round the items stay unchanged, as without a network.
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
        // One broken database must not stop the items in the others.
        ignoreExpected('each-store', isPassing)(error)
      }
    }
  }
  // Loads the code of a round in idle time, so that it is there when the network is gone. If this fails, the first write loads
  // it.
  env.whenIdle(() => void loadRounds().catch(ignoreExpected('load-rounds', isOffline)))
  return {
    one,
    all: async (): Promise<Omit<Round, 'delivered'>> => {
      const rounds: Round[] = []
      for (const partition of await stores.known()) {
        try {
          const store = await stores.own(partition)
          // Items in memory were sent at once or reported as failed, so they are not sent again. Most partitions are empty.
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
        // Another tab or the worker may have held items that this tab's login can send.
        if (tokenOf(partition) !== undefined) await release(store, 'auth')
        if (await hasOpen(store)) await skipBackoff(store, env.now())
      }),
    /** Sets damaged items aside and releases items that an older app could not send, at the start. */
    releaseUpgraded: () =>
      eachStore(async (store, partition) => {
        await checkRecords(store, env.now())
        await release(store, 'upgrade')
        if (!partition.startsWith(guestPartition(''))) await nameOwn(store)
        // Deletes the pictures of items that the worker delivered.
        const blobs = await store.transaction('read', ['blobs'], (tx) => tx.keys('blobs'))
        if (blobs.length > 0) await (await loadRounds()).sweepBlobs(store)
      }),
  }
}
