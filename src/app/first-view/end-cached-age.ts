/** Marks what shows cars of the first HTML whose age the app does not show itself; see `untoldAge`. */
const untold = '[data-age="untold"]'

/**
 * Takes away the age that the worker wrote behind a cached document, in the frame in which the app shows the age of its
 * cars itself or shows new ones: never earlier, so that no old price is shown without its age.
 */
export function endCachedAge(app: Element): void {
  const line = document.getElementById('kept-age')
  if (!line) return
  const look = () => {
    if (app.querySelector(untold)) return
    changes.disconnect()
    line.remove()
  }
  // Called before the frame is painted.
  const changes = new MutationObserver(look)
  changes.observe(app, { subtree: true, childList: true, attributeFilter: ['data-age'] })
  look()
}
