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

/** Returns the URL of an anchor that leads to a screen of this app. */
function screenAddressOf(target: EventTarget | null, origin: string): URL | undefined {
  const anchor = anchorOf(target)
  if (!anchor || anchor.hasAttribute('download') || (anchor.target !== '' && anchor.target !== '_self'))
    return undefined
  const url = new URL(anchor.href, origin)
  return url.origin === origin && !notPages.test(url.pathname) ? url : undefined
}

/**
 * Decides whether the router follows a click without loading the page. Every plain `<a href>`, also in text that a server
 * wrote, works like a link of the router; the browser handles new tabs, downloads and other sites.
 */
function linkTargetOf(event: MouseEvent, here: { origin: string; pathname: string; search: string }) {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const url = screenAddressOf(event.target, here.origin)
  if (!url) return undefined
  const sameDocument = url.pathname === here.pathname && url.search === here.search
  // The browser handles a jump inside the page.
  if (sameDocument && url.hash !== '') return undefined
  return {
    to: url.pathname + url.search + url.hash,
    replace: sameDocument,
    /** Whether to animate the change of pages. */
    transition: anchorOf(event.target)?.dataset['transition'] !== undefined,
    anchor: anchorOf(event.target),
  }
}

/** Marks a followed link, then runs `work` after a frame: a slow phone takes a quarter of a second to draw a screen. */
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
  /** Query cache, for callers that read it from outside. */
  queries?: Queries
  screens: Screens
  /** Address to show when there is no window. */
  address?: string
  /** Receives the page's head when there is no document. */
  collectHead?: HeadSink
  aroundNav?: AroundNavHandler
}

/** Renders the whole app: data, router, notices, shell and the current screen. Works without a DOM as well. */
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

/** Runs the global effects in a browser: follows links, restores scroll positions, looks for updates. */
function GlobalEffects() {
  useLinks(appRoutes)
  useScrollMemory()
  useUpdates()
  return null
}

/** Follows links inside the app, and fetches a screen's code when a finger, a pointer or the focus reaches its link. */
function useLinks(routes: readonly AppRoute[]): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const warmed = new Set<string>()
    const follow = (event: MouseEvent) => {
      const target = linkTargetOf(event, location)
      if (!target) return
      event.preventDefault()
      const { anchor, to, ...how } = target
      // A second tap on a followed link must not add a second history entry.
      if (anchor?.hasAttribute('data-followed')) return
      afterPaint(anchor, () => navigate(to, how))
    }
    const warm = (event: Event) => {
      const url = screenAddressOf(event.target, location.origin)
      const route = url && matchingRoute(routes, url.pathname)
      if (!route || warmed.has(route.path)) return
      warmed.add(route.path)
      // A failed preload is ignored: following the link reports the error. Evaluating the code must not delay the touch's frame.
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
