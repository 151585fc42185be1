import { busy } from './draw-still.ts'

/** How long the app may take to show something better, ms. */
const patience = 6000

interface Tap {
  /** Where the link that was tapped leads; null for anything else. */
  href: string | null
  look: string
  at: MouseEvent
  scrolled: number
}

/**
 * Takes away the still that the worker put before the app, in the frame in which the app shows its own cars: it was
 * hidden till then. The last tap since the app began to run is carried out now.
 */
export function endStill(app: Element): void {
  const still = document.getElementById('still')
  if (!still) return
  const from = location.href
  let tap: Tap | undefined
  const note = (at: MouseEvent) => {
    // A new tab is the browser's own business.
    if (at.ctrlKey || at.metaKey || at.shiftKey || !(at.target instanceof Element)) return
    at.preventDefault()
    const touched = at.target.closest('a, button')
    const href = touched?.getAttribute('href') ?? null
    tap = { href, look: touched?.className ?? '', at, scrolled: scrollY }
  }
  const end = () => {
    changes.disconnect()
    clearTimeout(timer)
    still.remove()
    if (tap) carryOut(tap, app)
  }
  const look = () => {
    const main = app.querySelector('main')
    if (location.href !== from || (main && !main.querySelector(busy))) end()
  }
  const changes = new MutationObserver(look)
  const timer = setTimeout(end, patience)
  changes.observe(app, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  still.addEventListener('click', note, { capture: true })
}

/** On what was meant, or not at all: something else may stand in that place by now. */
function carryOut({ href, look, at, scrolled }: Tap, app: Element): void {
  if (href !== null) {
    const same = (link: Element) => link.getAttribute('href') === href
    ;[...app.querySelectorAll<HTMLElement>('a[href]')].find(same)?.click()
    return
  }
  if (scrollY !== scrolled) return
  const there = document.elementFromPoint(at.clientX, at.clientY)
  const field = there?.closest<HTMLElement>('input, select, textarea')
  const button = there?.closest<HTMLElement>('a, button')
  if (field) field.focus()
  // A heart is blank in a still: nobody knows whether they wanted it on or off.
  else if (button?.className === look && !button.matches('[data-own=""], [data-own="true"]')) button.click()
}
