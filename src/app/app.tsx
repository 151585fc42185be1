import { type AroundNavHandler, Router } from 'wouter'
import { timings } from '#contract/limits.ts'
import { type LocalApp, LocalProvider, type Queries } from '#local/react'
import { ErrorAlertHost } from '#ui/layer/error-alert.tsx'
import { SnackbarHost } from '#ui/layer/snackbar-host.tsx'
import type { HeadSink } from '#ui/page-head.tsx'
import { useLinks } from './navigation/use-links.ts'
import { useScrollMemory } from './navigation/use-scroll-memory.ts'
import { AppPage } from './app-page.tsx'
import { routes } from './routes.ts'
import type { Screens } from './screen-view.tsx'
import { useUpdates } from './update/use-updates.ts'

interface Props {
  local: LocalApp
  /** The cache of answers, for callers that read it from outside. */
  queries?: Queries
  screens: Screens
  /** The address to show where there is no window. */
  address?: string
  /** Receives the page's head where there is no document. */
  collectHead?: HeadSink
  aroundNav?: AroundNavHandler
}

/** The whole app: data, address, notices, shell and the current screen. Renders without a DOM as well. */
export function App({ local, queries, screens, address, collectHead, aroundNav }: Props) {
  return (
    <LocalProvider local={local} given={queries}>
      <Router {...(address === undefined ? {} : { ssrPath: address })} {...(aroundNav ? { aroundNav } : {})}>
        <SnackbarHost times={{ success: timings.snackbarSuccess, error: timings.snackbarError }}>
          <ErrorAlertHost>
            <GlobalEffects />
            <AppPage screens={screens} collectHead={collectHead} />
          </ErrorAlertHost>
        </SnackbarHost>
      </Router>
    </LocalProvider>
  )
}

/** Global effects in a browser: follow links, keep scroll positions, look for updates. */
function GlobalEffects() {
  useLinks(routes)
  useScrollMemory()
  useUpdates()
  return null
}
