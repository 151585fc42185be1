/**
 * Storage of texts. All dependencies of the core on its environment are passed in: tests pass fakes, server rendering passes
 * nothing, `browserEnv` passes the browser. They are typed by shape, because the worker has no `Storage` and no `Document`.
 */
export interface KeyValue {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
/** Reads a stored JSON value; undefined when there is none, or it cannot be parsed. */
export function readJson(storage: KeyValue | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}
/** Stores a text; false when the storage is blocked or full. */
export function tryWrite(storage: KeyValue | undefined, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value)
    return storage !== undefined
  } catch {
    return false
  }
}
export interface Events {
  addEventListener: (type: string, listener: (event: unknown) => void) => void
  removeEventListener: (type: string, listener: (event: unknown) => void) => void
}
/** Registers listeners; missing targets are skipped. Returns an unsubscribe function. */
export function onEvents(
  all: readonly (readonly [Events | undefined, type: string, listener: (event: unknown) => void])[],
): () => void {
  for (const [target, type, listener] of all) target?.addEventListener(type, listener)
  return () => {
    for (const [target, type, listener] of all) target?.removeEventListener(type, listener)
  }
}
export interface Channel {
  postMessage: (message: unknown) => void
  onmessage: ((event: { data: unknown }) => void) | null
  close: () => void
}
export type Fetch = (url: string, init: RequestInit) => Promise<Response>
/** Part of Web Locks that is used. */
export interface LockApi {
  request: (
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean },
    callback: (lock: unknown) => Promise<unknown>,
  ) => Promise<unknown>
}

/** Part of Cache Storage that is used. */
export interface CacheBox {
  open: (name: string) => Promise<{
    match: (key: string) => Promise<Response | undefined>
    put: (key: string, reply: Response) => Promise<void>
    delete: (key: string) => Promise<boolean>
    keys: () => Promise<readonly { url: string }[]>
  }>
  has: (name: string) => Promise<boolean>
  keys: () => Promise<string[]>
  delete: (name: string) => Promise<boolean>
}

/** Part of `Worker` that is used. */
export interface WorkerPort<Sent = unknown, Received = unknown> {
  postMessage: (message: Sent) => void
  onmessage: ((event: { data: Received }) => void) | null
  onerror: ((event: unknown) => void) | null
  terminate: () => void
}

/** Optional capabilities of some browsers. Each may be missing, refuse or fail, and the app must work without it. */
export interface Capabilities {
  /** Requests persistent storage; true when the browser granted it. */
  persist?: () => Promise<boolean>
  persisted?: () => Promise<boolean>
  /** Sets the number on the icon of the app; 0 removes it. */
  setBadge?: (count: number) => Promise<void>
  /** Caches of network responses of the worker and the page. */
  caches?: CacheBox
  networkInfo?: () => NetworkInfo
  /** Whether pictures may be stored as AVIF, which is smaller; left out when unknown. */
  showsAvif?: () => Promise<boolean>
  /** Reports the bytes of each file that the page itself loaded. Returns an unsubscribe function. */
  loads?: (listener: (bytes: number) => void) => () => void
  /** Requests a wake-up of the worker when there is a network; Chromium only. */
  wakeWorker?: () => Promise<void>
  /** Requests periodic wake-ups of the worker, where the browser's permission allows it. */
  wakeDaily?: () => Promise<void>
  /** Starts the replica; left out when this phone must not have one. */
  replica?: ReplicaCapability
  /** Target of messages from the worker. */
  worker?: Events
  /** Target of changes of the network type. */
  network?: Events
}

/** Current network, as far as the browser reports it. */
export interface NetworkInfo {
  type?: string
  effectiveType?: string
  saveData?: boolean
}

export interface ReplicaCapability {
  /** Starts the replica's own worker. */
  spawn: () => WorkerPort
  /** Whether the person asked to save data. */
  savesData: () => boolean
}

export interface Env {
  fetch: Fetch
  /** Milliseconds of the phone's clock; may be wrong by years. */
  now: () => number
  random: () => number
  randomBytes: (count: number) => Uint8Array
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
  /** Runs work when the page is idle. */
  whenIdle: (work: () => void) => void
  /** Whether the browser reports a network; a hint only. */
  saysOnline: () => boolean
  isVisible: () => boolean
  appVersion: string
  /** Name of the site in the page that the server sent (R-NAV-47). */
  siteName: string | undefined
  localStorage: KeyValue | undefined
  sessionStorage: KeyValue | undefined
  window: Events | undefined
  document: Events | undefined
  locks: LockApi | undefined
  channel: ((name: string) => Channel) | undefined
  indexedDB: IDBFactory | undefined
  keyRange: typeof IDBKeyRange | undefined
  /** Sends a text without waiting for a response, also from a page that is being closed; false when that is not possible. */
  beacon: ((url: string, json: string) => boolean) | undefined
  /** Optional capabilities; undefined for those of the browser, which are looked up when the store half is loaded. */
  capabilities: Capabilities | undefined
}

