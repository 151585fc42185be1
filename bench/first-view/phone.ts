import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { controlled, stopWorkers } from '../../tests/support/browser.ts'
import type { PublicRoute } from './floors.ts'
import { readNoted, watchStarts, type Noted, type Touch } from './probe.ts'
import { slow4G, type SlowLink } from './slow-link.ts'

/** How a visit is measured. */
export interface Manner {
  /** Times that the processor of the phone is slower than this one; its service worker is as fast as here. */
  slower: number
  /** Device pixels a CSS pixel. */
  density: number
  /** Milliseconds without a long task and without a byte, pictures aside, after which a start is over. */
  quietMs: number
  /** Milliseconds after which it counts as over all the same. */
  patienceMs: number
  /** Without one nothing is fetched for later. */
  worker?: false
}
export interface Visit extends Noted {
  /** It became quiet while we waited. */
  rested: boolean
  /** Addresses of scripts that ran beside the page, not in it. */
  aside: string[]
}

export interface Tap {
  /** From the finger to the next painted frame, the slowest of its events, ms. */
  paint: number
  /** The next screen's address came. */
  opened: boolean
}

/** A phone that was never here: a browser of its own, with nothing kept. */
export interface BenchPhone {
  /** Opens the address in a new page, as a person does, and stays until the start is over. */
  visit: () => Promise<Visit>
  /** Taps the first thing in the window of the page that is open. */
  tapAtRest: () => Promise<Tap>
  /** Opens the address and taps it as soon as it can be seen. */
  tapAtOnce: () => Promise<Tap>
  /** Reads everything once, over a fast link: what a server makes when it is first asked for is there then. */
  warm: () => Promise<void>
  /** Installs the worker that a page at `path` registers, and lets it see every picture once; the link is fast meanwhile. */
  prepare: (path: string) => Promise<void>
  /** Scrolls to the end of the page that is open, so that every picture is asked for. */
  readToTheEnd: () => Promise<Noted>
  /** Waits until the service worker is there and has what it wants; the link is fast meanwhile. */
  settle: () => Promise<void>
  /** Ends the page and the service worker, as the system does overnight. */
  leave: () => Promise<void>
  /** Without signal from now on. */
  loseSignal: () => Promise<void>
  dispose: () => Promise<void>
}

const withoutSignal = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const pollMs = 250
/** A window that opens draws the browser's own bars, with scripts of their own; who taps an icon has that behind them. */
const windowMs = 1500
/** Event Timing rounds to 8 ms and leaves out what is shorter than 16. */
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
    // The page knows; its worker finds out by itself.
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

/** Waits until the view is whole and nothing follows; false when that is not so after all the patience there is. */
async function isQuiet(page: Page, link: SlowLink, opened: number, o: Manner): Promise<boolean> {
  for (;;) {
    await pause(pollMs)
    const waited = performance.now() - opened
    if (waited > o.patienceMs) return false
    const lastByte = Math.max(link.lastByte(), opened)
    if (performance.now() - lastByte < o.quietMs) continue
    // Asked of an observer: to read where each picture is would lay out what the page has put off.
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

/** Taps the first of these in the window, or the first at all. */
async function tapped(page: Page, selector: string, touches: Touch[]): Promise<Tap> {
  const place = (await placeOf(page, selector)) ?? (await scrolledTo(page, selector))
  if (!place) throw new Error(`There is nothing to tap at ${page.url()}`)
  const before = page.url()
  touches.length = 0
  await page.touchscreen.tap(place.x, place.y)
  const begun = performance.now()
  let last = begun
  let count = 0
  // The page tells of an event once its frame is painted, however long that takes.
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
/** The middle of what can be seen of the first of these, bars at the top and at the bottom left out. */
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
