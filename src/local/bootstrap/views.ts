import { adoptable, type OutboxEntry, type EntityView, entriesOf, entitiesOf } from '../outbox/view.ts'
import { type Favourites, favouriteIds, favouritesOf } from '../outbox/favourites.ts'
import { type PinsView, haltIn, pinsIn, pinsView } from '../saved-cars/rows.ts'
import { carLane } from '#contract/sync/lanes.ts'
import { comparedIn } from '../cache/mine.ts'
import { publicName } from '../database/register.ts'
import { laneOfAttachments } from '../outbox/message-attachments.ts'
import { meta, numberOf, type OwnStore } from '../outbox/command.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { isPassing, isStorageFailure } from '../database/failures.ts'
import type { Cell } from '../platform/cell.ts'
import type { Capabilities } from '../platform/env.ts'
import { pin } from '../cache/eviction.ts'
import { writeFavourites } from '../session/session.ts'

/** Views that screens observe; replaced as a whole after each change in the database, never mutated. */
export interface Views {
  outbox: readonly OutboxEntry[]
  favourites: Favourites
  /** Versioned entities (own ads, the profile), by lane, with the unfinished writes on top. */
  entities: ReadonlyMap<string, EntityView>
  /** Whether the browser has evicted stored data; true until the person has read the notice. */
  evicted: boolean
  /** Number of guest drafts, offered to the signed-in person. */
  adoptable: number
  /** Number of drafts of the current person, named before they are deleted from this phone. */
  drafts?: number
  /** Whether a newer version of the app has upgraded the database: this page can no longer store anything. */
  outdated?: boolean
  /** Slugs of the cars that this person compares. */
  comparing?: readonly string[]
  /** Returns the progress of storing this person's favourites, computed only for screens that need it. */
  pins?: () => PinsView
  /** Number of unread chats, as the live store last counted them; part of the number on the icon. */
  unread?: number
  /** A value that changes with the favourites and viewed cars of this person. */
  edition: string
}

/** Returns a function that reads all views: the base with the unfinished wishes on top. */
function createReadViews(o: ViewServicePorts): () => Promise<Views> {
  const { stores, partitions } = o
  return async () => {
    const active = partitions.active()
    const all = new Map<string, Read>()
    const reads = partitions.shown().map(async (partition) => {
      const store = stores.opened(partition)
      if (store) all.set(partition, await readOf(store))
    })
    await Promise.all(reads)
    // An item that could not be stored must not look saved.
    const durableOf = (partition: string, items: Read['outbox']) =>
      stores.isDurable(partition) ? items : items.filter((i) => i.state === 'done')
    const items = partitions
      .shown()
      .flatMap((partition) => durableOf(partition, all.get(partition)?.outbox ?? []))
    const own = all.get(active) ?? nothing
    const mine = stores.isDurable(active) ? own.outbox : []
    const favourites = favouritesOf(own.favourites, mine)
    const guests = all.get(partitions.guest)?.drafts ?? []
    const mayAdopt = active !== partitions.guest && o.host.session.get().user !== undefined
    // Lost data of another person is reported to that person only.
    const concerns = new Set([publicName, ...partitions.shown()])
    return {
      outbox: entriesOf(items, o.host.serverNow() - o.host.env.now()),
      favourites,
      entities: entitiesOf(own.entities, mine),
      evicted: stores.lost.some((name) => concerns.has(name)),
      adoptable: mayAdopt ? adoptable(guests, own.drafts).length : 0,
      drafts: countDrafts(own),
      outdated: o.outdated(),
      comparing: own.comparing,
      unread: own.unread,
      pins: () => pinsView(favouriteIds(favourites), own.pins, own.halt?.why),
      edition: [favouriteIds(favourites).join(), own.viewed.map((row) => row.carId).join()].join(';'),
    }
  }
}

const tables = ['outbox', 'favourites', 'viewed', 'entities', 'drafts', 'kept', 'meta'] as const
type Read = Awaited<ReturnType<typeof readOf>>
const nothing: Read = {
  outbox: [],
  favourites: [],
  viewed: [],
  entities: [],
  drafts: [],
  comparing: [],
  pins: [],
  halt: undefined,
  unread: 0,
}

