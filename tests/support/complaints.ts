import type { Page } from 'playwright-core'

/** Messages of the browser itself, which concern no page. */
const itsOwn: ReadonlySet<string> = new Set(['Service Worker registration blocked by Playwright'])
/** Records of a page during rendering and hydration. */
interface Noted {
  shifts: number
  moved: string[]
  refused: string[]
}
export const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted)
interface Source {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}
type Shift = PerformanceEntry & { value: number; sources: readonly Source[] }
/**
 * Collects errors of a page during rendering and hydration; the page records layout shifts and violations of its content
 * security policy.
 */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/^(error|warning)$/.test(message.type()) && !itsOwn.has(text)) complaints.push(text)
  })
  await page.addInitScript(() => {
    const seen: Noted = { shifts: 0, moved: [], refused: [] }
    Object.assign(window, { noted: seen })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      seen.refused.push(`${effectiveDirective} refuses ${blockedURI} ${sample}`),
    )
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        seen.shifts += value
        for (const { node, previousRect: old, currentRect: now } of sources)
          if (node instanceof Element)
            seen.moved.push(
              `${node.outerHTML.slice(0, 80)} ${[old, now].map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join()).join(' → ')}`,
            )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return complaints
}
