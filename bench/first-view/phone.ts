import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { controlled, stopWorkers } from '../../tests/support/browser.ts'
import type { PublicRoute } from './floors.ts'
import { readNoted, watchStarts, type Noted, type Touch } from './probe.ts'
import { slow4G, type SlowLink } from './slow-link.ts'

/** Settings of a measurement. */
export interface Manner {
  /** Slowdown of the page's CPU; the service worker runs at full speed. */
  slower: number
  /** Device pixels per CSS pixel. */
  density: number
  /** Milliseconds without a long task and without received bytes, except pictures, after which a start has ended. */
  quietMs: number
  /** Milliseconds after which a start counts as ended in any case. */
  patienceMs: number
  /** Set to false to block the service worker, which fetches data for later. */
  worker?: false
}
export interface Visit extends Noted {
  /** Whether the page became quiet before the time limit. */
  rested: boolean
  /** URLs of worker scripts that ran beside the page. */
  aside: string[]
}

export interface Tap {
  /** Milliseconds from the touch to the next painted frame, for the slowest event of the tap. */
  paint: number
  /** Whether the address of the next screen appeared. */
  opened: boolean
}

/** A phone on its first visit: a separate browser context without stored data. */
export interface BenchPhone {
  /** Opens the address in a new page and waits until the start has ended. */
  visit: () => Promise<Visit>
  /** Taps the first target in the viewport of the open page. */
  tapAtRest: () => Promise<Tap>
  /** Opens the address and taps the target as soon as it is visible. */
  tapAtOnce: () => Promise<Tap>
  /** Loads the route once over a fast link, so that the server has rendered everything. */
  warm: () => Promise<void>
  /**
   * Installs the worker that the page at `path` registers, and lets the worker cache every picture; the link is fast
   * meanwhile.
   */
  prepare: (path: string) => Promise<void>
  /** Scrolls to the end of the open page, so that the page requests every picture. */
  readToTheEnd: () => Promise<Noted>
  /** Waits until the service worker is active and has fetched its data; the link is fast meanwhile. */
  settle: () => Promise<void>
  /** Stops the page and the service worker, as the system does overnight. */
  leave: () => Promise<void>
  /** Cuts the connection for the following visits. */
  loseSignal: () => Promise<void>
  dispose: () => Promise<void>
}

const withoutSignal = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const pollMs = 250
/**
 * Milliseconds for a new window: it first draws the browser's own interface with scripts. A person who taps an icon does not
 * see that.
 */
const windowMs = 1500
/** Event Timing rounds to 8 ms and omits events shorter than 16 ms. */
const shortest = 8

export async function openBenchPhone(
  browser: Browser,
  link: SlowLink,
  route: Pick<PublicRoute, 'path' | 'whole' | 'tap'>,
  manner: Manner,
): Promise<BenchPhone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: manner.density,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: manner.worker === false ? 'block' : 'allow',
  })
  context.setDefaultTimeout(60_000)
  const touches = await watchStarts(context, route)
  link.speed(slow4G)
  let page: Page | undefined
  let lost = false

  async function open(path = route.path): Promise<Page> {
    await page?.close()
    page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: manner.slower })
    // The page's offline state is emulated; its worker only finds the connection closed.
    if (lost) await session.send('Network.emulateNetworkConditions', withoutSignal)
    await pause(windowMs)
    await page.goto(link.origin + path, { waitUntil: 'commit' })
    return page
  }
  async function visit(): Promise<Visit> {
    const opened = performance.now()
    const start = await open()
    const aside: string[] = []
    start.on('worker', (worker) => aside.push(worker.url()))
    const rested = await isQuiet(start, link, opened, manner)
    return { ...(await readNoted(start)), rested, aside }
  }
  async function settle(): Promise<void> {
    link.speed(undefined)
    await controlled(here())
    const begun = performance.now()
    while (performance.now() - Math.max(begun, link.lastByte()) < 2000) await pause(pollMs)
    link.speed(slow4G)
  }
  const here = (): Page => {
    if (!page) throw new Error('No page is open.')
    return page
  }
  return {
    visit,
    settle,
    async tapAtRest() {
      link.speed(slow4G)
      return tapped(here(), route.tap, touches)
    },
    async tapAtOnce() {
      const start = await open()
      await start.waitForFunction(
        (selector) =>
          performance.getEntriesByName('first-contentful-paint').length > 0 &&
          [...document.querySelectorAll(selector)].some((one) => {
            const { top, bottom, height } = one.getBoundingClientRect()
            return height > 0 && top < innerHeight && bottom > 0
          }),
        route.tap,
      )
      return tapped(start, route.tap, touches)
    },
    async warm() {
      link.speed(undefined)
      await visit()
    },
    async prepare(path) {
      link.speed(undefined)
      await open(path)
      await settle()
      link.speed(undefined)
      await visit()
      link.speed(slow4G)
    },
    async readToTheEnd() {
      for (let screens = 0; screens < 100; screens++) {
        const more = await here().evaluate(() => {
          scrollBy({ top: innerHeight, behavior: 'instant' })
          return scrollY + innerHeight < document.documentElement.scrollHeight - 1
        })
        await pause(pollMs)
        await here().waitForFunction(() =>
          [...document.images].every((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return top > innerHeight || bottom < 0 || one.complete
          }),
        )
        if (!more) break
      }
      return readNoted(here())
    },
    async leave() {
      await stopWorkers(here())
      await here().close()
      page = undefined
    },
    async loseSignal() {
      lost = true
      await link.cut()
    },
    async dispose() {
      await context.close()
      link.speed(undefined)
      if (lost) await link.mend()
    },
  }
}

