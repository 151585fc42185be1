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

/** Number of cars to store: when the person saves data, by default, and when the browser granted persistent storage. */
const windows = { small: 1500, usual: 5000, large: 20_000 } as const
const sizes: readonly number[] = Object.values(windows)
/** Key in the plain storage for the number of cars that the person chose. */
const windowKey = 'motorkin-window'
/** Milliseconds between two requests. */
const pollEvery = 5 * 60_000
/** Milliseconds after a failed request, doubled with each failure in a row up to `pollEvery`. */
const againAfter = 15_000
/** Milliseconds after the start, so that requests of the first screen come first. */
const startAfter = 2000
const occasions: ReadonlySet<Reason> = new Set(['start', 'visible', 'pageshow', 'resume', 'online', 'worker'])

/** Decides when the replica is requested and how many cars it holds; no screen waits for it. */
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
  /** The worker starts with the first request; most starts of the app send none. */
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
    // A store in memory ends with this tab, and the worker could not read it.
    if (!replica || over || !stores.durable) return false
    next = env.now() + pollEvery
    // The worker or the database may fail as well as the network.
    const followed = await replica
      .follow({ window: await windowNow(), offset: offset(), force, anew })
      .catch(ignoreExpected('follow-replica', isPassing))
    // If another tab follows, it uses the number of cars from before the choice.
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
  /** Whether a request is due. After a clock was set back, `next` would be too far away. */
  const isDue = () => env.now() >= next || next - env.now() > pollEvery
  function plan(after: number) {
    if (!power || over) return
    env.clearTimeout(planned)
    planned = env.setTimeout(() => {
      env.whenIdle(() => {
        // When the page is hidden or offline, `kick` plans again on return.
        if (isDue() && env.isVisible() && connection.get().state !== 'offline') void follow(false)
      })
    }, after)
  }
  const unwatch = onReconnect(connection, () => {
    // After a failed attempt the returning network makes a request due at once.
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
    /** Requests changes now, even if the last response is recent; false when the server could not be reached. */
    refresh: () => follow(true),
    /** Returns the number of cars to store: the person's choice, else the default for this phone. */
    window: windowNow,
    /** Stores this many cars from now on; false when they could not be requested yet. */
    choose(window: number) {
      // If the storage refuses the write, the default for this phone stays.
      tryWrite(env.localStorage, windowKey, String(window))
      return follow(true, true)
    },
    /** Requests changes, if a request is due. */
    kick(reason: Reason) {
      if (occasions.has(reason) && isDue()) plan(startAfter)
    },
    /** Called after more data beside the replica was stored. */
    cacheChanged: () => replica?.cacheChanged(),
    close() {
      over = true
      unwatch()
      env.clearTimeout(planned)
      replica?.close()
    },
  }
}
