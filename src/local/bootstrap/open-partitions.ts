import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import { publicName } from '../database/register.ts'
import { createEventLog, type EventLog } from '../diagnostics/event-log.ts'
import { createPartitions, findGuest, type Partitions } from '../partitions/partitions.ts'
import type { StoreNews, Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import { restoreHearts } from '../saved-cars/favourites.ts'
import { createViewService, type ViewService } from '../views/view-service.ts'
import type { Host } from './host.ts'

/** What the services stand on: open databases, the people they belong to, and what screens see of them. */
export interface OpenPartitions {
  partitions: Partitions
  eventLog: EventLog
  views: ViewService
  /** Called by the databases when something happened to them. */
  onStoreEvent: (news: StoreNews) => void
}
export interface OpenPartitionsPorts {
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

export async function openPartitions(o: OpenPartitionsPorts): Promise<OpenPartitions> {
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
export async function noteStart(
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