/** Waits until the view is complete and quiet; returns false after the time limit. */
async function isQuiet(page: Page, link: SlowLink, opened: number, o: Manner): Promise<boolean> {
  for (;;) {
    await pause(pollMs)
    const waited = performance.now() - opened
    if (waited > o.patienceMs) return false
    const lastByte = Math.max(link.lastByte(), opened)
    if (performance.now() - lastByte < o.quietMs) continue
    // An IntersectionObserver finds the visible pictures: reading their positions would force the layout that the page has
    // deferred.
    const { drawn, lastLong, sinceStart } = await page.evaluate(async () => {
      const noted = window.probe?.read()
      const inWindow = await new Promise<HTMLImageElement[]>((resolve) => {
        const observer = new IntersectionObserver((all) => {
          observer.disconnect()
          resolve(all.filter((one) => one.isIntersecting).map((one) => one.target as HTMLImageElement))
        })
        for (const one of document.images) observer.observe(one)
        if (document.images.length === 0) resolve([])
      })
      return {
        drawn:
          noted !== undefined && noted.lcp > 0 && noted.whole > 0 && inWindow.every((one) => one.complete),
        lastLong: noted?.lastLong ?? 0,
        sinceStart: performance.now(),
      }
    })
    if (!drawn) continue
    if (sinceStart - lastLong >= o.quietMs) return true
  }
}

/** Taps the first match in the viewport; otherwise scrolls to the first match and taps it. */
async function tapped(page: Page, selector: string, touches: Touch[]): Promise<Tap> {
  const place = (await placeOf(page, selector)) ?? (await scrolledTo(page, selector))
  if (!place) throw new Error(`There is nothing to tap at ${page.url()}`)
  const before = page.url()
  touches.length = 0
  await page.touchscreen.tap(place.x, place.y)
  const begun = performance.now()
  let last = begun
  let count = 0
  // The page reports an event after its frame is painted, which may take long.
  const isOver = () => {
    const now = performance.now()
    return count > 0 && page.url() !== before ? now - last > 1000 : now - begun > 6000
  }
  while (!isOver()) {
    await pause(50)
    if (touches.length > count) last = performance.now()
    count = touches.length
  }
  const paint = Math.max(shortest, ...touches.map(({ duration }) => duration))
  return { paint, opened: page.url() !== before }
}

interface BenchPlace {
  x: number
  y: number
}
/** Returns the centre of the visible part of the first match, outside the bars at the top and at the bottom. */
const placeOf = (page: Page, selector: string): Promise<BenchPlace | undefined> =>
  page.evaluate((wanted) => {
    const [top, bottom] = [80, innerHeight - 100]
    return [...document.querySelectorAll(wanted)]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.left >= 0 && box.right <= innerWidth)
      .map((box) => ({
        x: box.left + box.width / 2,
        from: Math.max(box.top, top),
        to: Math.min(box.bottom, bottom),
      }))
      .filter(({ from, to }) => to - from > 16)
      .map(({ x, from, to }) => ({ x, y: (from + to) / 2 }))[0]
  }, selector)

async function scrolledTo(page: Page, selector: string): Promise<BenchPlace | undefined> {
  await page.evaluate(
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'center' }),
    selector,
  )
  await page.waitForTimeout(500)
  return placeOf(page, selector)
}
