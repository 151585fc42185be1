/** As many cars as a very large screen shows at first. */
const most = 9
/** What lies over a page, is for assistive technology, or stands below what a first screen shows. */
const left = 'dialog, [popover], .sr-only, script, template, :scope > :not(header, main, nav)'
/** Names and states: what works by them is not in a still. */
const names = /^(id|for|style|role|tabindex|draggable|data-.*|aria-(?!current|hidden).*)$/

const cars = 'li:has(> article)'

/** Cars on the first screen of this window: each more would hold up the app. */
function inSight(main: Element): number {
  const below = [...main.querySelectorAll(cars)].findIndex(
    (car) => car.getBoundingClientRect().top + scrollY > innerHeight,
  )
  return below < 0 ? most : Math.min(below, most)
}

/**
 * The page as HTML, without anything that is a person's own (marked `data-own`): only what anyone sees at this address.
 * Undefined while the page still waits for its cars. What is old says when it was true in words that stay true.
 */
export function drawStill(app: Element, words: (at: number) => string): string | undefined {
  const page = app.firstElementChild
  const main = page?.querySelector('main')
  if (!main?.querySelector('article') || main.querySelector('[aria-busy="true"]')) return undefined
  const still = page?.cloneNode(true) as Element
  for (const part of still.querySelectorAll(left)) part.remove()
  for (const car of [...still.querySelectorAll(cars)].slice(inSight(main))) car.remove()
  for (const own of still.querySelectorAll('[data-own]')) own.replaceChildren()
  for (const time of still.querySelectorAll('time[datetime]'))
    time.textContent = words(Date.parse(time.getAttribute('datetime') ?? ''))
  for (const part of still.querySelectorAll('*'))
    for (const name of part.getAttributeNames()) if (names.test(name)) part.removeAttribute(name)
  // The app's code goes before its pictures.
  for (const picture of still.querySelectorAll('img')) {
    picture.setAttribute('decoding', 'async')
    picture.removeAttribute('fetchpriority')
  }
  for (const part of still.querySelectorAll('a, button, input, select, [contenteditable]'))
    part.setAttribute('tabindex', '-1')
  return still.outerHTML
}
