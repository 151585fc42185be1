import { Suspense, useEffect, useState } from 'react'
import { Route, Switch } from 'wouter'
import { unknownHead } from '#contract/heads/head.ts'
import { PageHead } from '#ui/page-head.tsx'
import { RouteFocus } from './navigation/route-focus.tsx'
import type { AppRoute, Screen } from './route-table.ts'
import { WaitingPage } from './waiting-page.tsx'

/**
 * A screen whose code is fetched when it is first shown, and again for a later visit when it did not come. It waits by a
 * state of its own: what React reveals after suspending it holds back for 300 ms, on every start of the app.
 */
function later(load: AppRoute['load'], waiting: AppRoute['waiting']): Screen {
  let known: Screen | undefined
  return function Later() {
    const [Part, setPart] = useState(() => known)
    const [failure, setFailure] = useState<{ reason: unknown }>()
    useEffect(() => {
      if (known) return undefined
      let there = true
      load().then(
        (screen) => {
          known = screen
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
    // For the boundary around the screen, like any other error of it.
    if (failure) throw failure.reason
    return Part ? <Part /> : <WaitingPage kind={waiting} />
  }
}

/** Every screen by its path, and the one for addresses that lead nowhere. */
export interface Screens {
  byPath: ReadonlyMap<string, Screen>
  notFound: Screen
}

/** Screens whose code is fetched when they are first shown. `ready` holds those whose code is already here. */
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
