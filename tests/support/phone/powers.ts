import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Fault } from '../proxy.ts'

/** What a system does to a page, a clock or a storage, and no person can. */

const sessions = new WeakMap<Page, Promise<CDPSession>>()
/** One session a page: what some commands switch on ends with the session that sent them. */
function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const made = page.context().newCDPSession(page)
  sessions.set(page, made)
  return made
}

/** The page runs no code any more and keeps what it holds, as in the background of a phone. */
export async function freeze(page: Page): Promise<void> {
  await (await sessionOf(page)).send('Page.setWebLifecycleState', { state: 'frozen' })
}
export async function thaw(page: Page): Promise<void> {
  await (await sessionOf(page)).send('Page.setWebLifecycleState', { state: 'active' })
}

/**
 * Room for so many bytes, or as much as there is again. Caches know it at once; a database that is in use goes by what
 * it heard half a minute ago, so that its limit must stand before its first use. More room it believes at once.
 */
export async function limitStorage(page: Page, origin: string, bytes: number | undefined): Promise<void> {
  const quota = bytes === undefined ? { origin } : { origin, quotaSize: bytes }
  await (await sessionOf(page)).send('Storage.overrideQuotaForOrigin', quota)
}
/** Takes all the room that is left, with something that is none of ours; in a database, which browsers count at once. */
export const fill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('junk')
      request.onupgradeneeded = () => request.result.createObjectStore('junk', { autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
    })
    const put = (bytes: Uint8Array) =>
      new Promise<boolean>((resolve) => {
        const tx = db.transaction('junk', 'readwrite')
        tx.objectStore('junk').add(bytes)
        tx.oncomplete = () => resolve(true)
        tx.onabort = () => resolve(false)
      })
    for (let size = 1 << 20; size >= 1 << 17; size /= 2)
      for (let more = true; more;) {
        const bytes = new Uint8Array(size)
        for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
        more = await put(bytes)
      }
    db.close()
  })
/** What a browser does to a site that was not visited for long. */
export async function evict(page: Page, origin: string, storageTypes: string): Promise<void> {
  await (await sessionOf(page)).send('Storage.clearDataForOrigin', { origin, storageTypes })
}

const wrongClock = (offset: number) => `{
  const ahead = () => ${offset} + (globalThis.clockAhead ?? 0)
  const Right = Date
  globalThis.Date = new Proxy(Right, {
    construct: (_, given) => (given.length > 0 ? new Right(...given) : new Right(Right.now() + ahead())),
    apply: () => new Right(Right.now() + ahead()).toString(),
    get: (target, name) => (name === 'now' ? () => Right.now() + ahead() : Reflect.get(target, name)),
  })
}
`
/** From the next page on this phone's clock is wrong by so many milliseconds. */
export async function setClock(context: BrowserContext, offset: number): Promise<void> {
  await context.addInitScript({ content: wrongClock(offset) })
}
/** The same for the worker, whose code must come through a proxy for that. */
export const workerClock = (offset: number): Fault => ({
  kind: 'rewrite',
  edit: (code) => wrongClock(offset) + code,
})
/** Lets time pass on a page whose clock was set. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => {
    const clock = globalThis as { clockAhead?: number }
    clock.clockAhead = (clock.clockAhead ?? 0) + ms
  }, ms)
}

/** The app takes this page for one that nobody looks at: it asks nothing by itself any more, only what it is told to. */
export const lookAway = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  })
