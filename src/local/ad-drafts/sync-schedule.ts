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

/** What may still be sent. */
const waiting: ReadonlySet<string> = new Set(['queued', 'wait', 'sending'])

/** Milliseconds until a server in trouble is asked again: twice as long each time. */
const soonest = 30_000
const latest = 30 * 60_000

/**
 * When the server's copies are looked after: at the start, after a sign-in, when the server is back, when the app is seen
 * again. Their pictures follow, also when the outbox is empty again or the network another one.
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
  /** False when the server has to be asked once more; true also where an occasion of its own will come. */
  async function syncOnce(): Promise<boolean> {
    const { user } = host.session.get()
    if (!user || host.connection.get().state === 'offline') return true
    const store = await own()
    // Looked at as the call itself does it: somebody else may have signed in, which this tab does not know yet.
    const goesOn = () => host.token()?.sub === user.id
    const synced = await syncDrafts(store, { ask: host.ask, now: host.serverNow, goesOn })
    on.synced()
    // Nobody waits for them, and words do not wait for pictures.
    if (synced) void pictures.carry()
    return synced
  }
  async function rounds() {
    try {
      while (again) {
        again = false
        // What is on this phone is untouched, whatever happens.
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
  // A draft whose ad has arrived is over, here and in the server's copy.
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

/** Pictures the server will not have, however often it is asked. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * The pictures of drafts on their way to the server, so that a lost phone loses none (S16): one after the other,
 * from where each stands, when nothing waits in the outbox and the network costs nobody anything. An ad that is made of
 * the draft then finds them there.
 */
function createPictureSync(
  { host, stores, partitions, capabilities }: SchedulePorts,
  drafts: () => Promise<readonly AdDraft[]>,
) {
  const { env, http } = host
  /** When the server was last known to have it; a look at its row would read all its bytes. */
  const there = new Map<string, number>()
  const refused = new Set<string>()
  /** The server named this time to wait for. */
  let pausedUntil = 0
  let left = false
  let again = false
  let carrying: Promise<void> | undefined

  const isThere = (id: string) => Math.abs(env.now() - (there.get(id) ?? -Infinity)) < trustFor
  const maySend = () => {
    const { halt } = downloadAllowanceOf(capabilities.networkInfo?.() ?? {})
    return host.connection.get().state !== 'offline' && halt === undefined
  }

  /** False when something was left. */
  async function round(partition: string): Promise<boolean> {
    const store = await stores.ownWithRoom(partition)
    const login = loginOf(host, partition)
    // Someone else may have signed in meanwhile.
    const { renewed } = login
    // A login that ran out is reported to a caller that waits for an answer; none waits here.
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
      // This leads nobody: whoever begins to send what waits in the outbox takes over at once.
      const epoch = await store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.epoch))
      const token = login.token()
      const goOn = async () =>
        login.token() !== undefined && (await isQuiet()) && (await hasLeadership(store, epoch))
      if (token === undefined || !(await goOn())) return false
      const result = await prepare({ blobIds: [id] }, { token, goOn })
      if (!result || result.ok) {
        // Thrown away meanwhile it may come back, and is then not there.
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
    /** Brings what is missing to the server; never fails. */
    carry(): Promise<void> {
      again = true
      carrying ??= rounds()
        // Nothing is lost: the bytes are on this phone, and the next occasion goes on.
        .catch(ignoreExpected('carry-pictures', isPassing))
        .finally(() => {
          carrying = undefined
        })
      return carrying
    },
    /** Something was left for a better moment. */
    left: () => left,
  }
}
