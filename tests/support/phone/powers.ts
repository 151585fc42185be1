import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Fault } from '../proxy.ts'

/** Effects of the system on a page, a clock or a storage. */

const sessions = new WeakMap<Page, Promise<CDPSession>>()
/** Returns the one CDP session of a page: the effect of some commands ends with their session. */
function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const made = page.context().newCDPSession(page)
  sessions.set(page, made)
  return made
}

/** Freezes the page: it keeps its memory and runs no code, as in the background of a phone. */
export async function freeze(page: Page): Promise<void> {
  await (await sessionOf(page)).send('Page.setWebLifecycleState', { state: 'frozen' })
}
export async function thaw(page: Page): Promise<void> {
  await (await sessionOf(page)).send('Page.setWebLifecycleState', { state: 'active' })
}

/**
 * Limits the storage to so many bytes, or removes the limit. Caches apply it at once. A database in use caches its quota for
 * half a minute, so set a limit before its first use; a larger quota applies at once.
 */
export async function limitStorage(page: Page, origin: string, bytes: number | undefined): Promise<void> {
  const quota = bytes === undefined ? { origin } : { origin, quotaSize: bytes }
  await (await sessionOf(page)).send('Storage.overrideQuotaForOrigin', quota)
}
/** Fills the remaining storage with junk in a database, whose size browsers count at once. */
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
/** Deletes the data of an origin, as a browser does for a site without recent visits. */
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
/** Sets the clock of this phone wrong by so many milliseconds, from the next page on. */
export async function setClock(context: BrowserContext, offset: number): Promise<void> {
  await context.addInitScript({ content: wrongClock(offset) })
}
/** Sets the clock of the worker wrong; its code must pass through a proxy. */
export const workerClock = (offset: number): Fault => ({
  kind: 'rewrite',
  edit: (code) => wrongClock(offset) + code,
})
/** Advances the clock of a page with a set clock. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => {
    const clock = globalThis as { clockAhead?: number }
    clock.clockAhead = (clock.clockAhead ?? 0) + ms
  }, ms)
}

/** Makes the page look hidden to the app, which then starts no requests by itself. */
export const lookAway = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  })
