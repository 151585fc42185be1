/**
 * The worker. It keeps the app itself, the pictures and the recent listings, and sends what waits in the outbox when
 * the browser wakes it with no page open. It never answers a write or an event stream.
 */
import { drainFromWorker, syncTag } from '#local/worker'
import { answerListing, isListing } from './listings.ts'
import { answerPicture, keepPictures } from './pictures.ts'
import { createShell, type ShellFile } from './shell.ts'
import { openShelf } from './shelf.ts'
import { createWakes } from './wakes.ts'

/** Sent by the page. */
type Message = { type: 'SKIP_WAITING' } | { type: 'KEEP_PICTURES'; paths: string[] }
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance?: boolean
}
interface Registration extends ServiceWorkerRegistration {
  readonly sync?: { register: (tag: string) => Promise<void> }
}
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ShellFile[] }

const { caches } = self
const { origin } = self.location
const device = { caches, now: () => Date.now() }
const network = (request: Request | string) => self.fetch(request)
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** The build puts the one address here under which it wrote the list of all others. */
const [list] = self.__WB_MANIFEST
const shell = createShell(list?.url ?? '', { caches, origin, network })
const pictures = openShelf('pictures', { entries: 500, bytes: 20_000_000, days: 60, renew: true }, device)
const listings = openShelf('listings', { entries: 60, bytes: 3_000_000, days: 30, renew: false }, device)

const wakes = createWakes({
  drain: (limit) => drainFromWorker({ limit }),
  again: async () => (self.registration as Registration).sync?.register(syncTag),
  async tell() {
    for (const client of await self.clients.matchAll()) client.postMessage({ type: 'KICK' })
  },
})
/** Addresses that are not screens of the app. */
const notScreens = /^\/(?:(?:api|media|dev)\/|(?:healthz|readyz|metrics)$)/

self.addEventListener('install', (event) => {
  event.waitUntil(shell.fill())
})
self.addEventListener('activate', (event) => {
  // The first visit must be enough, so this worker takes the pages that are already open.
  event.waitUntil(Promise.all([self.clients.claim(), shell.sweep()]))
  void Promise.all([pictures.trim(), listings.trim(), wakes.opening()])
})
self.addEventListener('message', (event) => {
  const message = event.data as Message | null
  // Only when the person took the new version: a page must not lose its own under its feet.
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message?.type === 'KEEP_PICTURES')
    event.waitUntil(keepPictures(message.paths, { kept: pictures, network }))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== origin) return
  const later = (work: Promise<unknown>) => event.waitUntil(work)
  if (isListing(request)) event.respondWith(answerListing(request, { kept: listings, network, later, wait }))
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate' && !notScreens.test(url.pathname)) {
    event.respondWith(shell.answer('/index.html'))
    // The one chance to send on phones without Background Sync; a page that sends shares the lock.
    event.waitUntil(wakes.opening())
  } else if (shell.has(url.pathname)) event.respondWith(shell.answer(url.pathname))
  else if (url.pathname.startsWith('/media/'))
    event.respondWith(answerPicture(request, { kept: pictures, network, later }))
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === syncTag) sync.waitUntil(wakes.sync(sync.lastChance === true))
})
self.addEventListener('periodicsync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === syncTag) sync.waitUntil(wakes.nudge())
})
self.addEventListener('push', (event) => {
  event.waitUntil(wakes.nudge())
})
