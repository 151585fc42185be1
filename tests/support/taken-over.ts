import type { Page } from 'playwright-core'

/** Tells whether React has hydrated all elements `except` those that wait; React marks hydrated elements. */
export const isTakenOver = (page: Page, except = ':not(*)') =>
  page.evaluate(
    (waiting) =>
      [...document.querySelectorAll('#app *')].every(
        (element) =>
          Object.keys(element).some((name) => name.startsWith('__react')) || element.closest(waiting),
      ),
    except,
  )
/**
 * Scrolls to the end, then tells whether everything is hydrated. A browser without a graphics card stops rendering about one
 * page in some hundred, while its scripts run on: such a page is reloaded. If it always stops, the page never counts as read.
 */
export async function isReadAndTakenOver(page: Page): Promise<boolean> {
  const isRead = await page.evaluate(async () => {
    const isDrawn = () =>
      new Promise<boolean>((done) => {
        requestAnimationFrame(() => done(true))
        setTimeout(() => done(false), 10_000)
      })
    for (let before = -1; before < scrollY;) {
      before = scrollY
      scrollBy({ top: innerHeight, behavior: 'instant' })
      if (!(await isDrawn())) return false
    }
    return true
  })
  if (isRead) return isTakenOver(page)
  await page.reload()
  return false
}
