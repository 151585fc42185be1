import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { noReplica } from './types.ts'
import { createWorkerClient } from './worker-client.ts'
import type { ReplicaStatus } from '../cache/cached.ts'
import { wholeReference } from '../cache/reference.ts'
import { readGenerations, statusOf } from './feed/generations.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { tryWrite, type Capabilities } from '../platform/env.ts'
import { onReconnect } from '../sync/reachability.ts'
import type { Reason } from '../sync/triggers.ts'
import type { Api, Holding, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Stores } from '../partitions/stores.ts'

export type ReplicaService = ReturnType<typeof createReplicaService>

/** Cars to keep: where the person saves data, usually, and where the browser promised not to throw them away. */
const windows = { small: 1500, usual: 5000, large: 20_000 } as const
const sizes: readonly number[] = Object.values(windows)
/** In the plain storage: how many cars the person wants, when they chose. */
const windowKey = 'motorkin-window'
/** Between two questions, milliseconds. */
const pollEvery = 5 * 60_000
/** After one that failed; each time in a row twice as long, and at most as long as between two others. */
const againAfter = 15_000
/** What a person waits for comes first, milliseconds after the start. */
const startAfter = 2000
const occasions: ReadonlySet<Reason> = new Set(['start', 'visible', 'pageshow', 'resume', 'online', 'worker'])

/** When the replica is requested, and how much of it; nothing here waits for it. */
export function createReplicaService(
  host: Surroundings & ServerTime & Api & Holding,
  stores: Pick<Stores, 'shared' | 'durable'>,
  capabilities: Capabilities,
) {
  const { env, connection } = host
  const { replica: power } = capabilities
  const { shared } = stores
  const status = cell<ReplicaStatus>(noReplica)
  let next = -Infinity
  let planned: unknown
  let failures = 0
  let over = false

  const offset = () => host.serverNow() - env.now()
  const generations = () => shared.transaction('read', ['meta'], readGenerations)
  const storedStatus = async () => statusOf(await generations(), (await wholeReference(shared)) !== undefined)
  /** Its worker starts with the first question; most starts ask nothing. */
  const replica =
    power &&
    createWorkerClient(
      { ...env, spawn: power.spawn },
      { status: status.set, onResponse: (seen) => host.http.observe?.(seen) },
    )
  async function windowNow(): Promise<number> {
    const chosen = Number(env.localStorage?.getItem(windowKey))
    if (sizes.includes(chosen)) return chosen
    if (power?.savesData()) return windows.small
    const lasting = await capabilities.persisted?.().catch(ignoreExpected('persisted', isRefused))
    return lasting ? windows.large : windows.usual
  }
  async function follow(force: boolean, anew = false): Promise<boolean> {
    // What is in memory is gone with this tab, and its worker could not see it.
    if (!replica || over || !stores.durable) return false
    next = env.now() + pollEvery
    // A worker or a database may fail as well as the network.
    const followed = await replica
      .follow({ window: await windowNow(), offset: offset(), force, anew })
      .catch(ignoreExpected('follow-replica', isPassing))
    // Another tab follows, with the choice of before.
    const ok = followed !== undefined && followed.ok && !(anew && followed.busy)
    failures = ok ? 0 : failures + 1
    if (ok) host.markHolding()
    else {
      const wait = Math.min(pollEvery, againAfter * 2 ** (failures - 1))
      next = env.now() + wait
      plan(wait)
    }
    return ok
  }
  /** A clock that was set back makes every time far away. */
  const isDue = () => env.now() >= next || next - env.now() > pollEvery
  function plan(after: number) {
    if (!power || over) return
    env.clearTimeout(planned)
    planned = env.setTimeout(() => {
      env.whenIdle(() => {
        // A person who comes back, with signal or to the page, makes an occasion of it.
        if (isDue() && env.isVisible() && connection.get().state !== 'offline') void follow(false)
      })
    }, after)
  }
  const unwatch = onReconnect(connection, () => {
    // An attempt that failed for want of signal is no reason to wait.
    if (failures > 0) next = env.now()
    if (isDue()) plan(startAfter)
  })
  if (power)
    storedStatus()
      .then((stored) => {
        if (status.get() === noReplica) status.set(stored)
      })
      .catch(ignoreExpected('replica-status', isPassing))
  return {
    status: status as Readable<ReplicaStatus>,
    async asOf() {
      return power && stores.durable ? (await generations()).shown?.asOf : undefined
    },
    find: async (query: ListQuery) => replica?.find(query),
    /** Requests what changed now, however young the last answer is; false when the server could not be reached. */
    refresh: () => follow(true),
    /** How many cars this phone is to keep: what the person chose, else what suits it. */
    window: windowNow,
    /** Keeps so many cars from now on; false when the server could not be asked for them yet. */
    choose(window: number) {
      // A storage that takes nothing forgets the choice; what suits the phone stays.
      tryWrite(env.localStorage, windowKey, String(window))
      return follow(true, true)
    },
    /** Requests what changed, when it is time for that. */
    kick(reason: Reason) {
      if (occasions.has(reason) && isDue()) plan(startAfter)
    },
    /** The phone has kept more of what was seen. */
    cacheChanged: () => replica?.cacheChanged(),
    close() {
      over = true
      unwatch()
      env.clearTimeout(planned)
      replica?.close()
    },
  }
}
