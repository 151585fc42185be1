import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { draftLimits } from '#contract/sync/draft-copy.ts'
import { meta, numberOf } from '../outbox/command.ts'
import { backlog, hasLeadership } from '../outbox/sending/turn.ts'
import { downloadAllowanceOf } from '../saved-cars/pin-service.ts'
import { underLogin } from '../sync/deliver.ts'
import { webLock } from '../sync/locks.ts'
import { onReconnect } from '../sync/reachability.ts'
import { loginOf } from '../partitions/partitions.ts'
import { isUploaded, trustFor } from '../upload/blob-rows.ts'
import { createPrepare } from '../upload/prepare.ts'
import { syncDrafts } from './draft-sync.ts'
import type { AdDraft, DraftServicePorts } from './types.ts'

type SchedulePorts = Pick<DraftServicePorts, 'host' | 'stores' | 'partitions' | 'capabilities' | 'own'>

/** States of outbox items that may still be sent. */
const waiting: ReadonlySet<string> = new Set(['queued', 'wait', 'sending'])

/** Bounds in milliseconds of the delay before a retry; the delay doubles after each failure. */
const soonest = 30_000
const latest = 30 * 60_000

/**
 * Starts the sync of drafts at the start of the app, after a sign-in, on reconnect, and when the app becomes visible. The
 * upload of their pictures follows. While pictures are left, an emptied outbox or a network change also starts a sync.
 */
export function createSyncSchedule(
  ports: SchedulePorts,
  on: { synced: () => void; arrived: () => void; drafts: () => Promise<readonly AdDraft[]> },
): () => Promise<void> {
  const { host, own, capabilities } = ports
  const { env } = host
  const pictures = createPictureSync(ports, on.drafts)
  let syncing: Promise<void> | undefined
  let again = false
  let pause = soonest
  let timer: unknown
  /** Resolves to false when a timer must retry; to true also without a login or a network, because their return starts a sync. */
  async function syncOnce(): Promise<boolean> {
    const { user } = host.session.get()
    if (!user || host.connection.get().state === 'offline') return true
    const store = await own()
    // Requests use the stored token: another tab may have signed in another person, and this session does not know it yet.
    const goesOn = () => host.token()?.sub === user.id
    const synced = await syncDrafts(store, { ask: host.ask, now: host.serverNow, goesOn })
    on.synced()
    // The sync of the texts does not wait for the pictures.
    if (synced) void pictures.carry()
    return synced
  }
  async function rounds() {
    try {
      while (again) {
        again = false
        // A failure does not change the drafts on this phone.
        const synced = await syncOnce().catch(ignoreExpected('sync-drafts', isPassing))
        env.clearTimeout(timer)
        if (!synced) timer = env.setTimeout(() => void sync(), pause)
        pause = synced ? soonest : Math.min(pause * 2, latest)
      }
    } finally {
      syncing = undefined
    }
  }
  function sync(): Promise<void> {
    again = true
    return (syncing ??= rounds())
  }
  onReconnect(host.connection, () => void sync())
  host.session.subscribe(() => void sync())
  env.document?.addEventListener('visibilitychange', () => {
    if (env.isVisible()) void sync()
  })
  void sync()
  const goOn = () => {
    if (pictures.left()) void sync()
  }
  capabilities.network?.addEventListener('change', goOn)
  // When another ad has been published, its draft has to end.
  let arrived = 0
  const isBusy = () => host.views.get().outbox.some(({ state }) => waiting.has(state))
  let busy = isBusy()
  host.views.subscribe(() => {
    const { outbox } = host.views.get()
    const done = outbox.filter(({ kind, state }) => kind === 'ad.create' && state === 'done')
    if (done.length > arrived) on.arrived()
    arrived = done.length
    const wasBusy = busy
    busy = isBusy()
    if (wasBusy && !busy) goOn()
  })

  return sync
}

/** HTTP statuses with which the server refuses a picture for good. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * Uploads the pictures of drafts, so that a lost phone loses no picture (S16). The pictures are uploaded one after the other,
 * each from its confirmed offset, while the outbox is empty and the network is not cellular, slow or in data saver mode. When
 * the draft becomes an ad, the server has its pictures already.
 */
function createPictureSync(
  { host, stores, partitions, capabilities }: SchedulePorts,
  drafts: () => Promise<readonly AdDraft[]>,
) {
  const { env, http } = host
  /** Time of the last known confirmation by picture row; a lookup in the row itself would read all its bytes. */
  const there = new Map<string, number>()
  const refused = new Set<string>()
  /** Earliest time of the next upload, after a `Retry-After` of the server. */
  let pausedUntil = 0
  let left = false
  let again = false
  let carrying: Promise<void> | undefined

  const isThere = (id: string) => Math.abs(env.now() - (there.get(id) ?? -Infinity)) < trustFor
  const maySend = () => {
    const { halt } = downloadAllowanceOf(capabilities.networkInfo?.() ?? {})
    return host.connection.get().state !== 'offline' && halt === undefined
  }

  /** Uploads the missing pictures; resolves to false when a picture is left for later. */
  async function round(partition: string): Promise<boolean> {
    const store = await stores.ownWithRoom(partition)
    const login = loginOf(host, partition)
    const { renewed } = login
    // No caller waits for a response here, so an expired login is not reported.
    const drop = () => undefined
    const prepare = createPrepare({
      store,
      http,
      now: env.now,
      signed: (token) => underLogin(token, { renewed, drop }),
    })
    const isQuiet = async () => maySend() && (await backlog(store, true)).waiting === 0
    const found = (await drafts()).slice(0, draftLimits.drafts).flatMap(({ pictures }) => pictures)
    for (const { id } of found) {
      if (id === undefined || isThere(id) || refused.has(id)) continue
      // The upload takes no leadership: a sender of the outbox raises the epoch, and this upload stops.
      const epoch = await store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.epoch))
      const token = login.token()
      const goOn = async () =>
        login.token() !== undefined && (await isQuiet()) && (await hasLeadership(store, epoch))
      if (token === undefined || !(await goOn())) return false
      const result = await prepare({ blobIds: [id] }, { token, goOn })
      if (!result || result.ok) {
        // A picture that was deleted during the upload may be restored and then needs an upload, so only an existing row counts.
        const row = await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
        if (row && isUploaded(row, env.now())) there.set(id, env.now())
      } else if (refusals.has(result.status)) refused.add(id)
      else {
        pausedUntil = env.now() + (result.error.retryAfter ?? 0) * 1000
        return false
      }
    }
    return true
  }
  async function rounds() {
    const partition = partitions.active()
    if (partition === partitions.guest || !stores.isDurable(partition)) return
    left = true
    while (again && env.now() >= pausedUntil) {
      again = false
      const work = () => round(partition)
      const done = env.locks
        ? (await webLock(env.locks).hold(`draft-pictures:${partition}`, false, work))?.value
        : await work()
      left = done !== true
    }
  }

  return {
    /** Uploads the missing pictures; never rejects. */
    carry(): Promise<void> {
      again = true
      carrying ??= rounds()
        // The bytes remain on this phone, and the next sync continues.
        .catch(ignoreExpected('carry-pictures', isPassing))
        .finally(() => {
          carrying = undefined
        })
      return carrying
    },
    /** Returns whether a picture is left for later. */
    left: () => left,
  }
}
