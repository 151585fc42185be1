/**
 * The service worker. It caches the app itself, the pictures and the recent listings, and sends what waits in the outbox when
 * the browser wakes it with no page open. It never answers a write or an event stream, except the one form that never leaves
 * the phone: photos shared by another app.
 */
import { watchWorkerBugs } from './bugs.ts'
import { calm, createDocumentCache } from './documents.ts'
import { notPages } from '#contract/pages.ts'
import { ignoreExpected, missingFile, tryAgain } from '#contract/values/expected.ts'
import { replicaTag, syncTag, type drainFromWorker, type followFromWorker, isPassing } from '#local/worker'
import { createLeaving } from './leaving.ts'
import { answerListing, isListing } from './listings.ts'
import { answerPicture, cachePictures } from './pictures.ts'
import { sharePath, takeShared } from './share.ts'
import { createShell, type ShellFile } from './shell.ts'
import { openLruCache } from './lru-cache.ts'
import { createWakes } from './wakes.ts'

/** Message of a page to the worker; `MAKE_ROOM` is from a newer worker to the one before it. */
type Message =
  | { type: 'SKIP_WAITING' }
  | { type: 'KEEP_PICTURES'; paths: string[] }
  | { type: 'MAKE_ROOM' }
  | { type: 'KEEP_DOCUMENT'; path: string }
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance?: boolean
}
interface Phone extends WorkerNavigator {
  readonly connection?: { readonly saveData?: boolean }
}
interface Registration extends ServiceWorkerRegistration {
  readonly sync?: { register: (tag: string) => Promise<void> }
  readonly periodicSync?: object
}
/** Global that the script that sends sets. */
export interface SendingScope {
  drainFromWorker?: typeof drainFromWorker
}
/** Global that the script that follows the replica sets. */
export interface ReplicaScope {
  followFromWorker?: typeof followFromWorker
}
declare const self: ServiceWorkerGlobalScope & SendingScope & ReplicaScope & { __WB_MANIFEST: ShellFile[] }

const { caches } = self
const { origin } = self.location
const device = { caches, now: () => Date.now() }
const network = (request: Request | string) => self.fetch(request).catch(missingFile)
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/**
 * Addresses that the build inserts: of the list of all files, of the scripts that send and follow the replica, and of the
 * app's entry.
 */
const [list, sending, replica, entry] = self.__WB_MANIFEST
const shell = createShell(list?.url ?? '', { caches, origin, network })
const pictures = openLruCache('pictures', { entries: 500, bytes: 20_000_000, days: 60, renew: true }, device)
const listings = openLruCache('listings', { entries: 60, bytes: 3_000_000, days: 30, renew: false }, device)
const page = () => shell.answer('/index.html')
const documents = createDocumentCache({
  cache: openLruCache('documents', { entries: 40, bytes: 2_000_000, days: 7, renew: false }, device),
  entry: `/${entry?.url}`,
  network,
  shell: page,
  now: device.now,
  wait,
  isOnline: () => self.navigator.onLine,
  savesData: () => (self.navigator as Phone).connection?.saveData === true,
})
const leaving = createLeaving()

/** Loads the script that sends. The browser stores it with the worker at the installation, so no network is needed later. */
function readSending() {
  if (!self.drainFromWorker) self.importScripts(sending?.url ?? '')
  return self.drainFromWorker
}
/**
 * Loads the script that follows the replica, only where the browser can wake the worker for it: every first visit pays for
 * what is loaded at the installation.
 */
function readReplica() {
  if (!self.followFromWorker && (self.registration as Registration).periodicSync)
    self.importScripts(replica?.url ?? '')
  return self.followFromWorker
}
watchWorkerBugs({
  scope: self,
  version: list?.url.split('/').pop() ?? 'dev',
  pages: () => self.clients.matchAll(),
  network: (url, init) => self.fetch(url, init),
})
const wakes = createWakes({
  drain: async (limit) => (await readSending()?.({ limit })) ?? true,
  again: async () => (self.registration as Registration).sync?.register(syncTag),
  async notifyPages() {
    for (const client of await self.clients.matchAll()) client.postMessage({ type: 'KICK' })
  },
})
/**
 * Deletes stored documents, which were drawn for another version, and the cache of versions that stored pictures of the list
 * instead.
 */
