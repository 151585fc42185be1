import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { onReconnect } from '../sync/reachability.ts'
import { createPictureSync } from './picture-sync.ts'
import { syncDrafts } from './draft-sync.ts'
import type { AdDraft, DraftServicePorts } from './types.ts'

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
  ports: Pick<DraftServicePorts, 'host' | 'stores' | 'partitions' | 'capabilities' | 'own'>,
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
