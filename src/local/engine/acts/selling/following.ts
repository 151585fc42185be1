import { browserPowers } from '../../page/powers.ts'
import { createCarrying } from './carrying.ts'
import { syncCopies } from './copies.ts'
import type { AdDraft } from './face.ts'
import type { DeskPorts } from './ports.ts'

/** What may still be sent. */
const waiting: ReadonlySet<string> = new Set(['queued', 'wait', 'sending'])

/**
 * When the server's copies are looked after: at the start, after a sign-in, when the server is back, when an ad arrived.
 * Their pictures follow, also when the outbox is empty again or the network another one.
 */
export function createFollowing(
  ports: Pick<DeskPorts, 'host' | 'stores' | 'people' | 'own'>,
  on: { synced: () => void; arrived: () => void; drafts: () => Promise<readonly AdDraft[]> },
): () => Promise<void> {
  const { host, own } = ports
  const powers = host.env.powers ?? browserPowers()
  const pictures = createCarrying({ ...ports, powers }, on.drafts)
  let syncing: Promise<void> | undefined
  async function syncOnce() {
    const { user } = host.session.get()
    if (!user || host.connection.get().state === 'offline') return
    const store = await own()
    const goesOn = () => host.session.get().user?.id === user.id
    const told = await syncCopies(store, { ask: host.ask, now: host.env.now, goesOn })
    on.synced()
    // Nobody waits for them, and words do not wait for pictures.
    if (told) void pictures.carry()
  }
  function sync(): Promise<void> {
    syncing ??= syncOnce()
      // Told at the next occasion; what is on this phone is untouched.
      .catch(() => undefined)
      .finally(() => {
        syncing = undefined
      })
    return syncing
  }
  let before = host.connection.get().state
  host.connection.subscribe(() => {
    const { state } = host.connection.get()
    if (state === 'online' && before !== 'online') void sync()
    before = state
  })
  host.session.subscribe(() => void sync())
  void sync()
  const goOn = () => {
    if (pictures.left()) void sync()
  }
  powers.network?.addEventListener('change', goOn)
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
