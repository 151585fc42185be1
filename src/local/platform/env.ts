/**
 * Everything this room needs from the outside, handed in: a test hands in fakes, the server-side render hands in
 * nothing, `browserEnv` hands in the browser. Typed by shape, because the worker has no `Storage` and no `Document`.
 */
export interface KeyValue {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
/** What is stored there, read without trust; undefined where nothing is, or nothing that can be read. */
export function readJson(storage: KeyValue | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}
/** False where the storage takes nothing: it is blocked, or full. */
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
/** Calls each listener at its events; a target that is missing has none. Returns an unsubscribe function. */
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
/** The part of Web Locks that is used. */
export interface LockApi {
  request: (
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean },
    callback: (lock: unknown) => Promise<unknown>,
  ) => Promise<unknown>
}

/** The part of Cache Storage that is used. */
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

/** The part of `Worker` that is used. */
export interface WorkerPort<Sent = unknown, Received = unknown> {
  postMessage: (message: Sent) => void
  onmessage: ((event: { data: Received }) => void) | null
  onerror: ((event: unknown) => void) | null
  terminate: () => void
}

/** What some browsers can do beyond the page; each may be absent, refuse or fail, and nothing may depend on it. */
export interface Capabilities {
  /** Asks the browser not to throw away what this phone keeps; true when it agreed. */
  persist?: () => Promise<boolean>
  persisted?: () => Promise<boolean>
  /** The number on the icon of the app; 0 takes it away. */
  setBadge?: (count: number) => Promise<void>
  /** What the worker and the page keep of the network. */
  caches?: CacheBox
  networkInfo?: () => NetworkInfo
  /** Whether pictures may be stored as AVIF, which is smaller; left out where nobody can tell. */
  showsAvif?: () => Promise<boolean>
  /** Reports the bytes of each file that the page itself loaded. Returns an unsubscribe function. */
  loads?: (listener: (bytes: number) => void) => () => void
  /** Has the worker woken as soon as there is signal; Chromium only. */
  wakeWorker?: () => Promise<void>
  /** Has the worker woken now and then, where the person's browser allows it. */
  wakeDaily?: () => Promise<void>
  /** Keeps the replica on this phone; left out where that shall not be done. */
  replica?: ReplicaCapability
  /** Messages of the worker. */
  worker?: Events
  /** Changes of the kind of network. */
  network?: Events
}

/** What the browser reports of the network at the moment, where it reports anything. */
export interface NetworkInfo {
  type?: string
  effectiveType?: string
  saveData?: boolean
}

export interface ReplicaCapability {
  /** Starts the replica's own worker. */
  spawn: () => WorkerPort
  /** The person requested few bytes. */
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
  /** Runs work when the page has nothing better to do. */
  whenIdle: (work: () => void) => void
  /** What the browser claims about the network; a hint, never the truth. */
  saysOnline: () => boolean
  isVisible: () => boolean
  appVersion: string
  /** What the page that the server sent calls the site (R-NAV-47). */
  siteName: string | undefined
  localStorage: KeyValue | undefined
  sessionStorage: KeyValue | undefined
  window: Events | undefined
  document: Events | undefined
  locks: LockApi | undefined
  channel: ((name: string) => Channel) | undefined
  indexedDB: IDBFactory | undefined
  keyRange: typeof IDBKeyRange | undefined
  /** Sends a text that nobody waits for, also from a page that is being closed; false where that is not possible. */
  beacon: ((url: string, json: string) => boolean) | undefined
  /** Undefined: those of the browser, looked up when the store half is loaded. */
  capabilities: Capabilities | undefined
}

/** An environment with nothing in it: no network, no storage. For rendering on the server and as a base for tests. */
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

/** Reading a storage property throws when the browser blocks it. */
export function tryGet<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The tag under which the worker is woken. */
export const syncTag = 'outbox'
/** The same of what makes the worker follow the replica; the lock and the channel of those who follow have this name too. */
export const replicaTag = 'motorkin-market'
/** The draft of a registration. It ends with a sign-in: the person has an account then. */
export const registrationDraft = 'register'
/** The cache in which the worker lays down photos that another app shared, until a page takes them into a draft. */
export const sharedPhotos = 'shared-photos'
/** Marks in the plain storage that this phone holds data. */
export const holdsKey = 'motorkin-has-data'
/** In the plain storage: whose data is still to be deleted. */
export const leavingKey = 'motorkin-leaving'

/** What the browser gives to its pages and to its workers alike. */
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

/** The real browser. Call it in the page only. */
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

/** UUIDv7: minted on the phone, sortable by birth; the randomness makes it unique even under a wrong clock. */
export function newId({ now, randomBytes }: Pick<Env, 'now' | 'randomBytes'>): string {
  const time = Math.max(0, Math.floor(now())).toString(16).padStart(12, '0')
  const random = Array.from(randomBytes(10), (byte, i) =>
    (i === 2 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  const [version, variant] = [`7${random.slice(1, 4)}`, random.slice(4, 8)]
  return [time.slice(0, 8), time.slice(8), version, variant, random.slice(8)].join('-')
}
