import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import { replicaTag, type Channel, type LockApi } from '../platform/env.ts'
import { webLock } from '../sync/locks.ts'
import type { HttpClient } from '../transport/http-client.ts'
import { createCurrent, type Current, type CurrentPorts } from './current.ts'
import type { FollowResult, FollowOptions, CatalogueReplica, ReplicaNews } from './types.ts'
import { currentForm, statusOf } from './feed/generations.ts'
import { followFeed } from './feed/follow.ts'
import { createPull } from './feed/pull.ts'
import { createReplicaStore } from './feed/replica-store.ts'
import { wholeReference } from '../cache/reference.ts'
import { cacheLists, cacheVerified } from './reference.ts'
import { asksUnknown, readQuery, wishesIn } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Cached, ReplicaStatus } from '../cache/cached.ts'

/** Maximum number of searches when a car of the result turns out to have changed. */
const mostLooks = 3

/**
 * Answers a search from the cars on this phone: the same cars in the same order with the same counts as the server's. Undefined
 * while the phone has no cars, or not all makes and places.
 */
async function answerHere(current: Current, query: ListQuery): Promise<Cached<CarPage> | undefined> {
  const view = await current.view()
  if (!view) return undefined
  const reference = await current.reference()
  // Without all lists the query would lose a part of its meaning.
  if (!reference) return undefined
  const search = readQuery(query, reference)
  // Rows of an older app hold no colours or equipment, so the result could be wrong.
  if (search.filter.tags.length > 0 && view.generation.form !== currentForm) return undefined
  // This phone does not know the verified dealers.
  if (asksUnknown(search, reference)) return undefined
  let found = view.find(search)
  let cards = await current.dressed(found.cards)
  for (let looks = 1; !cards && looks < mostLooks; looks++) {
    found = view.find(search)
    cards = await current.dressed(found.cards)
  }
  const { generation, size } = view
  const { asOf } = generation
  const value: CarPage = {
    success: true,
    msg: '',
    data: cards ?? found.cards,
    count_records: found.total,
    ...wishesIn(search, found.wishes),
    as_of: new Date(asOf).toISOString(),
    ...(query.facets ? { facets: view.facets(search.filter) } : {}),
  }
  return {
    value,
    asOf,
    ...(size < generation.total && { partial: true }),
    scope: { searched: size, of: Math.max(generation.total, size), asOf },
  }
}

export interface ReplicaPorts extends Omit<CurrentPorts, 'offset'> {
  http: HttpClient
  locks: LockApi | undefined
  channel: ((name: string) => Channel) | undefined
}
/** Name shared by all tabs and the worker: one follows at a time, and notifies the others. */
const name = replicaTag
/** Milliseconds before which the replica is not requested again. */
const pollEvery = 5 * 60_000
/** Milliseconds after which a context that follows counts as frozen; two that follow do no harm. */
const frozenAfter = 2 * 60_000

/** Returns the replica, as its worker runs it. */
export function createReplica(
  o: ReplicaPorts,
  news: ReplicaNews,
): CatalogueReplica & { status: () => Promise<ReplicaStatus> } {
  const { store, now } = o
  let offset = 0
  let running: Promise<FollowResult> | undefined
  let busySince: number | undefined
  const http: HttpClient = { ...o.http, observe: news.onResponse }
  const replicaStore = createReplicaStore(store)
  const current = createCurrent({ store, now, offset: () => offset })
  const channel = o.channel?.(name)
  if (channel)
    channel.onmessage = () => {
      current.grown()
      notify()
    }

  /** Whether the last attempt to write found no room. */
  let brimful = false
  const status = async () => {
    const lists = await wholeReference(store)
    return { ...statusOf(await replicaStore.generations(), lists !== undefined), ...(brimful && { room: 0 }) }
  }
  function notify() {
    status().then(news.status).catch(ignoreExpected('replica-status', isStorageFailure))
  }
  function listed(came: boolean) {
    if (!came) return
    current.seen()
    notify()
  }
  async function followed({ window, force, anew }: FollowOptions): Promise<FollowResult> {
    // If this write fails, the phone has no more room than before.
    if (anew) await replicaStore.trust().catch(ignoreExpected('trust', isStorageFailure))
    const { shown, fresh } = await replicaStore.generations()
    const whole = shown?.form === currentForm
    const young = whole && !fresh && Math.abs(now() + offset - shown.asOf) < pollEvery
    if (young && !force && (shown.window >= window || shown.floor === null))
      return { ok: true, news: false, busy: false }
    const work = async () => {
      // The lists come first, because a generation is searched only together with them.
      listed(await cacheLists(store, http, now() + offset))
      const result = await followFeed({
        pull: createPull(http),
        replicaStore,
        window,
        now: () => now() + offset,
        // A search that is requested because of this notification must see the new page.
        onPage() {
          current.grown()
          notify()
        },
      })
      if (result.ok) listed(await cacheVerified(store, http, now() + offset))
      return result
    }
    const steal = busySince !== undefined && Math.abs(now() - busySince) > frozenAfter
    const held = o.locks ? await webLock(o.locks).hold(name, steal, work) : { value: await work() }
    if (!held) {
      busySince ??= now()
      return { ok: true, news: false, busy: true }
    }
    busySince = undefined
    const { ok } = held.value
    brimful = !held.value.ok && held.value.error.code === 'storage_full'
    // A page that was stored before an interruption is stored.
    current.grown()
    channel?.postMessage('grown')
    notify()
    return { ok, news: held.value.news, busy: false }
  }
  return {
    async find(query) {
      // Without notifications of other tabs every search checks for changes.
      if (!channel) current.grown()
      return answerHere(current, query)
    },
    status,
    follow(wish) {
      offset = wish.offset
      // A follow with `anew` does not share the running one, which began before the person's choice.
      if (running && !wish.anew) return running
      const work = () => followed(wish)
      const mine = (running?.then(work, work) ?? work()).finally(() => {
        if (running === mine) running = undefined
      })
      running = mine
      return mine
    },
    cacheChanged: current.seen,
    close: () => channel?.close(),
  }
}
