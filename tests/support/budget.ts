import type { Page } from 'playwright-core'
import { openPhone } from './browser.ts'
import type { PhoneOptions } from './browser.ts'

/** Cost of a first visit on an empty phone. Bytes are those on the wire. */
export interface FirstVisit {
  /** Number of requests started before the first listing is visible, including the page but not pictures. */
  requestsBefore: number
  scriptBytesBefore: number
  /** Paths of these requests, each with its start in milliseconds. */
  begun: string[]
  /** Milliseconds from the start of the visit to the first listing. */
  firstListingAt: number
  /** Number of requests of the complete first view. */
  requests: number
  scriptBytes: number
  styleBytes: number
  pageBytes: number
  fontBytes: number
  dataBytes: number
  pictureBytes: number
  /** Sum of all layout shifts; `shifts` names each with the boxes that moved. */
  layoutShift: number
  shifts: string[]
}

interface Watch {
  at: number
  shifts: { value: number; boxes: string[] }[]
}
type Watched = Window & { watch?: Watch }

/** Selector of a listing: a card's link in lists, the title on a car page. */
const listing = 'article a[href^="/listing/"], main h1'

/** Opens `path` on a new phone and measures until the view is at rest. */
export async function measureFirstVisit(
  origin: string,
  path: string,
  o: PhoneOptions = {},
): Promise<FirstVisit> {
  // The worker is blocked, because it starts its own downloads after the first view.
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
    // The pictures of the listing start just before it becomes visible.
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

/** Records inside the page when the first listing becomes visible, and all layout shifts. */
export async function watchFirstView(page: Page, selector = listing): Promise<void> {
  // Some compilers name inner functions with a helper that a page does not have.
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

/** Resolves when the first view is complete and no request is open. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await inView(page)
}

/** Resolves when everything in the viewport is loaded: no placeholders, fonts, pictures. */
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