const forgetDocuments = () => Promise.all(['documents', 'stills'].map((name) => caches.delete(name)))

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([Promise.resolve().then(readSending).then(readReplica), shell.fill()]))
})
self.addEventListener('activate', (event) => {
  // The first visit must be enough, so this worker takes over the pages that are already open.
  event.waitUntil(Promise.all([self.clients.claim(), shell.sweep()]))
  // This work is not awaited: a worker answers no page until it is active, and sending takes long. Work that fails is
  // repeated another time.
  for (const work of [pictures.trim(), listings.trim(), forgetDocuments(), wakes.opening()])
    work.catch(ignoreExpected('activate', isPassing))
})
self.addEventListener('message', (event) => {
  const message = event.data as Message | null
  // A page sends this only after the person accepted the new version: no page may lose the files of its own version.
  if (message?.type === 'SKIP_WAITING') {
    self.registration.active?.postMessage({ type: 'MAKE_ROOM' } satisfies Message)
    event.waitUntil(self.skipWaiting())
  }
  if (message?.type === 'MAKE_ROOM') leaving.leave()
  if (message?.type === 'KEEP_PICTURES')
    event.waitUntil(leaving.unless(() => cachePictures(message.paths, { cache: pictures, network })))
  if (message?.type === 'KEEP_DOCUMENT') {
    const later = (work: Promise<unknown>) => event.waitUntil(leaving.unless(() => work))
    later(documents.keep(new URL(message.path, origin), later))
  }
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== origin) return
  const later = (work: Promise<unknown>) => event.waitUntil(leaving.unless(() => work))
  const answer = (work: Promise<Response>) =>
    event.respondWith(leaving.unless(() => work).then((reply) => reply ?? Response.error()))
  // A worker that makes room could not finish new work.
  if (leaving.requested() && request.mode !== 'navigate') return
  if (isListing(request)) answer(answerListing(request, { cache: listings, network, later, wait }))
  else if (request.method === 'POST' && url.pathname === sharePath)
    event.respondWith(takeShared(request, caches))
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate' && !notPages.test(url.pathname)) {
    // The shell needs no network, for which a newer version would have to wait.
    event.respondWith(
      leaving.unless(() => documents.answer(url, later)).then(async (reply) => reply ?? page()),
    )
    // This is the only chance to send on phones without Background Sync; a page that sends shares the lock. The page and its
    // pictures are answered first, because the script that sends is ten times as long as this one.
    event.waitUntil(leaving.unless(() => wait(calm)).then(() => leaving.unless(wakes.opening)))
  } else if (shell.has(url.pathname)) answer(shell.answer(url.pathname))
  else if (url.pathname.startsWith('/media/'))
    answer(answerPicture(request, { cache: pictures, network, later }))
})

/** Sends what waits. Rejects when the sending was abandoned, so that the browser wakes the next worker for it. */
async function sent(lastChance: boolean): Promise<void> {
  await leaving.unless(() => wakes.sync(lastChance))
  if (leaving.requested()) throw tryAgain('A newer version takes over.')
}
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === syncTag) sync.waitUntil(sent(sync.lastChance === true))
})
self.addEventListener('periodicsync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === syncTag) sync.waitUntil(leaving.unless(wakes.nudge))
  // A failure is retried at the next wake, half a day later.
  if (sync.tag === replicaTag) sync.waitUntil(leaving.unless(async () => readReplica()?.()))
})
self.addEventListener('push', (event) => {
  event.waitUntil(leaving.unless(wakes.nudge))
})
