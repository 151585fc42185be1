import {
  replicaTag,
  syncTag,
  tryGet,
  type CacheBox,
  type Events,
  type Capabilities,
  type WorkerPort,
} from '../platform/env.ts'

/** As much of the browser as is looked up here; any of it may be missing. */
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

/** Browsers grant no less between two wakes. */
export const wakeEvery = 12 * 3_600_000

/** The worker of a real page; undefined where there are none. */
const spawnReplicaWorker: (() => WorkerPort) | undefined =
  typeof Worker === 'undefined'
    ? undefined
    : () =>
        new Worker(new URL('../catalogue-replica/replica-worker.ts', import.meta.url), {
          type: 'module',
        }) as unknown as WorkerPort

/** What this browser can do beyond the page. */
export const browserCapabilities = (browser: Browser = globalThis as unknown as Browser): Capabilities =>
  // Where storage is blocked even a look at some of this throws; everything works without.
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
      // Asking where it is not granted only fills the console.
      const allowed = await permissions?.query({ name: 'periodic-background-sync' })
      if (allowed?.state !== 'granted') return
      await periodicSync?.register(syncTag, { minInterval: wakeEvery })
      // Who saves data is asked nothing in the background; a wake requested before does nothing then.
      if (connection?.saveData !== true) await periodicSync?.register(replicaTag, { minInterval: wakeEvery })
    }
  }
  if (connection?.addEventListener && connection.removeEventListener)
    capabilities.network = connection as Events
  return capabilities
}

/** The part of `PerformanceObserver` that is used. */
export type LoadObserver = new (counted: (list: { getEntries: () => readonly Load[] }) => void) => {
  observe: (o: { type: string; buffered: boolean }) => void
  disconnect: () => void
}
interface Load {
  initiatorType?: string
  /** Bytes that came over the network, headers included; 0 for what was cached, or is not to be known. */
  transferSize?: number
}
/** Calls are counted where they are made, also those of a worker, which this page would not notice. */
const calls = new Set(['fetch', 'xmlhttprequest', 'beacon'])

/** The files a page loads by itself: its own script and style, pictures, fonts. */
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
