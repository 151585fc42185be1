import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { createPublicPhone } from '../cache/cached-reads.ts'
import { createReplicaService } from '../catalogue-replica/replica-service.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import { openStores, type StoreNews } from '../partitions/stores.ts'
import { leavingIn, createPartitions, endDeletion, findGuest } from '../partitions/partitions.ts'
import { createGiveUp } from '../storage-quota/storage.ts'
import { browserCapabilities } from './browser-capabilities.ts'
import type { Host } from './host.ts'
import { createServices, type Engine, type Readied, type ServicesPorts } from './services.ts'
import { publicName } from '../database/register.ts'
import { createEventLog } from '../diagnostics/event-log.ts'
import { restoreHearts } from '../saved-cars/favourites.ts'
import { createViewService } from './views.ts'

/** Milliseconds after the first line of the log, within which lines are written together. */
const logAfter = 2000

/** Opens the half that stores and sends. `readable` is called when the public database is readable. */
export async function openEngine(host: Host, readable: Readied): Promise<Engine> {
  const { env } = host
  const capabilities = env.capabilities ?? browserCapabilities()
  const { caches } = capabilities
  let started = false
  let outdated = false
  const early: StoreNews[] = []
  let onStoreEvent = (news: StoreNews): void => void early.push(news)

  const stores = await openStores(env, {
    onEvent: (news) => onStoreEvent(news),
    giveUp: (shared) => createGiveUp({ shared, now: env.now, caches }),
  })
  const replica = createReplicaService(host, stores, capabilities)
  readable(createPublicPhone(stores.shared, replica))
  const partitions = createPartitions(host, stores, await findGuest(host, stores))
  const eventLog = createEventLog({
    opened: stores.opened,
    now: env.now,
    mayFail: isStorageFailure,
    later: (work) => {
      env.setTimeout(work, logAfter)
    },
  })
  await partitions.settle()
  const views = createViewService({ host, stores, partitions, capabilities, outdated: () => outdated })
  async function recover() {
    // Other databases may be available again too, and the person may have left meanwhile.
    await stores.check()
    await partitions.settleAnew()
    await views.refresh()
    if (started) engine.sender.kick('start')
  }
  onStoreEvent = ({ what, database }) => {
    eventLog.line(database === publicName ? partitions.guest : database, what)
    if (what === 'newer') outdated = true
    // Before the start has ended, the start itself requests the favourites.
    if (what === 'evicted' && started) session.askForFavourites()
    if (what === 'newer' || what === 'evicted' || what === 'recovered') void views.refresh()
    // If this fails, the next start repeats it.
    if (what === 'recovered') recover().catch(ignoreExpected('recover', isPassing))
  }
  for (const news of early) onStoreEvent(news)
  const open: ServicesPorts = { host, stores, capabilities, replica, partitions, eventLog, views }
  await noteStart(open)

  const { engine, session } = createServices(open)
  endDeletion(host)
  for (const account of leavingIn(host)) {
    await engine.forget(account).catch(ignoreExpected('forget', isPassing))
    // The person may have signed in again, and write.
    await partitions.settle().catch(ignoreExpected('settle', isPassing))
  }
  await engine.releaseUpgraded()
  await session.takeOver()
  await views.refresh()
  started = true
  engine.sender.kick('start')
  replica.kick('start')
  engine.chat.follow()
  session.askForFavourites()
  if (stores.durable) capabilities.wakeDaily?.().catch(ignoreExpected('wake-daily', isRefused))

  return engine
}

/** Row of the public `meta`: the version of the app that ran last. */
const versionRow = 'version'

/** Writes a line of the log, and restores hearts that a database lost from the plain storage, at each start. */
async function noteStart({ host, stores, partitions, eventLog }: ServicesPorts): Promise<void> {
  const { env } = host
  async function noteVersion() {
    const before = await stores.shared.transaction('write', ['meta'], async (tx) => {
      const row = await tx.get('meta', versionRow)
      if (row?.v !== env.appVersion) await tx.put('meta', { k: versionRow, v: env.appVersion })
      return row?.v
    })
    if (typeof before === 'string' && before !== env.appVersion)
      eventLog.line(partitions.guest, 'update', env.appVersion)
  }
  eventLog.line(partitions.guest, 'start', env.appVersion)
  const hearts = [...host.views.get().favourites.base]
  await Promise.all(
    [restoreHearts(hearts, stores, partitions.active()), noteVersion()].map((work) =>
      work.catch(ignoreExpected('start', isPassing)),
    ),
  )
}