/** Returns an environment without network and storage, for rendering on the server and as a base for tests. */
export function bareEnv(given: Partial<Env> = {}): Env {
  return {
    fetch: () => Promise.reject(new TypeError('There is no network here')),
    now: () => Date.now(),
    random: () => Math.random(),
    randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256)),
    setTimeout: (work, ms) => globalThis.setTimeout(work, ms),
    clearTimeout: (handle) => {
      globalThis.clearTimeout(handle as number)
    },
    whenIdle: (work) => {
      globalThis.setTimeout(work, 0)
    },
    saysOnline: () => true,
    isVisible: () => true,
    appVersion: 'dev',
    siteName: undefined,
    localStorage: undefined,
    sessionStorage: undefined,
    window: undefined,
    document: undefined,
    locks: undefined,
    channel: undefined,
    indexedDB: undefined,
    keyRange: undefined,
    beacon: undefined,
    capabilities: {},
    ...given,
  }
}

interface Scope {
  fetch: Fetch
  navigator: { locks?: LockApi }
  BroadcastChannel?: new (name: string) => Channel
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}
interface PageScope {
  crypto: Crypto
  navigator: { onLine?: boolean; sendBeacon?: (url: string, body: Blob) => boolean }
  document: Events & {
    visibilityState: string
    querySelector: (selector: string) => { getAttribute: (name: string) => string | null } | null
  }
  requestIdleCallback?: (work: () => void, options: { timeout: number }) => void
  localStorage: KeyValue
  sessionStorage: KeyValue
}

/** Reads a property of the browser; undefined when this throws, as a storage property does when storage is blocked. */
export function tryGet<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Tag under which the worker is woken to send. */
export const syncTag = 'outbox'
/** Tag under which the worker is woken to follow the replica; also the name of the lock and the channel of the replica. */
export const replicaTag = 'motorkin-market'
/** Id of the draft of a registration. It is deleted at a sign-in, because the person then has an account. */
export const registrationDraft = 'register'
/** Name of the cache in which the worker stores photos that another app shared, until a page moves them into a draft. */
export const sharedPhotos = 'shared-photos'
/** Key in the plain storage that marks this phone as holding data. */
export const holdsKey = 'motorkin-has-data'
/** Key in the plain storage for accounts whose data is still to be deleted. */
export const leavingKey = 'motorkin-leaving'

/** Returns the environment that pages and workers share. */
export function scopeEnv(given: Partial<Env> = {}): Env {
  const scope = globalThis as unknown as Scope
  const Broadcast = scope.BroadcastChannel
  return bareEnv({
    fetch: (url, init) => scope.fetch(url, init),
    locks: scope.navigator.locks,
    channel: Broadcast ? (name) => new Broadcast(name) : undefined,
    indexedDB: tryGet(() => scope.indexedDB),
    keyRange: scope.IDBKeyRange,
    ...given,
  })
}

/** Returns the environment of a real browser. Call it in the page only. */
export function browserEnv(appVersion = 'dev'): Env {
  const page = globalThis as unknown as PageScope
  const { navigator, document } = page
  return scopeEnv({
    randomBytes: (count) => page.crypto.getRandomValues(new Uint8Array(count)),
    whenIdle: (work) => {
      if (page.requestIdleCallback) page.requestIdleCallback(work, { timeout: 2000 })
      else globalThis.setTimeout(work, 200)
    },
    saysOnline: () => navigator.onLine !== false,
    isVisible: () => document.visibilityState !== 'hidden',
    appVersion,
    siteName:
      document.querySelector('meta[name=apple-mobile-web-app-title]')?.getAttribute('content') ?? undefined,
    localStorage: tryGet(() => page.localStorage),
    sessionStorage: tryGet(() => page.sessionStorage),
    window: page as unknown as Events,
    document,
    beacon: (url, json) =>
      navigator.sendBeacon?.(url, new Blob([json], { type: 'application/json' })) ?? false,
    capabilities: undefined,
  })
}

/** Returns a UUIDv7. Its order is that of creation; its random part makes it unique even with a wrong clock. */
export function newId({ now, randomBytes }: Pick<Env, 'now' | 'randomBytes'>): string {
  const time = Math.max(0, Math.floor(now())).toString(16).padStart(12, '0')
  const random = Array.from(randomBytes(10), (byte, i) =>
    (i === 2 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  const [version, variant] = [`7${random.slice(1, 4)}`, random.slice(4, 8)]
  return [time.slice(0, 8), time.slice(8), version, variant, random.slice(8)].join('-')
}
