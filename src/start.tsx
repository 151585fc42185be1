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

/** Returns the data from which the server drew this page; undefined for a page that the app draws itself. */
function readFirstView(document: Document): (FirstView & { takeover: Takeover }) | undefined {
  const text = document.getElementById(firstViewId)?.textContent
  // The build of this script wrote the data, because the document names its script.
  return text ? (JSON.parse(text) as FirstView & { takeover: Takeover }) : undefined
}

/**
 * Follows a marked link with a view transition, if the browser supports it and the person allows motion. The new page is rendered
 * synchronously, so that the browser can compare before and after.
 */
const aroundNav: ComponentProps<typeof App>['aroundNav'] = (navigate, to, options) => {
  const plain = !options?.transition || !('startViewTransition' in document)
  if (plain || matchMedia('(prefers-reduced-motion: reduce)').matches) navigate(to, options)
  else document.startViewTransition(() => flushSync(() => navigate(to, options)))
}

/** Starts the app in the page: hydrates what the server has drawn, or renders it. */
export function start(): void {
  // The first screen's code starts to load before anything is rendered.
  preloadScreen(appRoutes, location.pathname)
  const place = document.getElementById('app')
  if (place) {
    const firstView = readFirstView(document)
    const local = createLocalApp(browserEnv(import.meta.env['VITE_VERSION']), firstView)
    local.watchBugs(() => matchingRoute(appRoutes, location.pathname)?.path ?? '*')
    endCachedAge(place)
    // This promise is not awaited at the top level, because the files of the screen import this one.
    if (firstView) takeOver(place, firstView.takeover).catch(reportError)
    else {
      wasTakenOver()
      // The store half is loaded at once if the first cars are already on this phone.
      local.warm()
      createRoot(place).render(
        <App local={local} screens={lazyScreens(appRoutes, loadNotFound)} aroundNav={aroundNav} />,
      )
    }

    /** Hydrates the drawn page. The code of its screen must be loaded before, or React would draw the page again. */
    async function takeOver(drawn: HTMLElement, takeover: Takeover) {
      const route = matchingRoute(appRoutes, location.pathname)
      const screen = await route?.load()
      const ready = new Map(route && screen ? [[route.path, screen]] : [])
      startTransition(() => {
        hydrateRoot(
          drawn,
          <App local={local} screens={lazyScreens(appRoutes, loadNotFound, ready)} aroundNav={aroundNav} />,
          // A difference between the drawings of server and phone is a bug of the app; React has corrected the page.
          { onRecoverableError: (error) => reportError(error) },
        )
      })
      await whenTakenOver(takeover, local.rest)
    }
  }
}
