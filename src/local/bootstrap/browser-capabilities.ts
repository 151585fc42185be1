import {
  replicaTag,
  syncTag,
  tryGet,
  type CacheBox,
  type Events,
  type Capabilities,
  type WorkerPort,
} from '../platform/env.ts'

/** Parts of the browser that are looked up here; each may be missing. */
interface Browser {
  navigator?: {
    storage?: { persist?: () => Promise<boolean>; persisted?: () => Promise<boolean> }
    setAppBadge?: (count: number) => Promise<void>
    clearAppBadge?: () => Promise<void>
    serviceWorker?: Events & { ready: Promise<Registration> }
    connection?: Partial<Events> & { type?: string; effectiveType?: string; saveData?: boolean }
    permissions?: { query: (o: { name: string }) => Promise<{ state: string }> }
  }
  caches?: CacheBox
  ImageDecoder?: { isTypeSupported: (type: string) => Promise<boolean> }
  PerformanceObserver?: LoadObserver
}
interface Registration {
  sync?: { register: (tag: string) => Promise<void> }
  periodicSync?: { register: (tag: string, o: { minInterval: number }) => Promise<void> }
}

/** Milliseconds between two wake-ups, the minimum that browsers grant. */
export const wakeEvery = 12 * 3_600_000

/** Starts the worker of a real page; undefined where there are no workers. */
const spawnReplicaWorker: (() => WorkerPort) | undefined =
  typeof Worker === 'undefined'
    ? undefined
    : () =>
        new Worker(new URL('../catalogue-replica/replica-worker.ts', import.meta.url), {
          type: 'module',
        }) as unknown as WorkerPort

/** Returns the optional capabilities of this browser. */
export const browserCapabilities = (browser: Browser = globalThis as unknown as Browser): Capabilities =>
  // With blocked storage even reading some of these properties throws; the app works without them.
  tryGet(() => lookUp(browser)) ?? {}

function lookUp(browser: Browser): Capabilities {
  const { navigator = {} } = browser
  const caches = tryGet(() => browser.caches)
  const { storage, serviceWorker, connection, permissions } = navigator
  const capabilities: Capabilities = {}
  if (browser.navigator && spawnReplicaWorker)
    capabilities.replica = { spawn: spawnReplicaWorker, savesData: () => connection?.saveData === true }
  if (storage?.persist) capabilities.persist = () => storage.persist?.() ?? Promise.resolve(false)
  if (storage?.persisted) capabilities.persisted = () => storage.persisted?.() ?? Promise.resolve(false)
  if (navigator.setAppBadge) {
    capabilities.setBadge = async (count) => {
      if (count > 0) await navigator.setAppBadge?.(count)
      else await navigator.clearAppBadge?.()
    }
  }
  if (caches) capabilities.caches = caches
  const { ImageDecoder, PerformanceObserver } = browser
  if (connection) capabilities.networkInfo = () => connection
  if (ImageDecoder) capabilities.showsAvif = () => ImageDecoder.isTypeSupported('image/avif')
  if (PerformanceObserver) capabilities.loads = watchLoads(PerformanceObserver)
  if (serviceWorker) {
    capabilities.worker = serviceWorker
    capabilities.wakeWorker = async () => {
      await (await serviceWorker.ready).sync?.register(syncTag)
    }
    capabilities.wakeDaily = async () => {
      const { periodicSync } = await serviceWorker.ready
      // A registration without the permission only logs an error to the console.
      const allowed = await permissions?.query({ name: 'periodic-background-sync' })
      if (allowed?.state !== 'granted') return
      await periodicSync?.register(syncTag, { minInterval: wakeEvery })
      // For a person who saves data no wake-up is requested; one that was requested earlier does nothing.
      if (connection?.saveData !== true) await periodicSync?.register(replicaTag, { minInterval: wakeEvery })
    }
  }
  if (connection?.addEventListener && connection.removeEventListener)
    capabilities.network = connection as Events
  return capabilities
}

/** Part of `PerformanceObserver` that is used. */
export type LoadObserver = new (counted: (list: { getEntries: () => readonly Load[] }) => void) => {
  observe: (o: { type: string; buffered: boolean }) => void
  disconnect: () => void
}
interface Load {
  initiatorType?: string
  /** Bytes loaded over the network, including headers; 0 for cached files, or when unknown. */
  transferSize?: number
}
/** Requests are counted by the code that sends them, including that of workers, which this page cannot observe. */
const calls = new Set(['fetch', 'xmlhttprequest', 'beacon'])

/** Reports the files that a page loads by itself: its script and style, pictures, fonts. */
export const watchLoads =
  (Observer: LoadObserver): NonNullable<Capabilities['loads']> =>
  (counted) => {
    const observer = new Observer((list) => {
      for (const { initiatorType = '', transferSize = 0 } of list.getEntries())
        if (transferSize > 0 && !calls.has(initiatorType)) counted(transferSize)
    })
    for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
    return () => {
      observer.disconnect()
    }
  }
