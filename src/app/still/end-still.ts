/** How long the app may take to show something better, ms. */
const patience = 6000

/**
 * Takes away the still that the worker put before the app, in the frame in which the app shows its own cars: it was
 * hidden till then. A tap that came before is carried out now.
 */
export function endStill(app: Element): void {
  const still = document.getElementById('still')
  if (!still) return
  const from = location.href
  let tap: MouseEvent | undefined
  const note = (event: MouseEvent) => {
    tap = event
    event.preventDefault()
  }
  const end = () => {
    changes.disconnect()
    clearTimeout(timer)
    still.remove()
    const at = tap && document.elementFromPoint(tap.clientX, tap.clientY)
    at?.closest<HTMLElement>('a, button')?.click()
  }
  const look = () => {
    const main = app.querySelector('main')
    if (location.href !== from || (main && !main.querySelector('[aria-busy="true"]'))) end()
  }
  const changes = new MutationObserver(look)
  const timer = setTimeout(end, patience)
  changes.observe(app, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  still.addEventListener('click', note, { capture: true })
}
