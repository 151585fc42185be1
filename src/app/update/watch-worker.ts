import { AppError } from '#contract/errors.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/react'
import { Workbox } from 'workbox-window'
import type { Notify } from '#ui/layer/snackbar.tsx'
import { retryUntilDone } from './until-done.ts'
import type { PublicPath } from '#contract/pages.ts'

/**
 * Adds the web manifest (R-PWA-20) after the first view: a browser loads it and its icon at once, and both would compete with
 * the first listing for a slow connection.
 */
export function nameManifest(head: HTMLHeadElement): void {
  if (head.querySelector('link[rel=manifest]')) return
  const link = head.ownerDocument.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  head.append(link)
}

/** Milliseconds between two update checks of an open page. */
const everyMs = 60 * 60_000

/**
 * Adds the manifest, registers the worker and offers a new version when there is one. Retries a worker whose files could not
 * all be loaded: one visit with a weak connection must be enough. Returns a function that ends the watch.
 */
export function watchWorker(notify: Notify): () => void {
  nameManifest(document.head)
  let current: Workbox | undefined
  let rest = () => {}
  const callOff = retryUntilDone(async () => {
    // Each attempt needs a new object: a browser forgets a registration that never had a worker.
    const worker = new Workbox('/sw.js')
    current = worker
    offerUpdate(
      worker,
      (notice) => worker === current && notify(notice),
      () => location.reload(),
    )
    worker.addEventListener('controlling', () => {
      if (worker !== current) return
      rest()
      rest = cachePictures(worker)
    })
    const registration = await worker.register({ immediate: true })
    await installed(registration?.installing)
  })
  const endDocuments = cacheDocuments(navigator.serviceWorker)
  const timer = setInterval(
    () => void current?.update().catch(ignoreExpected('look-for-update', isMissingFile, isPassing)),
    everyMs,
  )
  return () => {
    callOff()
    endDocuments()
    clearInterval(timer)
    rest()
  }
}

/** Resolves when the worker is installed; rejects when the installation fails. */
function installed(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'redundant')
        reject(new AppError('network', { msg: 'The worker could not be installed.' }))
      else if (worker?.state !== 'installing') resolve()
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

/**
 * Sends the worker the pictures that a first visit loaded without it, including those that finish loading after it takes over,
 * so that one visit is enough to see them offline. The browser's HTTP cache supplies them without a new download. Returns an
 * unsubscribe function.
 */
function cachePictures(worker: { messageSW: (message: object) => Promise<unknown> }): () => void {
  const sendEntries = (entries: readonly PerformanceEntry[]) => {
    const paths = entries
      // The worker has already seen the requests that passed through it.
      .filter((entry) => (entry as PerformanceResourceTiming).workerStart === 0)
      .map(({ name }) => new URL(name, location.href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/media/'))
      .map(({ pathname }) => pathname)
    // The worker does not answer this message, so the page does not wait for it.
    if (paths.length > 0) void worker.messageSW({ type: 'KEEP_PICTURES', paths: [...new Set(paths)] })
  }
  sendEntries(performance.getEntriesByType('resource'))
  const observer = new PerformanceObserver((list) => sendEntries(list.getEntries()))
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}

/** Address at which the installed app starts. */
const start: PublicPath = '/listings'

/**
 * Asks the worker to cache the documents of the current address and of the start address, now and whenever another worker takes
 * over the page: on a first visit that happens long after the page was drawn. The worker ignores documents that are not public
 * or already up to date. Returns an unsubscribe function.
 */
export function cacheDocuments(
  workers: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener' | 'removeEventListener'>,
): () => void {
  const requestCaching = () => {
    for (const path of new Set([location.pathname + location.search, start]))
      workers.controller?.postMessage({ type: 'KEEP_DOCUMENT', path })
  }
  requestCaching()
  workers.addEventListener('controllerchange', requestCaching)
  return () => workers.removeEventListener('controllerchange', requestCaching)
}

/** The part of workbox-window's `Workbox` that is used. */
interface UpdatableWorker {
  addEventListener: (type: 'waiting' | 'controlling', listener: () => void) => void
  messageSkipWaiting: () => void
}

/** Offers a new version when one waits. The page reloads only after its person accepted it. */
export function offerUpdate(worker: UpdatableWorker, notify: Notify, reload: () => void): void {
  let accepted = false
  const action = {
    label: 'Reload',
    run: () => {
      accepted = true
      worker.messageSkipWaiting()
    },
  }
  worker.addEventListener('waiting', () => {
    notify({ severity: 'info', message: 'A new version is ready', sticky: true, action })
  })
  // Another tab may have accepted the new version: only the page that accepted reloads.
  worker.addEventListener('controlling', () => {
    if (accepted) reload()
  })
}
