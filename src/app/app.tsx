import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { timings } from '#contract/limits.ts'
import { type LocalApp, LocalProvider, type Queries } from '#local/react'
import { ErrorAlertHost } from '#ui/layer/error-alert.tsx'
import { SnackbarHost } from '#ui/layer/snackbar-host.tsx'
import type { HeadSink } from '#ui/page-head.tsx'
import { useScrollMemory } from './navigation/use-scroll-memory.ts'
import { AppFrame } from './app-frame.tsx'
import { appRoutes } from './routes.ts'
import type { Screens } from './screen-view.tsx'
import { useUpdates } from './update/use-updates.ts'
import { useEffect } from 'react'
import { matchingRoute, type AppRoute } from './navigation/matching-route.ts'
import { notPages } from '#contract/pages.ts'

function anchorOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const anchor = target instanceof Element ? target.closest('a[href]') : null
  return anchor instanceof HTMLAnchorElement ? anchor : undefined
}

/** Path and query of an anchor that leads to a screen of this app. */
function screenAddressOf(target: EventTarget | null, origin: string): URL | undefined {
  const anchor = anchorOf(target)
  if (!anchor || anchor.hasAttribute('download') || (anchor.target !== '' && anchor.target !== '_self'))
    return undefined
  const url = new URL(anchor.href, origin)
  return url.origin === origin && !notPages.test(url.pathname) ? url : undefined
}

/**
 * Decides whether a click is ours to follow without loading the page again. Plain `<a href>` everywhere, also in text
 * that a server wrote, works like a link of the router; new tabs, downloads and other sites stay with the browser.
 */
function linkTargetOf(event: MouseEvent, here: { origin: string; pathname: string; search: string }) {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const url = screenAddressOf(event.target, here.origin)
  if (!url) return undefined
  const sameDocument = url.pathname === here.pathname && url.search === here.search
  // A jump inside the page is the browser's own business.
  if (sameDocument && url.hash !== '') return undefined
  return {
    to: url.pathname + url.search + url.hash,
    replace: sameDocument,
    /** Animate from one page to the other. */
    transition: anchorOf(event.target)?.dataset['transition'] !== undefined,
    anchor: anchorOf(event.target),
  }
}

/** Shows that a link is followed before the work of it: a slow phone takes a quarter of a second to draw a screen. */
function afterPaint(anchor: HTMLAnchorElement | undefined, work: () => void): void {
  anchor?.setAttribute('data-followed', '')
  requestAnimationFrame(() =>
    setTimeout(() => {
      anchor?.removeAttribute('data-followed')
      work()
    }),
  )
}

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
            <AppFrame screens={screens} collectHead={collectHead} />
          </ErrorAlertHost>
        </SnackbarHost>
      </Router>
    </LocalProvider>
  )
}

/** Global effects in a browser: follow links, keep scroll positions, look for updates. */
function GlobalEffects() {
  useLinks(appRoutes)
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
      const { anchor, to, ...how } = target
      // Tapped twice, it is one step back.
      if (anchor?.hasAttribute('data-followed')) return
      afterPaint(anchor, () => navigate(to, how))
    }
    const warm = (event: Event) => {
      const url = screenAddressOf(event.target, location.origin)
      const route = url && matchingRoute(routes, url.pathname)
      if (!route || warmed.has(route.path)) return
      warmed.add(route.path)
      // Only a head start: when it fails, following the link says so. To evaluate it must not delay the frame of the touch.
      afterPaint(undefined, () => void route.load().catch(() => warmed.delete(route.path)))
    }
    const off = new AbortController()
    const { signal } = off
    document.addEventListener('click', follow, { signal })
    for (const type of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(type, warm, { passive: true, signal })
    return () => off.abort()
  }, [navigate, routes])
}
