import type { BrowserContext, Page } from 'playwright-core'
import type { PublicRoute } from './floors.ts'

/** Data that a page records about its own start; ms since the start of the navigation. */
export interface Noted {
  fcp: number
  lcp: number
  /** Description of the LCP element. */
  lcpOf: string
  /** Time at which a painted frame contained the complete view; 0 before. */
  whole: number
  /** Time at which React had hydrated the first tap target, so that the app itself handles a touch; 0 before. */
  alive: number
  /** Blocking time: the sum of the long tasks' parts beyond 50 ms. */
  blocked: number
  /** The part of `blocked` from tasks that began before FCP. */
  blockedBefore: number
  longest: number
  /** End of the last long task. */
  lastLong: number
  layoutShift: number
  shifts: string[]
  scripts: { url: string; begun: number; bytes: number }[]
  pictures: { url: string; begun: number; bytes: number }[]
  fonts: { url: string; begun: number; end: number }[]
  requests: { url: string; begun: number }[]
  nodes: number
}
/** One event of a touch; `duration` lasts from the touch to the next painted frame. */
export interface Touch {
  name: string
  duration: number
  interaction: number
}
declare global {
  interface Window {
    probe?: { read: () => Noted }
    tellTouch?: (touch: Touch) => void
  }
}

type Watched = Pick<PublicRoute, 'whole' | 'tap'>

/** Returns the probe as text, so that no compiler changes it. */
const script = ({ whole, tap }: Watched) => `
if (window === top && !window.probe) {
  const wanted = ${JSON.stringify(whole)}
  const tap = ${JSON.stringify(tap)}
  const noted = { fcp: 0, lcp: 0, lcpOf: '', whole: 0, alive: 0, longest: 0, lastLong: 0, layoutShift: 0, shifts: [], scripts: [],
    pictures: [], fonts: [], requests: [], nodes: 0 }
  const tasks = []
  const watch = (type, take, more) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true, ...more })
    return () => observer.takeRecords().forEach(take)
  }
  const nameOf = (node) => node instanceof Element
    ? node.tagName.toLowerCase() + (node.currentSrc ? ' ' + new URL(node.currentSrc).pathname : ' ' + (node.textContent ?? '').trim().slice(0, 40))
    : String(node && node.nodeName)
  const flush = [
    watch('paint', (e) => { if (e.name === 'first-contentful-paint') noted.fcp = e.startTime }),
    watch('largest-contentful-paint', (e) => { noted.lcp = e.startTime; noted.lcpOf = nameOf(e.element) }),
    watch('longtask', (e) => tasks.push(e)),
    watch('layout-shift', (e) => {
      if (e.hadRecentInput) return
      noted.layoutShift += e.value
      noted.shifts.push(e.value.toFixed(4) + ' ' + e.sources.map((s) => nameOf(s.node)).join(', '))
    }),
    watch('resource', (e) => {
      const { pathname } = new URL(e.name)
      const one = { url: e.name, begun: e.startTime, end: e.responseEnd, bytes: e.encodedBodySize }
      if (!pathname.startsWith('/media/')) noted.requests.push(one)
      if (/\\.m?js$/.test(pathname) || e.initiatorType === 'script') noted.scripts.push(one)
      if (/\\.(avif|webp|png|jpe?g)$/.test(pathname)) noted.pictures.push(one)
      if (/\\.woff2?$/.test(pathname)) noted.fonts.push(one)
    }),
  ]
  watch('event', (e) => {
    if (e.interactionId) window.tellTouch?.({ name: e.name, duration: e.duration, interaction: e.interactionId })
  }, { durationThreshold: 16 })
  const look = () => {
    const found = new Set()
    for (const one of document.querySelectorAll(wanted.selector)) found.add(one.getAttribute('href') ?? one.textContent)
    if (found.size < wanted.count) return requestAnimationFrame(look)
    // The frame is painted by the time this message comes.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { noted.whole = performance.now(); port1.close() }
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
  const touch = () => {
    const first = document.querySelector(tap)
    if (first && Object.keys(first).some((key) => key.startsWith('__reactProps$'))) noted.alive = performance.now()
    else requestAnimationFrame(touch)
  }
  requestAnimationFrame(touch)
  const beyond = (list) => list.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
  window.probe = {
    read() {
      flush.forEach((take) => take())
      noted.blocked = beyond(tasks)
      noted.blockedBefore = beyond(tasks.filter((task) => task.startTime < noted.fcp))
      noted.longest = Math.max(0, ...tasks.map(({ duration }) => duration))
      noted.lastLong = Math.max(0, ...tasks.map(({ startTime, duration }) => startTime + duration))
      noted.nodes = document.getElementsByTagName('*').length
      return noted
    },
  }
}`

/** Makes every page of this context record its start; returns a list that receives touch events as they occur. */
export async function watchStarts(context: BrowserContext, route: Watched): Promise<Touch[]> {
  const touches: Touch[] = []
  await context.exposeBinding('tellTouch', (_, touch: Touch) => void touches.push(touch))
  await context.addInitScript({ content: script(route) })
  return touches
}

export async function readNoted(page: Page): Promise<Noted> {
  const noted = await page.evaluate(() => window.probe?.read())
  if (!noted) throw new Error(`${page.url()} notes nothing of its start.`)
  return noted
}