/** Reads everything in one transaction and in parallel, because the views are read after every change. */
const readOf = (store: OwnStore) =>
  store.transaction('read', tables, async (tx) => {
    const [outbox, favourites, viewed, entities, drafts, comparing, pins, halt, unread] = await Promise.all([
      tx.list('outbox'),
      tx.list('favourites'),
      tx.list('viewed', { index: 'at', reverse: true }),
      tx.list('entities'),
      tx.list('drafts'),
      comparedIn(tx),
      pinsIn(tx),
      haltIn(tx),
      numberOf(tx, meta.unread),
    ])
    return { outbox, favourites, viewed, entities, drafts, comparing, pins, halt, unread }
  })

/** Counts drafts; a text and the pictures chosen with it are one draft. */
const countDrafts = ({ drafts, outbox }: Pick<Read, 'drafts' | 'outbox'>) =>
  new Set(drafts.filter(({ id }) => !isWaitingAd(id, outbox)).map(({ id }) => laneOfAttachments(id) ?? id))
    .size

/** Whether the draft belongs to a waiting ad, which is counted as a waiting item; the two have one id. */
const isWaitingAd = (draft: string, outbox: Read['outbox']) =>
  outbox.some(({ kind, lane }) => kind === 'ad.create' && lane === draft.replace('ad:', carLane('')))

/**
 * Returns the work after each read of the views: it updates the mirror for the next first paint, the number on the icon, and the
 * pins of cars that must not be evicted.
 */
function createFollowUp(o: ViewServicePorts): (views: Views) => Promise<void> {
  let pinnedAs = ''
  let badge: number | undefined
  return async ({ outbox, favourites, entities, edition, unread = 0 }) => {
    const ids = favouriteIds(favourites)
    writeFavourites(o.host.env.localStorage, ids)
    const waiting = outbox.filter((entry) => entry.state !== 'done').length
    if (waiting + unread !== badge) {
      badge = waiting + unread
      // The number is shown where the browser allows it; the outbox and the chats show the same.
      o.capabilities.setBadge?.(badge).catch(ignoreExpected('badge', isRefused))
    }
    const partition = o.partitions.active()
    const ads = [...entities.keys()]
      .filter((lane) => lane.startsWith(carLane('')))
      .map((lane) => lane.slice(carLane('').length))
    const state = `${partition};${edition};${ads.join()}`
    if (state === pinnedAs) return
    pinnedAs = state
    const seen = (edition.split(';')[1] ?? '').split(',').filter((id) => id !== '')
    try {
      await pin(o.stores.shared, partition, [...new Set([...ids, ...ads, ...seen])])
    } catch (error) {
      ignoreExpected('pin', isStorageFailure)(error)
      // Pins only prevent eviction, so a full phone must not fail a write because of them. The next read retries.
      pinnedAs = ''
    }
  }
}

export type ViewService = ReturnType<typeof createViewService>
export interface ViewServicePorts {
  host: Surroundings & ServerTime & Pick<Identity, 'session'> & { views: Cell<Views> }
  stores: Stores
  partitions: Partitions
  capabilities: Capabilities
  /** Whether a newer app has upgraded the databases. */
  outdated: () => boolean
}

/** Returns the service that keeps the views of screens equal to the databases. */
export function createViewService(o: ViewServicePorts) {
  const { partitions } = o
  const read = createReadViews(o)
  const followUp = createFollowUp(o)
  let following = Promise.resolve()
  /** Shows newly read views to screens. The follow-up is not awaited, because a write is saved and shown without it. */
  function notify(views: Views) {
    o.host.views.set(views)
    const who = partitions.active()
    following = following
      // Nothing is stored about a person who left meanwhile (I20).
      .then(() => (partitions.active() === who ? followUp(views) : undefined))
      .catch(ignoreExpected('follow-up', isPassing))
  }
  let refreshing: Promise<void> | undefined
  let next: Promise<void> | undefined
  async function readAndNotify() {
    const who = partitions.active()
    try {
      const views = await read()
      // Another person signed in meanwhile, who must not see these views; a read for them follows.
      if (partitions.active() === who) notify(views)
    } catch (error) {
      // Screens keep the earlier views.
      ignoreExpected('read-views', isPassing)(error)
    }
  }
  /**
   * Reads the views and notifies screens. If a read fails, the next one includes the change. One read runs at a time, so that an
   * older one never overwrites a newer; all callers that wait share the next one (I18).
   */
  function refresh(): Promise<void> {
    if (refreshing) {
      next ??= refreshing.then(() => {
        next = undefined
        return refresh()
      })
      return next
    }
    refreshing = readAndNotify().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  return {
    /** Reads the views; inside a live query the read also registers what they depend on. */
    read,
    notify,
    refresh,
  }
}
