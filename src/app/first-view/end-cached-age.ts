/** Selects elements that show cars of the first HTML and not their age; see `hiddenAge`. */
const untold = '[data-age="untold"]'

/**
 * Removes the age that the worker added to a cached document, in the frame in which the app shows the age of its cars itself or
 * shows new cars. An earlier removal would show an old price without its age.
 */
export function endCachedAge(app: Element): void {
  const line = document.getElementById('kept-age')
  if (!line) return
  const look = () => {
    if (app.querySelector(untold)) return
    changes.disconnect()
    line.remove()
  }
  // The observer runs before the frame is painted.
  const changes = new MutationObserver(look)
  changes.observe(app, { subtree: true, childList: true, attributeFilter: ['data-age'] })
  look()
}
