import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import { comparedIn } from '../cache/compare.ts'
import { meta, numberOf } from '../outbox/command.ts'
import { favouritesFirst, type OwnStore } from '../cache/mine.ts'
import { haltIn, pinsIn, pinsView } from '../pins/rows.ts'
import { pin, type PublicStore } from '../cache/shelf.ts'
import type { Capabilities } from '../platform/env.ts'
import { entriesOf } from '../outbox/seen/entry.ts'
import { entitiesOf, favouriteIds, wantedOf } from '../outbox/seen/overlay.ts'
import { writeFavourites } from '../session/mirror.ts'
import { laneChosenFor } from '../outbox/chosen.ts'
import { adoptable } from './acts/adopt.ts'
import type { Views } from './face.ts'
import type { Identity, ServerClock, Surroundings } from './host.ts'
import type { People } from './people.ts'
import { type Stores } from './stores.ts'
import { publicName } from '../database/register.ts'

/** What screens watch, read as a whole: the base with the unfinished wishes on top. */
export function createLook(o: {
  host: Surroundings & Identity & ServerClock
  stores: Stores
  people: People
  /** A newer app has taken the databases over. */
  outdated: () => boolean
}): () => Promise<Views> {
  const { stores, people } = o
  return async () => {
    const active = people.active()
    const all = new Map<string, Read>()
    const reads = people.shown().map(async (partition) => {
      const store = stores.opened(partition)
      if (store) all.set(partition, await readOf(store))
    })
    await Promise.all(reads)
    // What could not be kept must not look saved.
    const kept = (partition: string, items: Read['outbox']) =>
      stores.isDurable(partition) ? items : items.filter((i) => i.state === 'done')
    const items = people.shown().flatMap((partition) => kept(partition, all.get(partition)?.outbox ?? []))
    const own = all.get(active) ?? nothing
    const mine = stores.isDurable(active) ? own.outbox : []
    const favourites = {
      base: new Set(favouritesFirst(own.favourites).map((row) => row.carId)),
      wanted: wantedOf(mine),
    }
    const guests = all.get(people.guest)?.drafts ?? []
    const mayAdopt = active !== people.guest && o.host.session.get().user !== undefined
    // What was lost of another person is told to that person.
    const concerns = new Set([publicName, ...people.shown()])
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
  new Set(drafts.filter(({ id }) => !isWaitingAd(id, outbox)).map(({ id }) => laneChosenFor(id) ?? id)).size

/** A draft of an ad that waits is counted with what waits; the two have one id. */
const isWaitingAd = (draft: string, outbox: Read['outbox']) =>
  outbox.some(({ kind, lane }) => kind === 'ad.create' && lane === draft.replace('ad:', adLane))

/** What the writes about one's own ads begin with. */
const adLane = 'car:'

/** After each look: the mirror for the next first paint, the number on the icon, and the cars that may not be evicted. */
export function createFollowUp(o: {
  host: Surroundings
  shared: PublicStore
  people: People
  capabilities: Capabilities
}): (views: Views) => Promise<void> {
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
    const partition = o.people.active()
    const ads = [...entities.keys()]
      .filter((lane) => lane.startsWith(adLane))
      .map((lane) => lane.slice(adLane.length))
    const state = `${partition};${edition};${ads.join()}`
    if (state === pinnedAs) return
    pinnedAs = state
    const seen = (edition.split(';')[1] ?? '').split(',').filter((id) => id !== '')
    try {
      await pin(o.shared, partition, [...new Set([...ids, ...ads, ...seen])])
    } catch (error) {
      ignoreExpected('pin', isStorageFailure)(error)
      // Pins are for eviction only: a full phone must not lose a write over them. The next look tries again.
      pinnedAs = ''
    }
  }
}
