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

/** What screens watch; replaced as a whole after each change in the database, never edited. */
export interface Views {
  outbox: readonly OutboxEntry[]
  favourites: Favourites
  /** What has versions (own ads, the profile), by lane, with the unfinished writes on top. */
  entities: ReadonlyMap<string, EntityView>
  /** The browser threw away what this phone had stored; shown until the person has read it. */
  evicted: boolean
  /** Drafts written as a guest, offered to the signed-in person. */
  adoptable: number
  /** Drafts of the current person: asked about before they are deleted from this phone. */
  drafts?: number
  /** A newer version of the app has taken the database over: this page keeps nothing any more. */
  outdated?: boolean
  /** Slugs of the cars this person is about to compare. */
  comparing?: readonly string[]
  /** How far this phone is with keeping this person's favourites whole; worked out for the screens that ask. */
  pins?: () => PinsView
  /** Unread chats, as the live store last counted them: counted on the icon. */
  unread?: number
  /** Another one whenever the kept cars of this person changed. */
  edition: string
}

/** What screens watch, read as a whole: the base with the unfinished wishes on top. */
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
    // What could not be stored must not look saved.
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
    // What was lost of another person is shown to that person.
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

/** In one transaction, and all at once: a look happens after every change. */
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

/** Words and pictures chosen beside them are one draft. */
const countDrafts = ({ drafts, outbox }: Pick<Read, 'drafts' | 'outbox'>) =>
  new Set(drafts.filter(({ id }) => !isWaitingAd(id, outbox)).map(({ id }) => laneOfAttachments(id) ?? id))
    .size

/** A draft of an ad that waits is counted with what waits; the two have one id. */
const isWaitingAd = (draft: string, outbox: Read['outbox']) =>
  outbox.some(({ kind, lane }) => kind === 'ad.create' && lane === draft.replace('ad:', carLane('')))

/** After each read of the views: the mirror for the next first paint, the number on the icon, and the cars that may not be evicted. */
function createFollowUp(o: ViewServicePorts): (views: Views) => Promise<void> {
  let pinnedAs = ''
  let badge: number | undefined
  return async ({ outbox, favourites, entities, edition, unread = 0 }) => {
    const ids = favouriteIds(favourites)
    writeFavourites(o.host.env.localStorage, ids)
    const waiting = outbox.filter((entry) => entry.state !== 'done').length
    if (waiting + unread !== badge) {
      badge = waiting + unread
      // Shown where it is allowed; the outbox and the chats tell the same.
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
      // Pins are for eviction only: a full phone must not lose a write over them. The next look tries again.
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
  /** A newer app has taken the databases over. */
  outdated: () => boolean
}

/** What screens watch, kept in step with the databases. */
export function createViewService(o: ViewServicePorts) {
  const { partitions } = o
  const read = createReadViews(o)
  const followUp = createFollowUp(o)
  let following = Promise.resolve()
  /** Makes freshly read views the ones that screens see. What follows is not waited for: a write is saved, and shown, without it. */
  function notify(views: Views) {
    o.host.views.set(views)
    const who = partitions.active()
    following = following
      // Nothing is written down about someone who left meanwhile (I20).
      .then(() => (partitions.active() === who ? followUp(views) : undefined))
      .catch(ignoreExpected('follow-up', isPassing))
  }
  let refreshing: Promise<void> | undefined
  let next: Promise<void> | undefined
  async function readAndNotify() {
    const who = partitions.active()
    try {
      const views = await read()
      // Someone came or went meanwhile: these are no longer theirs to see, and a read of their own follows.
      if (partitions.active() === who) notify(views)
    } catch (error) {
      // Screens keep what they had.
      ignoreExpected('read-views', isPassing)(error)
    }
  }
  /**
   * Reads and notifies. Where it cannot be done the change stands all the same, and the next read has it. One read at a time,
   * so that an older one never overwrites a newer; the next is one for all who wait (I18).
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
    /** Reads the views afresh; run inside a live query it also names what they depend on. */
    read,
    notify,
    refresh,
  }
}
