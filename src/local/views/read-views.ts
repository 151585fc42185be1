import { carLane } from '#contract/sync/lanes.ts'
import { comparedIn } from '../cache/compare.ts'
import { favouritesFirst } from '../cache/mine.ts'
import { publicName } from '../database/register.ts'
import { laneOfAttachments } from '../outbox/message-attachments.ts'
import { meta, numberOf, type OwnStore } from '../outbox/command.ts'
import { entriesOf } from '../outbox/view/entry.ts'
import { entitiesOf, favouriteIds, wantedOf } from '../outbox/view/overlay.ts'
import { adoptable } from '../partitions/adopt.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import { haltIn, pinsIn, pinsView } from '../saved-cars/rows.ts'
import type { Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Views } from './types.ts'

/** What screens watch, read as a whole: the base with the unfinished wishes on top. */
export function createReadViews(o: {
  host: Surroundings & Pick<Identity, 'session'> & ServerTime
  stores: Stores
  partitions: Partitions
  /** A newer app has taken the databases over. */
  outdated: () => boolean
}): () => Promise<Views> {
  const { stores, partitions } = o
  return async () => {
    const active = partitions.active()
    const all = new Map<string, Read>()
    const reads = partitions.shown().map(async (partition) => {
      const store = stores.opened(partition)
      if (store) all.set(partition, await readOf(store))
    })
    await Promise.all(reads)
    // What could not be kept must not look saved.
    const kept = (partition: string, items: Read['outbox']) =>
      stores.isDurable(partition) ? items : items.filter((i) => i.state === 'done')
    const items = partitions.shown().flatMap((partition) => kept(partition, all.get(partition)?.outbox ?? []))
    const own = all.get(active) ?? nothing
    const mine = stores.isDurable(active) ? own.outbox : []
    const favourites = {
      base: new Set(favouritesFirst(own.favourites).map((row) => row.carId)),
      wanted: wantedOf(mine),
    }
    const guests = all.get(partitions.guest)?.drafts ?? []
    const mayAdopt = active !== partitions.guest && o.host.session.get().user !== undefined
    // What was lost of another person is told to that person.
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
      pins: pinsView(favouriteIds(favourites), own.pins, own.halt?.why),
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
