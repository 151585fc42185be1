import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { timings } from '#contract/limits.ts'
import { type LocalApp, LocalProvider, type Queries } from '#local/react'
import { ErrorAlertHost } from '#ui/layer/error-alert.tsx'
import { SnackbarHost } from '#ui/layer/snackbar-host.tsx'
import type { HeadSink } from '#ui/page-head.tsx'
import { useScrollMemory } from './navigation/use-scroll-memory.ts'
import { AppPage } from './app-page.tsx'
import { routes } from './routes.ts'
import type { Screens } from './screen-view.tsx'
import { useUpdates } from './update/use-updates.ts'
import { useEffect } from 'react'
import { matchingRoute } from './navigation/matching-route.ts'
import type { AppRoute } from './route-table.ts'
import { linkTargetOf, screenAddressOf } from './navigation/link-clicks.ts'

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

/** Follows links inside the app, and fetches a screen's code as soon as a finger or pointer approaches its link. */
function useLinks(routes: readonly AppRoute[]): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const warmed = new Set<string>()
    const follow = (event: MouseEvent) => {
      const target = linkTargetOf(event, location)
      if (!target) return
      event.preventDefault()
      navigate(target.to, { replace: target.replace, transition: target.transition })
    }
    const warm = (event: Event) => {
      const url = screenAddressOf(event.target, location.origin)
      const route = url && matchingRoute(routes, url.pathname)
      if (!route || warmed.has(route.path)) return
      warmed.add(route.path)
      // Only a head start: when it fails, following the link says so.
      route.load().catch(() => warmed.delete(route.path))
    }
    document.addEventListener('click', follow)
    document.addEventListener('pointerover', warm, { passive: true })
    document.addEventListener('focusin', warm)
    document.addEventListener('touchstart', warm, { passive: true })
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('pointerover', warm)
      document.removeEventListener('focusin', warm)
      document.removeEventListener('touchstart', warm)
    }
  }, [navigate, routes])
}
