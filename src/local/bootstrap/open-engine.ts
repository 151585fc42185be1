import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { createPublicPhone } from '../cache/cached-reads.ts'
import { createReplicaService } from '../catalogue-replica/replica-service.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import { openStores, type StoreNews, type Stores } from '../partitions/stores.ts'
import { leavingIn, createPartitions, findGuest } from '../partitions/partitions.ts'
import { createGiveUp } from '../storage-quota/storage.ts'
import { browserCapabilities } from './browser-capabilities.ts'
import type { Host } from './host.ts'
import { createServices, type Engine, type Readied, type ServicesPorts } from './services.ts'
import { publicName } from '../database/register.ts'
import { createEventLog } from '../diagnostics/event-log.ts'
import type { Capabilities } from '../platform/env.ts'
import { restoreHearts } from '../saved-cars/favourites.ts'
import { createViewService } from './views.ts'

/** Opens the half that stores and sends. `readable` is called when the public database is readable. */
export async function openEngine(host: Host, readable: Readied): Promise<Engine> {
  const { env } = host
  const capabilities = env.capabilities ?? browserCapabilities()
  const { caches } = capabilities
  let started = false
  const early: StoreNews[] = []
  let onStoreEvent = (news: StoreNews): void => void early.push(news)

  const stores = await openStores(env, {
    onEvent: (news) => onStoreEvent(news),
    giveUp: (shared) => createGiveUp({ shared, now: env.now, caches }),
  })
  const replica = createReplicaService(host, stores, capabilities)
  readable(createPublicPhone(stores.shared, replica))
  const opened = await openPartitions({
    host,
    stores,
    capabilities,
    // What is found out while the phone is being opened is followed by its start, which does both.
    evicted() {
      if (started) session.askForFavourites()
    },
    recovered() {
      if (started) outbox.sender.kick('start')
    },
  })
  ;({ onStoreEvent } = opened)
  for (const news of early) onStoreEvent(news)
  await noteStart(host, stores, opened)

  const { partitions, views } = opened
  const { engine, outbox, session, chat } = createServices({ ...opened, host, stores, capabilities, replica })
  for (const account of leavingIn(host)) {
    await engine.forget(account).catch(ignoreExpected('forget', isPassing))
    // They may be back already, under a new login, and write.
    await partitions.settle().catch(ignoreExpected('settle', isPassing))
  }
  await outbox.releaseUpgraded()
  await session.takeOver()
  await views.refresh()
  started = true
  outbox.sender.kick('start')
  replica.kick('start')
  chat.follow()
  session.askForFavourites()
  if (stores.durable) capabilities.wakeDaily?.().catch(ignoreExpected('wake-daily', isRefused))

  return engine
}

interface OpenPartitions extends Pick<ServicesPorts, 'partitions' | 'eventLog' | 'views'> {
  /** Called by the databases when something happened to them. */
  onStoreEvent: (news: StoreNews) => void
}
interface OpenPartitionsPorts {
  host: Host
  stores: Stores
  capabilities: Capabilities
  /** The browser threw something away. */
  evicted: () => void
  /** A database that was away is there, and with it what waits in it. */
  recovered: () => void
}
/** Lines of the log are written together, this long after the first of them. */
const logAfter = 2000
/** Row of the public `meta`: the app that was here last. */
const versionRow = 'version'

async function openPartitions(o: OpenPartitionsPorts): Promise<OpenPartitions> {
  const { host, stores, capabilities } = o
  const { env } = host
  let outdated = false
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
  return {
    partitions,
    eventLog,
    views,
    onStoreEvent({ what, database }) {
      eventLog.line(database === publicName ? partitions.guest : database, what)
      if (what === 'newer') outdated = true
      if (what === 'evicted') o.evicted()
      if (what === 'newer' || what === 'evicted' || what === 'recovered') void views.refresh()
      // What cannot be done about it now is done at the next start.
      if (what === 'recovered') recover().catch(ignoreExpected('recover', isPassing))
    },
  }
  async function recover() {
    // Where one is back others may be, and someone may have left meanwhile.
    await stores.check()
    await partitions.settleAnew()
    await views.refresh()
    o.recovered()
  }
}

/** At each start: the log says so, and hearts that a database lost come back from the plain storage. */
async function noteStart(
  host: Host,
  stores: Stores,
  { partitions, eventLog }: OpenPartitions,
): Promise<void> {
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
