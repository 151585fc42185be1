import { type ComponentProps, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from './react-root.ts'
import { type Takeover, type FirstView, firstViewId } from '#contract/first-view.ts'
import { browserEnv, createLocalApp } from '#local'
import { App } from './app/app.tsx'
import { endCachedAge } from './app/first-view/end-cached-age.ts'
import { whenTakenOver } from './app/first-view/take-over.ts'
import { wasTakenOver } from '#parts/use-at-rest.ts'
import { matchingRoute, preloadScreen } from './app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from './app/routes.ts'
import { lazyScreens } from './app/screen-view.tsx'

/** What the server drew this page from; undefined for a page that the app draws itself. */
function readFirstView(document: Document): (FirstView & { takeover: Takeover }) | undefined {
  const text = document.getElementById(firstViewId)?.textContent
  // Written by the build that this script is of: the document names it.
  return text ? (JSON.parse(text) as FirstView & { takeover: Takeover }) : undefined
}

/**
 * Follows a link marked for it with a view transition, where the browser has them and the person wants motion. What comes
 * is rendered at once, so that the browser can compare before and after.
 */
const aroundNav: ComponentProps<typeof App>['aroundNav'] = (navigate, to, options) => {
  const plain = !options?.transition || !('startViewTransition' in document)
  if (plain || matchMedia('(prefers-reduced-motion: reduce)').matches) navigate(to, options)
  else document.startViewTransition(() => flushSync(() => navigate(to, options)))
}

/** Starts the app in the page: takes over what the server has drawn, or draws it. */
export function start(): void {
  // The first screen's code starts to travel before anything is rendered.
  preloadScreen(appRoutes, location.pathname)
  const place = document.getElementById('app')
  if (place) {
    const firstView = readFirstView(document)
    const local = createLocalApp(browserEnv(import.meta.env['VITE_VERSION']), firstView)
    local.watchBugs(() => matchingRoute(appRoutes, location.pathname)?.path ?? '*')
    endCachedAge(place)
    // Not awaited here: the code of the screen is in files that need this one first.
    if (firstView) takeOver(place, firstView.takeover).catch(reportError)
    else {
      wasTakenOver()
      // And the half that stores, where the first cars are already on this phone.
      local.warm()
      createRoot(place).render(
        <App local={local} screens={lazyScreens(appRoutes, loadNotFound)} aroundNav={aroundNav} />,
      )
    }

    /** Goes on with the page as it was drawn; its screen must be there before, or the page would be drawn again. */
    async function takeOver(drawn: HTMLElement, takeover: Takeover) {
      const route = matchingRoute(appRoutes, location.pathname)
      const screen = await route?.load()
      const ready = new Map(route && screen ? [[route.path, screen]] : [])
      startTransition(() => {
        hydrateRoot(
          drawn,
          <App local={local} screens={lazyScreens(appRoutes, loadNotFound, ready)} aroundNav={aroundNav} />,
          // A page that was drawn otherwise here than there is a bug of ours; React has mended it.
          { onRecoverableError: (error) => reportError(error) },
        )
      })
      await whenTakenOver(takeover, local.rest)
    }
  }
}
