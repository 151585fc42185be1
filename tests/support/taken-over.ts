import type { Page } from 'playwright-core'

/** React marks what it has taken over: all of it, also what it takes over last, `except` what waits. */
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
 * All of it for somebody who reads on to the end. A browser without a graphics card stops drawing a page for good once in
 * some hundred, while its script goes on: such a page is loaded again. A page that always stops is never read to its end.
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
