// The whole local-first core on a page without screens, controlled by a test.
import type { CommandKind, Fields, Payloads } from '#contract/commands.ts'
import { openOwn, openPublic } from '../../../src/local/database/dexie.ts'
import type { Base } from '../../../src/local/database/records.ts'
import { createPull } from '../../../src/local/catalogue-replica/feed/pull.ts'
import { followFeed, type Followed } from '../../../src/local/catalogue-replica/feed/follow.ts'
import { createReplicaStore } from '../../../src/local/catalogue-replica/feed/replica-store.ts'
import { readReplica } from '../../support/local-replica.ts'
import { browserCapabilities } from '../../../src/local/bootstrap/browser-capabilities.ts'
import { browserEnv, createLocalApp } from '../../../src/local/index.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { favouriteIds } from '../../../src/local/outbox/favourites.ts'
import type { Resolution, OutboxEntry } from '../../../src/local/outbox/view.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { becomeNextApp } from './core-next-app.ts'
import { createPhotoAds, type PhotoAd } from './core-photos.ts'

/** The data that a screen would show. */
export interface Shown {
  outbox: readonly OutboxEntry[]
  favourites: string[]
  /** Own ads as this person sees them, by the lane of their writes. */
  ads: Record<string, Fields>
  evicted: boolean
}
/** A car of the listings on this phone. */
export interface KeptCar {
  id: string
  price: number
}
export interface Core {
  /** Queues a write. Returns the id of its item; throws the code of a refusal. */
  put: <K extends CommandKind>(kind: K, payload: Payloads[K], base?: Base) => Promise<string>
  shown: () => Promise<Shown>
  /** Returns an item as stored on disk, read over a separate connection. */
  onDisk: (id: string) => Promise<string | undefined>
  retry: (id: string) => Promise<void>
  resolve: (id: string, how: Resolution) => Promise<boolean>
  draft: (key: string, title?: string) => Promise<string | undefined>
  report: () => Promise<string>
  /** Updates this phone's listings. */
  follow: () => Promise<Followed>
  market: () => Promise<KeptCar[]>
  /** Loads a car, as opening its page does, and stores it. */
  look: (slug: string) => Promise<void>
  /** Returns the status and price of a stored car on this phone. */
  kept: (carId: string) => Promise<{ status: string; price: number } | undefined>
  publishWithPhoto: (ad: PhotoAd) => Promise<string>
  /** Closes every database connection without an event, as some phones do while they sleep. Returns their number. */
  killConnections: () => number
}
declare global {
  // The test calls it by this name.
  var core: Core
  /** `next`: this page runs the next version of the app. */
  var coreVersion: 'now' | 'next'
}

const connections = new Set<IDBDatabase>()
const open = indexedDB.open.bind(indexedDB)
indexedDB.open = (...of) => {
  const request = open(...of)
  request.addEventListener('success', () => connections.add(request.result))
  return request
}
if (coreVersion === 'next') becomeNextApp()

const indexed = {
  indexedDB,
  keyRange: IDBKeyRange,
  timers: {
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (handle: unknown) => clearTimeout(handle as number),
  },
}
// The listings update only when a test calls `follow`.
const { replica: _market, ...capabilities } = browserCapabilities()
const env = { ...browserEnv(coreVersion), capabilities }
const app = createLocalApp(env)
app.start()
const there = <T>(found: T | undefined): T => {
  if (!found) throw new Error('The database does not open.')
  return found
}
const partition = () => userPartition(app.session.get().user?.id ?? '')
async function apart<R>(work: (store: OwnStore) => Promise<R>): Promise<R> {
  const store = there(await openOwn(partition(), indexed))
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
const shared = async () => there(await openPublic('public', indexed))
const pull = createPull({ fetch: env.fetch, ...indexed.timers })

globalThis.core = {
  async put(kind, payload, base) {
    const result = await (await app.load()).put(kind, payload, base)
    if (!result.ok) throw new Error(result.error.code)
    return result.id
  },
  async shown() {
    await app.load()
    const { outbox, favourites, entities, evicted } = app.views.get()
    const ads = Object.fromEntries([...entities].map(([lane, { fields }]) => [lane, fields]))
    return { outbox, favourites: favouriteIds(favourites), ads, evicted }
  },
  onDisk: (id) =>
    apart((store) =>
      store.transaction('read', ['outbox'], async (tx) => (await tx.get('outbox', id))?.state),
    ),
  retry: async (id) => (await app.load()).retry(id),
  resolve: async (id, how) => (await app.load()).resolve(id, how),
  async draft(key, title) {
    const { drafts } = await app.load()
    if (title !== undefined) await drafts.save(key, { title })
    return (await drafts.read(key))?.['title']
  },
  report: async () => (await app.load()).report(),
  async follow() {
    const store = await shared()
    try {
      return await followFeed({ pull, replicaStore: createReplicaStore(store), window: 5000 })
    } finally {
      store.close()
    }
  },
  async market() {
    const store = await shared()
    try {
      return (await readReplica(store))?.cards.map(({ _id: id, price }) => ({ id, price })) ?? []
    } finally {
      store.close()
    }
  },
  async look(slug) {
    const { keep, viewed } = await app.load()
    const { value } = await app.reads.car(slug)
    await keep.car(value)
    await viewed(value.data._id)
  },
  async kept(carId) {
    const { favourites, viewed } = (await (await app.load()).phone.cachedCars()).value
    const card = [...favourites, ...viewed].find(({ _id }) => _id === carId)
    return card && { status: card.status, price: card.price }
  },
  publishWithPhoto: createPhotoAds({ apart, kick: () => app.kick('manual') }),
  killConnections() {
    const count = connections.size
    for (const one of connections) one.close()
    connections.clear()
    return count
  },
}
