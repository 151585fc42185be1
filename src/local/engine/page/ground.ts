import { ignoreExpected, isRefused, missingFile } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../../database/failures.ts'
import { acksSoFar, favouriteRows, takeFavourites } from '../../cache/mine.ts'
import { createRing, linesOf, type Ring } from '../log/ring.ts'
import type { Capabilities } from '../../platform/env.ts'
import { userPartition } from '../../session/partition.ts'
import type { Views } from '../face.ts'
import type { Host } from '../host.ts'
import { createPeople, guestOf, type People } from '../people.ts'
import { openStores, type StoreNews, type Stores } from '../stores.ts'
import { publicName } from '../../database/register.ts'
import { createFollowUp, createLook } from '../views.ts'
import { createLasting } from './lasting.ts'
import { createMarketSide, type MarketSide } from './market.ts'
import { browserCapabilities } from './capabilities.ts'

/** What the rest of the engine stands on: open databases, the people they belong to, and what screens see of them. */
export interface Ground {
  stores: Stores
  people: People
  capabilities: Capabilities
  ring: Ring
  lasting: ReturnType<typeof createLasting>
  market: MarketSide
  look: () => Promise<Views>
  publish: (views: Views) => Promise<void>
  /** The news of a change. Where it cannot be made the change stands all the same, and the next look has it. */
  show: () => Promise<void>
  /** After someone signed in or out. */
  follow: () => Promise<void>
  /** Someone's data was deleted in another tab: this one works for them no more. */
  leave: (partition: string) => void
  report: () => Promise<string>
}
export interface GroundNews {
  /** The public database is open, before it is known who is here. */
  opened: (stores: Stores, market: MarketSide) => void
  /** The browser threw something away. */
  evicted: () => void
  /** A database that was away is there, and with it what waits in it. */
  recovered: () => void
}
/** Lines of the log are written together, this long after the first of them. */
const logAfter = 2000
/** Row of the public `meta`: the app that was here last. */
const versionRow = 'version'

export async function openGround(host: Host, on: GroundNews): Promise<Ground> {
  const { env } = host
  const capabilities = env.capabilities ?? browserCapabilities()
  let outdated = false
  let ready = false
  const early: StoreNews[] = []

  function heard(news: StoreNews) {
    if (!ready) {
      early.push(news)
      return
    }
    const { what, database } = news
    ring.line(database === publicName ? people.guest : database, what)
    if (what === 'newer') outdated = true
    if (what === 'evicted') on.evicted()
    if (what === 'newer' || what === 'evicted' || what === 'recovered') void show()
    // What cannot be done about it now is done at the next start.
    if (what === 'recovered') recovered().catch(ignoreExpected('recover', isPassing))
  }
  async function recovered() {
    // Where one is back others may be, and someone may have left meanwhile.
    await stores.check()
    await people.settleAnew()
    await show()
    on.recovered()
  }
  const { dropCache, caches } = capabilities
  const kept = { ...(dropCache && { dropCache }), ...(caches && { caches }) }
  const stores = await openStores(env, { onEvent: heard, ...kept })
  const market = createMarketSide(host, stores, capabilities)
  on.opened(stores, market)
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
  const look = createLook({ host, stores, people, outdated: () => outdated })
  const followUp = createFollowUp({ host, shared: stores.shared, people, capabilities })

  let following = Promise.resolve()
  /** What follows a look is not waited for: a write is saved, and shown, without it. */
  function publish(views: Views): Promise<void> {
    host.views.set(views)
    const who = people.active()
    following = following
      // Nothing is written down about someone who left meanwhile (I20).
      .then(() => (people.active() === who ? followUp(views) : undefined))
      .catch(ignoreExpected('follow-up', isPassing))
    return Promise.resolve()
  }
  let showing: Promise<void> | undefined
  let next: Promise<void> | undefined
  async function lookAndShow() {
    const who = people.active()
    try {
      const views = await look()
      // Someone came or went meanwhile: these are no longer theirs to see, and a look of their own follows.
      if (people.active() === who) await publish(views)
    } catch (error) {
      // Screens keep what they had.
      ignoreExpected('look', isPassing)(error)
    }
  }
  /** One look at a time, so that an older one never overwrites a newer; the next is one for all who wait (I18). */
  function show(): Promise<void> {
    if (showing) {
      next ??= showing.then(() => {
        next = undefined
        return show()
      })
      return next
    }
    showing = lookAndShow().finally(() => {
      showing = undefined
    })
    return showing
  }
  /** The mirror in the plain storage can outlive the database: better old hearts than none until the server is asked. */
  async function restoreHearts() {
    const active = people.active()
    const ids = [...host.views.get().favourites.base]
    if (!stores.lost.includes(active) || ids.length === 0) return
    const store = await stores.own(active)
    if ((await favouriteRows(store)).length === 0) await takeFavourites(store, ids, await acksSoFar(store))
  }
  async function noteVersion() {
    const before = await stores.shared.transaction('write', ['meta'], async (tx) => {
      const row = await tx.get('meta', versionRow)
      if (row?.v !== env.appVersion) await tx.put('meta', { k: versionRow, v: env.appVersion })
      return row?.v
    })
    if (typeof before === 'string' && before !== env.appVersion)
      ring.line(people.guest, 'update', env.appVersion)
  }
  const login = () => (host.session.get().user ? 'in' : host.session.get().account ? 'expired' : 'out')

  ready = true
  for (const news of early) heard(news)
  ring.line(people.guest, 'start', env.appVersion)
  await Promise.all(
    [restoreHearts(), noteVersion()].map((work) => work.catch(ignoreExpected('start', isPassing))),
  )

  return {
    stores,
    people,
    capabilities,
    ring,
    lasting: createLasting(capabilities, stores.shared),
    market,
    look,
    publish,
    show,
    async follow() {
      // A database that fails here fails again, and is told, at the next write; the last person's data goes in any case.
      await people.settle().catch(ignoreExpected('settle', isPassing))
      ring.line(people.active(), `session ${login()}`)
      await show()
    },
    leave(partition) {
      ring.drop(partition)
      const { account, remembered } = host.session.get()
      // A remembered login has ended with its token; if there is one again, they are back.
      if (!remembered && account !== undefined && userPartition(account) === partition) host.leave()
    },
    async report() {
      await ring.flush()
      const read = async (partition: string) => {
        const store = stores.opened(partition)
        if (!store) return { items: [], lines: [] }
        const items = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
        return { items, lines: await linesOf(store) }
      }
      const all = await Promise.all(people.shown().map(read))
      const persisted = await capabilities.persisted?.().catch(ignoreExpected('persisted', isRefused))
      const { reportOf } = await import('../log/report.ts').catch(missingFile)
      return reportOf({
        appVersion: env.appVersion,
        now: env.now(),
        offset: host.serverNow() - env.now(),
        connection: host.connection.get(),
        durable: stores.durable,
        persisted,
        signedIn: host.session.get().user !== undefined,
        items: all.flatMap(({ items }) => items),
        lines: all.flatMap(({ lines }) => lines),
      })
    },
  }
}
