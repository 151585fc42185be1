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

/** Looks again this often when a car of the answer turns out to have changed. */
const mostLooks = 3

/**
 * The server's answer to a search, made here: the same cars in the same order with the same counts, out of those this
 * phone keeps. Undefined while it keeps none, or not all brands and places.
 */
async function answerHere(current: Current, query: ListQuery): Promise<Cached<CarPage> | undefined> {
  const view = await current.view()
  if (!view) return undefined
  const reference = await current.reference()
  // Read against less than the server has, the question would mean less.
  if (!reference) return undefined
  const search = readQuery(query, reference)
  // Rows of an app before this one say nothing of colours or equipment: better no answer than a wrong one.
  if (search.filter.tags.length > 0 && view.generation.form !== currentForm) return undefined
  // A phone that does not know who is verified.
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
/** Shared by all tabs and the worker: one follows at a time, and notifies the others. */
const name = replicaTag
/** The replica is not requested again before, milliseconds. */
const pollEvery = 5 * 60_000
/** Whoever follows for this long is frozen; two that follow do no harm. */
const frozenAfter = 2 * 60_000

/** The replica itself, in its worker. */
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

  /** Nothing could be written when it was last tried. */
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
    // Where that cannot be written down, there is no more room than before.
    if (anew) await replicaStore.trust().catch(ignoreExpected('trust', isStorageFailure))
    const { shown, fresh } = await replicaStore.generations()
    const whole = shown?.form === currentForm
    const young = whole && !fresh && Math.abs(now() + offset - shown.asOf) < pollEvery
    if (young && !force && (shown.window >= window || shown.floor === null))
      return { ok: true, news: false, busy: false }
    const work = async () => {
      // First of all: a copy is searched only with the lists that questions are read against.
      listed(await cacheLists(store, http, now() + offset))
      const result = await followFeed({
        pull: createPull(http),
        replicaStore,
        window,
        now: () => now() + offset,
        // A search that is requested because of this news must see it.
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
    // Also when it was cut off: a page that was stored is stored.
    current.grown()
    channel?.postMessage('grown')
    notify()
    return { ok, news: held.value.news, busy: false }
  }
  return {
    async find(query) {
      // Without news of other tabs every search looks whether there are any.
      if (!channel) current.grown()
      return answerHere(current, query)
    },
    status,
    follow(wish) {
      offset = wish.offset
      // What a person chose is not what the run under way was begun for.
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
