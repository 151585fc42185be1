import { ignoreExpected, isRefused, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { favouriteIds, type Favourites } from '../outbox/favourites.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Readable } from '../platform/cell.ts'
import type { Capabilities, NetworkInfo } from '../platform/env.ts'
import type { Api, Identity, Surroundings } from '../sync/ports.ts'
import { onReconnect } from '../sync/reachability.ts'
import type { Reason } from '../sync/triggers.ts'
import type { JobEnd } from './job.ts'
import type { DownloadAllowance } from './plan.ts'

export type PinService = ReturnType<typeof createPinService>
export interface PinServicePorts {
  host: Surroundings & Identity & Api & { views: Readable<{ favourites: Favourites }> }
  stores: Stores
  partitions: Pick<Partitions, 'active' | 'guest'>
  capabilities: Capabilities
  /** Resolves when no write is being sent. */
  quiet: () => Promise<void>
  /** Called with the number of bytes loaded. */
  loaded: (bytes: number) => void
  changed: () => Promise<void>
}
/** Milliseconds from the last reason to a run. */
const settleFor = 500
/** Milliseconds to the next attempt while another tab runs the job. */
const busyFor = 30_000
/** Milliseconds to the next attempt when the network did not respond; doubled with each failure, up to the second value. */
const againAfter = [15_000, 300_000] as const
const occasions: ReadonlySet<Reason> = new Set([
  'visible',
  'pageshow',
  'resume',
  'online',
  'connection',
  'login',
])

/** Returns the service that decides when favourites are stored for offline use, and for whom. */
export function createPinService(o: PinServicePorts) {
  const { host, stores, partitions, capabilities } = o
  const { env, http, ask, connection } = host
  const { shared } = stores
  let over = false
  let timer: unknown
  let running = false
  let again = false
  let failures = 0

  const network = () =>
    capabilities.networkInfo?.() ?? { saveData: capabilities.replica?.savesData() === true }
  const hearts = () => favouriteIds(host.views.get().favourites).join()
  let before = ''
  /** Whether a favourite was removed whose pictures may still be stored. */
  let untidy = false
  /** Returns the partition whose favourites are stored; undefined for a guest without any. */
  const who = () => {
    const active = partitions.active()
    // For a guest without favourites nothing is loaded.
    if (active === partitions.guest) return hearts() === '' && !untidy ? undefined : active
    return host.session.get().user ? active : undefined
  }
  async function attempt(partition: string): Promise<JobEnd | undefined> {
    const { runPins } = await import('./job.ts').catch(missingFile)
    const { openPictures } = await import('./pictures.ts').catch(missingFile)
    const own = await stores.own(partition)
    const box = stores.isDurable(partition) ? capabilities.caches : undefined
    const avif = await capabilities.showsAvif?.().catch(ignoreExpected('shows-avif', isRefused))
    const work = () =>
      runPins({
        own,
        shared,
        ask,
        http,
        pictures: box && openPictures(box, partition),
        format: avif === true ? 'avif' : 'webp',
        allowance: () => downloadAllowanceOf(network()),
        cut: () => connection.get().state === 'offline',
        quiet: o.quiet,
        now: env.now,
        withSpare: stores.withSpare,
        loaded: o.loaded,
        here: () => !over && who() === partition,
        changed: () => void o.changed(),
      })
    if (!env.locks) return work()
    const { webLock } = await import('../sync/locks.ts').catch(missingFile)
    return (await webLock(env.locks).hold(`pins:${partition}`, false, work))?.value
  }
  async function run() {
    const partition = who()
    if (partition === undefined || over) return
    if (running) {
      again = true
      return
    }
    running = true
    again = false
    try {
      const end = await attempt(partition)
      if (!again) untidy = false
      failures = end?.how === 'silent' ? failures + 1 : 0
      if (!end) plan(busyFor)
      else if (again || end.how === 'left') plan(settleFor)
      else if (failures > 0) plan(Math.min(againAfter[0] * 2 ** (failures - 1), againAfter[1]))
      else if (end.again !== undefined) plan(end.again)
    } catch (error) {
      ignoreExpected('pins', isPassing)(error)
      // The job's code could not be loaded or a database failed; the next reason starts another attempt.
    } finally {
      running = false
    }
  }
  function plan(after: number) {
    if (over) return
    env.clearTimeout(timer)
    timer = env.setTimeout(() => {
      env.whenIdle(() => void run())
    }, after)
  }
  /** Plans a run that looks for work. */
  const wake = () => {
    // Without a person who has favourites no code is loaded.
    if (who() !== undefined) plan(settleFor)
  }
  const undo = [
    onReconnect(connection, wake),
    host.views.subscribe(() => {
      if (hearts() === before) return
      before = hearts()
      untidy = true
      wake()
    }),
  ]

  return {
    who,
    wake,
    kick(reason: Reason) {
      if (occasions.has(reason)) wake()
    },
    close() {
      over = true
      env.clearTimeout(timer)
      for (const off of undo) off()
    },
  }
}

const slow = new Set(['slow-2g', '2g'])

/** Returns what may be downloaded. Without Wi-Fi it is less; a browser that reports no network type allows everything. */
export function downloadAllowanceOf({ type, effectiveType, saveData }: NetworkInfo): DownloadAllowance {
  if (saveData === true) return { pictures: 'first', halt: 'lean' }
  if (effectiveType !== undefined && slow.has(effectiveType)) return { pictures: 'none', halt: 'wifi' }
  return type === 'cellular' ? { pictures: 'first', halt: 'wifi' } : { pictures: 'all', halt: undefined }
}
