import type { PublicPath } from '#contract/pages.ts'

/** Where the installed app starts. */
const start: PublicPath = '/listings'

/**
 * Asks the worker to keep the documents of the current address and of the start address, now and whenever another
 * worker takes over the page: on a first visit it does so long after the page was drawn. What is not public or new
 * already the worker leaves. Returns an unsubscribe function.
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
