import type { Page } from 'playwright-core'
import { openPhone } from './browser.ts'
import type { PhoneOptions } from './browser.ts'

/** What a first visit costs a phone that has nothing yet. Bytes are those on the wire. */
export interface FirstVisit {
  /** Requests begun before the first listing stood on the screen, the page itself included, pictures not. */
  requestsBefore: number
  scriptBytesBefore: number
  /** What these requests were, with the millisecond they began. */
  begun: string[]
  /** Milliseconds from the start of the visit to the first listing. */
  firstListingAt: number
  /** Of the whole first view, when everything in it has arrived. */
  requests: number
  scriptBytes: number
  styleBytes: number
  pageBytes: number
  fontBytes: number
  dataBytes: number
  pictureBytes: number
  /** Sum of all layout shifts; each is named with the boxes that moved. */
  layoutShift: number
  shifts: string[]
}

interface Watch {
  at: number
  shifts: { value: number; boxes: string[] }[]
}
type Watched = Window & { watch?: Watch }

/** A listing on screen: a card's link on lists, the title on a car's own page. */
const listing = 'article a[href^="/listing/"], main h1'

/** Opens `path` on a phone that was never here, and counts until the view is at rest. */
export async function measureFirstVisit(
  origin: string,
  path: string,
  o: PhoneOptions = {},
): Promise<FirstVisit> {
  // Without a worker: it begins its own downloads after the first view.
  const visitor = await openPhone({ serviceWorkers: 'block', ...o })
  try {
    await watchFirstView(visitor.page, path.startsWith('/listing/') ? 'main h1' : listing)
    const sizes = await wireSizes(visitor.page)
    await visitor.page.goto(origin + path)
    await atRest(visitor.page)
    const seen = await visitor.page.evaluate(() => {
      const watch = (window as Watched).watch
      const begun = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].map((entry) => ({ url: entry.name, start: entry.startTime }))
      return { begun, at: watch?.at ?? 0, shifts: watch?.shifts ?? [] }
    })
    const sum = (kinds: readonly string[], only?: ReadonlySet<string>) =>
      [...sizes.values()]
        .filter((r) => kinds.includes(r.kind) && (only === undefined || only.has(r.url)))
        .reduce((total, r) => total + r.bytes, 0)
    // Its own pictures begin with the listing, a moment before it stands there.
    const early = seen.begun.filter((r) => r.start <= seen.at && !r.url.includes('/media/'))
    const before = new Set(early.map((r) => r.url))
    return {
      requestsBefore: before.size,
      scriptBytesBefore: sum(['Script'], before),
      firstListingAt: Math.round(seen.at),
      requests: sizes.size,
      scriptBytes: sum(['Script']),
      styleBytes: sum(['Stylesheet']),
      pageBytes: sum(['Document']),
      fontBytes: sum(['Font']),
      dataBytes: sum(['Fetch', 'XHR']),
      pictureBytes: sum(['Image']),
      layoutShift: seen.shifts.reduce((total, s) => total + s.value, 0),
      begun: early.map((r) => `${Math.round(r.start)} ${new URL(r.url).pathname}`),
      shifts: seen.shifts.map((s) => `${s.value.toFixed(4)} ${s.boxes.join(', ')}`),
    }
  } finally {
    await visitor.dispose()
  }
}

/** Notes inside the page when the first listing stands on screen, and everything that jumps. */
export async function watchFirstView(page: Page, selector = listing): Promise<void> {
  // Some compilers name inner functions by a helper that a page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (f) => f' })
  await page.addInitScript((wanted) => {
    const watch: Watch = { at: 0, shifts: [] }
    ;(window as Watched).watch = watch
    const observer = new MutationObserver(() => {
      const now = performance.now()
      const box = document.querySelector(wanted)?.getBoundingClientRect()
      if (!box || box.height === 0) return
      watch.at = now
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
    interface Shift extends PerformanceEntry {
      value: number
      sources: { node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        watch.shifts.push({
          value: entry.value,
          boxes: entry.sources.map((s) =>
            s.node instanceof Element ? `${s.node.tagName}.${s.node.className}` : String(s.node?.nodeName),
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  }, selector)
}

async function wireSizes(page: Page): Promise<Map<string, { url: string; kind: string; bytes: number }>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sizes = new Map<string, { url: string; kind: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('http')) sizes.set(requestId, { url: request.url, kind: type ?? '', bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = sizes.get(requestId)
    if (found) found.bytes = encodedDataLength
  })
  return sizes
}

/** The first view is there and nothing is asked for any more. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await inView(page)
}

/** What is in the window is there: no placeholders, its fonts, its pictures. */
export async function inView(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('main [aria-busy="true"]') === null &&
      [...document.images].every((image) => {
        const box = image.getBoundingClientRect()
        const isBeside = box.left > innerWidth || box.right < 0 || box.top > innerHeight || box.bottom < 0
        return isBeside || (image.complete && image.naturalWidth > 0)
      }),
  )
}
