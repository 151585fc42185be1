import { noteBug } from './bugs.ts'
import { clientErrorRoutes } from '#contract/sync/client-errors.ts'
import { pathOf } from '#contract/http.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

const which = (name: string) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()
export const chromiumPath = () => process.env['CHROMIUM_PATH'] ?? which('chromium')

/** Makes Background Sync retry after seconds instead of minutes (chromium background_sync_parameters). */
const impatientSync = [
  '--force-fieldtrials=BackgroundSync/g',
  '--force-fieldtrial-params=BackgroundSync.g:initial_retry_delay_sec/1/retry_delay_factor/1/max_sync_attempts/20/min_sync_recovery_time_sec/1/max_sync_event_duration_sec/20',
]

export const phone = { width: 390, height: 844 }
export const laptop = { width: 1280, height: 900 }

/** Phone: a browser with a profile of its own that survives a kill. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** Kills the browser, as the system does under memory pressure. */
  kill: () => Promise<void>
  /** Starts the browser again with the same profile. */
  reopen: () => Promise<Phone>
  /** Closes the browser and deletes its profile. */
  dispose: () => Promise<void>
}

export interface PhoneOptions {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  profile?: string
  serviceWorkers?: 'allow' | 'block'
  reducedMotion?: 'reduce' | 'no-preference'
  /** Enables the back/forward cache, as in a real browser. */
  backForwardCache?: true
}

/** Maximum milliseconds for one operation of a page, so long because test machines are busy. */
const patience = 45_000

const launch = () => ({
  executablePath: chromiumPath(),
  headless: true,
  timeout: 120_000,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    ...impatientSync,
  ],
})
function shapeOf(o: PhoneOptions) {
  const viewport = o.viewport ?? phone
  return {
    viewport,
    deviceScaleFactor: viewport.width < 600 ? 2 : 1,
    hasTouch: viewport.width < 600,
    colorScheme: o.colorScheme ?? 'light',
    serviceWorkers: o.serviceWorkers ?? 'allow',
    reducedMotion: o.reducedMotion ?? 'no-preference',
  } as const
}

/** Makes errors of a page, and bug reports of its worker, fail the current test. */
function watchBugs(context: BrowserContext): void {
  context.on('weberror', (thrown) => {
    // Scripts of a test also run on the empty page with which a browser starts.
    if (thrown.page()?.url().startsWith('http')) noteBug(thrown.error())
  })
  context.on('request', (request) => {
    const told = new URL(request.url()).pathname === pathOf(clientErrorRoutes.reportClientErrors)
    if (told) noteBug(new Error(`Told to the operator: ${request.postData() ?? ''}`))
  })
}

/** Browser whose phones share one process and nothing else; they cannot survive it. */
export interface Shared {
  phone: (o?: PhoneOptions) => Promise<BrowserContext>
  close: () => Promise<void>
}
export async function openShared(): Promise<Shared> {
  const browser = await chromium.launch(launch())
  return {
    async phone(o = {}) {
      const context = await browser.newContext(shapeOf(o))
      context.setDefaultTimeout(patience)
      watchBugs(context)
      return context
    },
    close: () => browser.close(),
  }
}

export async function openPhone(o: PhoneOptions = {}): Promise<Phone> {
  const profile = o.profile ?? mkdtempSync(join(tmpdir(), 'motorkin-e2e-phone-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launch(),
    ...shapeOf(o),
    ...(o.backForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  })
  context.setDefaultTimeout(patience)
  watchBugs(context)
  const pid = await pidOf(context)
  const page = context.pages()[0] ?? (await context.newPage())
  const closed = new Promise<void>((done) => context.once('close', () => done()))
  return {
    context,
    page,
    async kill() {
      process.kill(pid, 'SIGKILL')
      await closed
    },
    reopen: () => openPhone({ ...o, profile }),
    async dispose() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

async function pidOf(context: BrowserContext): Promise<number> {
  const session = await browserSession(context)
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const browser = processInfo.find((info) => info.type === 'browser')
  if (!browser) throw new Error('The browser does not tell its process id.')
  return browser.id
}

function browserSession(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser()
  if (!browser) throw new Error('This context has no browser of its own.')
  return browser.newBrowserCDPSession()
}

/** Resolves when a worker controls the page, which completes a first visit. */
export async function controlled(page: Page): Promise<void> {
  const controls = () => navigator.serviceWorker.controller?.state === 'activated'
  // The worker downloads the whole app first.
  await page.waitForFunction(controls, undefined, { timeout: patience })
}

/** Returns the result of the work; throws an error with these words when the work takes longer. */
export async function within<T>(limit: number, words: string, work: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(words)), limit)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Polls until the predicate holds; pages cannot poll an async predicate themselves. */
export async function until(
  what: string,
  predicate: () => Promise<boolean> | boolean,
  limit = 60_000,
): Promise<void> {
  const end = performance.now() + limit
  let pause = 50
  const inVain = `Waited ${limit} ms in vain until ${what}`
  while (performance.now() < end) {
    // A page that does not answer at all has no timeout of its own.
    if (await within(limit, `${inVain}: the last look did not come back.`, predicate())) return
    await new Promise((next) => setTimeout(next, pause))
    pause = Math.min(250, pause + 25)
  }
  throw new Error(`${inVain}.`)
}

/** Returns the id of the service worker registration of this origin. */
async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const registration = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((r) => !r.isDeleted && r.scopeURL.startsWith(origin))
      if (found) done(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return registration
}

/** Sends a sync event to the worker, as the browser does when the connection returns. */
export async function dispatchSync(
  page: Page,
  origin: string,
  tag: string,
  lastChance = false,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session, origin)
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
  await session.detach()
}

/** Sends a periodic sync event, as the browser does from time to time for a used app. */
export async function dispatchPeriodicSync(page: Page, origin: string, tag: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session, origin)
  await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag })
  await session.detach()
}

/** Stops all running workers, as the browser does when memory is short. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

export interface ShownPictures {
  /** Number of car pictures in the viewport that have loaded. */
  shown: number
  broken: string[]
  /** Number of cards in the viewport without a loaded picture. */
  without: number
}
export function shownPictures(page: Page): Promise<ShownPictures> {
  return page.evaluate(() => {
    const inWindow = (element: Element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && box.bottom > 0 && box.top < innerHeight
    }
    const carries = (image: HTMLImageElement) =>
      image.complete && image.naturalWidth > 0 && image.currentSrc.includes('/media/')
    const visible = [...document.images].filter((i) => inWindow(i) && i.currentSrc.includes('/media/'))
    return {
      shown: visible.filter(carries).length,
      broken: visible.filter((i) => i.complete && i.naturalWidth === 0).map((i) => i.currentSrc),
      without: [...document.querySelectorAll('article')].filter(
        (card) => inWindow(card) && ![...card.querySelectorAll('img')].some(carries),
      ).length,
    }
  })
}
