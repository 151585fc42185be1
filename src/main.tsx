import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { browserEnv, createLocalApp } from '#local'
import { App } from './app/app.tsx'
import { endKeptAge } from './app/first-view/end-kept-age.ts'
import { createAroundNav } from './app/navigation/around-nav.ts'
import { matchingRoute, preloadScreen } from './app/navigation/matching-route.ts'
import { loadNotFound, routes } from './app/routes.ts'
import { lazyScreens } from './app/screen-view.tsx'

// Our content security policy forbids making code from text, which zod would do to parse faster.
z.config({ jitless: true })

// The first screen's code starts to travel before anything is rendered.
preloadScreen(routes, location.pathname)

const place = document.getElementById('app')
if (place) {
  const local = createLocalApp(browserEnv(import.meta.env['VITE_VERSION']))
  local.watchBugs(() => matchingRoute(routes, location.pathname)?.path ?? '*')
  // And the half that stores, where the first cars are already on this phone.
  local.warm()
  createRoot(place).render(
    <App local={local} screens={lazyScreens(routes, loadNotFound)} aroundNav={createAroundNav(flushSync)} />,
  )
  endKeptAge(place)
}
