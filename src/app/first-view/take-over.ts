import type { Takeover } from '#contract/first-view.ts'
import { markClassesLoaded, whenDrawnPartsLoaded, wasTakenOver, whenAtRest } from '#parts/use-at-rest.ts'
import { isOurs, redoEarlyActions, takenOver } from './early-actions.ts'

/** Milliseconds between two looks whether the page answers. */
const everyMs = 30
/** And until it counts as taken over in any case. */
const patience = 4000

/**
 * Tells once a drawn page is the app's: then what was tapped meanwhile is done, the styles that no first view needs come,
 * and when there is nothing better to do, `rest` is called.
 */
export function whenTakenOver(place: Element, { styles, fonts }: Takeover, rest: () => void): void {
  const since = performance.now()
  const look = () => {
    const main = place.querySelector('main')
    // The main part is the last that a tap may need.
    const last = main?.querySelector('article, section, h1, h2') ?? main
    if (!(last && isOurs(last)) && performance.now() - since < patience) {
      setTimeout(look, everyMs)
      return
    }
    dispatchEvent(new CustomEvent(takenOver, { detail: redoEarlyActions }))
    addStyles(styles, markClassesLoaded)
    wasTakenOver()
    whenAtRest(() => {
      withNextScreen(() => addStyles(fonts))
      whenDrawnPartsLoaded().then(rest, reportError)
    })
  }
  look()
}

function addStyles(href: string, came?: () => void): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  if (came) for (const type of ['load', 'error']) link.addEventListener(type, came, { once: true })
  document.head.append(link)
}

/** Calls `work` when the person goes on to another address: what is drawn again then moves nothing that they read. */
function withNextScreen(work: () => void): void {
  const { pathname } = location
  const off = new AbortController()
  for (const type of ['pushState', 'popstate'])
    addEventListener(
      type,
      () => {
        if (location.pathname === pathname) return
        off.abort()
        work()
      },
      { signal: off.signal },
    )
}
