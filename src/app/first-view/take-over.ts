import type { Takeover } from '#contract/first-view.ts'
import { markClassesLoaded, whenDrawnPartsLoaded, wasTakenOver, whenAtRest } from '#parts/use-at-rest.ts'
import { redoEarlyActions, takenOver } from './early-actions.ts'

/** Milliseconds after which a drawn page counts as taken over in any case. */
const patience = 4000

let resolveScreen: () => void = () => undefined
const screen = new Promise<void>((resolve) => (resolveScreen = resolve))
/** Reports that the screen is hydrated and shows this phone's data: a repeated tap may need both. */
export const markScreenHydrated = (): void => resolveScreen()

/**
 * Waits until the app has taken over a drawn page, then repeats the recorded actions and loads the styles that no first view
 * needs. Calls `rest` when the page is at rest.
 */
export async function whenTakenOver({ styles, fonts }: Takeover, rest: () => void): Promise<void> {
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, patience))])
  dispatchEvent(new CustomEvent(takenOver, { detail: redoEarlyActions }))
  addStyles(styles, markClassesLoaded)
  wasTakenOver()
  whenAtRest(() => {
    withNextScreen(() => addStyles(fonts))
    whenDrawnPartsLoaded().then(rest, reportError)
  })
}

function addStyles(href: string, came?: () => void): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  if (came) for (const type of ['load', 'error']) link.addEventListener(type, came, { once: true })
  document.head.append(link)
}

/** Calls `work` when the person goes to another path, so that the new layout moves nothing that they read. */
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
