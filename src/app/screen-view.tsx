import { Suspense, useEffect, useState, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { unknownHead } from '#contract/heads/head.ts'
import { useHydrated } from '#local/react'
import { PageHead } from '#ui/page-head.tsx'
import { markScreenHydrated } from './first-view/take-over.ts'
import type { AppRoute, Screen } from './navigation/matching-route.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

/** Shows a skeleton while the code of a screen loads. */
function WaitingPage({ kind = 'page' }: { kind: 'grid' | 'page' | undefined }) {
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 py-6" aria-busy="true">
      <output className="sr-only">Loading</output>
      <Skeleton className="mb-6 h-8 w-56" />
      {kind === 'grid' ? (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <Skeleton key={card} className="aspect-[358/424] rounded-card" />
          ))}
        </div>
      ) : (
        <>
          <Skeleton className="mb-6 aspect-[16/9] w-full rounded-card" />
          <Skeleton className="mb-3 h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </>
      )}
    </div>
  )
}

/** Milliseconds during which a heading that arrives with its data still gets the focus. */
const patience = 5000

const focus = (element: HTMLElement) => {
  element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

/** Focuses the page's heading. Without one it focuses the page, and later the heading unless the person has moved the focus. */
function focusHeading(main: HTMLElement): () => void {
  const heading = () => main.querySelector<HTMLElement>('h1')
  focus(heading() ?? main)
  if (heading()) return () => {}
  const watcher = new MutationObserver(() => {
    const arrived = heading()
    if (!arrived) return
    stop()
    if (document.activeElement === main) focus(arrived)
  })
  const timer = setTimeout(() => watcher.disconnect(), patience)
  const stop = () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
  watcher.observe(main, { childList: true, subtree: true })
  return stop
}

/** Moves the focus of screen readers and keyboards to the new page's heading after a navigation. */
function RouteFocus() {
  const [path] = useLocation()
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    const { dataset } = document.documentElement
    // The first page of a visit keeps the browser's own focus.
    const first = dataset['path'] === undefined
    const moved = dataset['path'] !== path
    dataset['path'] = path
    const main = document.querySelector<HTMLElement>('main')
    if (!first && moved && main) stop.current = focusHeading(main)
    return () => stop.current?.()
  }, [path])
  const hydrated = useHydrated()
  useEffect(() => {
    if (hydrated) markScreenHydrated()
  }, [hydrated])
  return null
}

/**
 * Returns a screen whose code is fetched when it is first shown, and again on a later visit after a failure. It waits with its
 * own state, because React delays the content behind a `Suspense` by 300 ms, on every start of the app.
 */
function later(load: AppRoute['load'], waiting: AppRoute['waiting']): Screen {
  let loadedScreen: Screen | undefined
  return function Later() {
    const [Part, setPart] = useState(() => loadedScreen)
    const [failure, setFailure] = useState<{ reason: unknown }>()
    useEffect(() => {
      if (loadedScreen) return undefined
      let there = true
      load().then(
        (screen) => {
          loadedScreen = screen
          if (there) setPart(() => screen)
        },
        (reason: unknown) => {
          if (there) setFailure({ reason })
        },
      )
      return () => {
        there = false
      }
    }, [])
    // The error boundary around the screen handles the failure.
    if (failure) throw failure.reason
    return Part ? <Part /> : <WaitingPage kind={waiting} />
  }
}

/** Every screen by its path, and the screen for unknown addresses. */
export interface Screens {
  byPath: ReadonlyMap<string, Screen>
  notFound: Screen
}

/** Returns screens that fetch their code when they are first shown. `ready` holds the screens whose code is already loaded. */
export function lazyScreens(
  routes: readonly AppRoute[],
  notFound: AppRoute['load'],
  ready: ReadonlyMap<string, Screen> = new Map(),
): Screens {
  return {
    byPath: new Map(
      routes.map((route) => [route.path, ready.get(route.path) ?? later(route.load, route.waiting)]),
    ),
    notFound: ready.get('*') ?? later(notFound, undefined),
  }
}

/** Shows the screen of the current address, with its default page head. */
export function ScreenView({ routes, screens }: { routes: readonly AppRoute[]; screens: Screens }) {
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.path} path={route.loose ? `${route.path}/*?` : route.path}>
          <ScreenFrame route={route} screen={screens.byPath.get(route.path)} />
        </Route>
      ))}
      <Route>
        <ScreenFrame route={nowhere} screen={screens.notFound} />
      </Route>
    </Switch>
  )
}

const nowhere = { path: '*', ...unknownHead }

interface ScreenFrameProps {
  route: Pick<AppRoute, 'path' | 'title' | 'noIndex' | 'waiting'>
  screen: Screen | undefined
}
function ScreenFrame({ route, screen: Screen }: ScreenFrameProps) {
  const { path, title, noIndex = false, waiting } = route
  return (
    <>
      <PageHead title={title} noIndex={noIndex} />
      <Suspense key={path} fallback={<WaitingPage kind={waiting} />}>
        {Screen && <Screen />}
        <RouteFocus />
      </Suspense>
    </>
  )
}
