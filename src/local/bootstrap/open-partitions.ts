import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import { publicName } from '../database/register.ts'
import { createRing, type Ring } from '../diagnostics/event-log.ts'
import { createPeople, guestOf, type People } from '../partitions/partitions.ts'
import type { StoreNews, Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import { restoreHearts } from '../saved-cars/favourites.ts'
import { createViewService, type ViewService } from '../views/view-service.ts'
import type { Host } from './host.ts'

/** What the services stand on: open databases, the people they belong to, and what screens see of them. */
export interface OpenPartitions {
  people: People
  ring: Ring
  views: ViewService
  /** Called by the databases when something happened to them. */
  heard: (news: StoreNews) => void
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
  const people = createPeople(host, stores, await guestOf(host, stores))
  const ring = createRing({
    opened: stores.opened,
    now: env.now,
    mayFail: isStorageFailure,
    later: (work) => {
      env.setTimeout(work, logAfter)
    },
  })
  await people.settle()
  const views = createViewService({ host, stores, people, capabilities, outdated: () => outdated })
  return {
    people,
    ring,
    views,
    heard({ what, database }) {
      ring.line(database === publicName ? people.guest : database, what)
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
    await people.settleAnew()
    await views.refresh()
    o.recovered()
  }
}

/** At each start: the log says so, and hearts that a database lost come back from the plain storage. */
export async function noteStart(host: Host, stores: Stores, { people, ring }: OpenPartitions): Promise<void> {
  const { env } = host
  async function noteVersion() {
    const before = await stores.shared.transaction('write', ['meta'], async (tx) => {
      const row = await tx.get('meta', versionRow)
      if (row?.v !== env.appVersion) await tx.put('meta', { k: versionRow, v: env.appVersion })
      return row?.v
    })
    if (typeof before === 'string' && before !== env.appVersion)
      ring.line(people.guest, 'update', env.appVersion)
  }
  ring.line(people.guest, 'start', env.appVersion)
  const hearts = [...host.views.get().favourites.base]
  await Promise.all(
    [restoreHearts(hearts, stores, people.active()), noteVersion()].map((work) =>
      work.catch(ignoreExpected('start', isPassing)),
    ),
  )
}
