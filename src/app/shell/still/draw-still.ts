/** As many cars as a very large screen shows at first. */
const most = 9
const cars = 'li:has(> article)'
/** A button that is at work leaves the cars as they are. */
export const busy = '[aria-busy="true"]:not(button)'
/** What is true only now, or only of this person's doing: while it is in sight, no still is drawn. */
const passing = `${busy}, [data-passing], [role="listbox"], article time`
/** What lies over a page, is for assistive technology, or stands below what a first screen shows. */
const left = 'dialog, [popover], .sr-only, script, template, :scope > :not(header, main, nav)'
/** Names and states: what works by them is not in a still. */
const names = /^(id|for|style|role|draggable|data-.*|aria-(?!current|hidden).*)$/
/** No key may lead into a still; where something scrolls, a browser would. */
const stops = 'a, button, input, select, textarea, summary, [class*="overflow-"]'

/** Cars on the first screen of this window: each more would hold up the app. */
function inSight(main: Element): number {
  const below = [...main.querySelectorAll(cars)].findIndex(
    (car) => car.getBoundingClientRect().top + scrollY > innerHeight,
  )
  return below < 0 ? most : Math.min(below, most)
}

/**
 * The page as HTML with only what anyone sees at this address. Emptied of what is marked `data-own` as a person's; of
 * `data-own="href"` only the address is theirs. Undefined while the page shows no cars, old ones, or something that
 * passes.
 */
export function drawStill(app: Element): string | undefined {
  const page = app.firstElementChild
  const main = page?.querySelector('main')
  if (!main?.querySelector('article') || page?.querySelector(passing)) return undefined
  const still = page?.cloneNode(true) as Element
  for (const part of still.querySelectorAll(left)) part.remove()
  for (const car of [...still.querySelectorAll(cars)].slice(inSight(main))) car.remove()
  for (const own of still.querySelectorAll('[data-own]')) {
    if (own.getAttribute('data-own') === 'href') own.removeAttribute('href')
    else own.replaceChildren()
  }
  for (const part of still.querySelectorAll('*'))
    for (const name of part.getAttributeNames()) if (names.test(name)) part.removeAttribute(name)
  // The app's code goes before its pictures.
  for (const picture of still.querySelectorAll('img')) {
    picture.setAttribute('decoding', 'async')
    picture.removeAttribute('fetchpriority')
  }
  for (const part of still.querySelectorAll(stops)) part.setAttribute('tabindex', '-1')
  return still.outerHTML
}
