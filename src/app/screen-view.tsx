import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { PageHead } from '#ui/page-head.tsx'
import { RouteFocus } from './navigation/route-focus.tsx'
import type { AppRoute, Screen } from './route-table.ts'
import { WaitingPage } from './waiting-page.tsx'

/** Milliseconds after which code that did not come is asked for anew; React itself tries once more at once. */
const renewMs = 1000

/** A screen whose code is fetched when it is first shown, and again for a later visit when it did not come. */
function later(load: AppRoute['load']): Screen {
  const fresh = (): Screen =>
    lazy(() =>
      load().then(
        (screen) => ({ default: screen }),
        (error: unknown) => {
          setTimeout(() => {
            Part = fresh()
          }, renewMs)
          throw error
        },
      ),
    )
  let Part = fresh()
  return () => <Part />
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
    byPath: new Map(routes.map((route) => [route.path, ready.get(route.path) ?? later(route.load)])),
    notFound: ready.get('*') ?? later(notFound),
  }
}

/** Shows the screen of the current address, with its default page head. */
export function ScreenView({ routes, screens }: { routes: readonly AppRoute[]; screens: Screens }) {
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.path} path={route.loose ? `${route.path}/*?` : route.path}>
          <Shown route={route} screen={screens.byPath.get(route.path)} />
        </Route>
      ))}
      <Route>
        <Shown route={nowhere} screen={screens.notFound} />
      </Route>
    </Switch>
  )
}

const nowhere = { path: '*', title: 'Page not found (404)', noIndex: true }

interface ShownProps {
  route: Omit<AppRoute, 'load'>
  screen: Screen | undefined
}
function Shown({ route, screen: Screen }: ShownProps) {
  const { path, title, description, noIndex = false, waiting = 'page' } = route
  return (
    <>
      <PageHead title={title} noIndex={noIndex} {...(description === undefined ? {} : { description })} />
      <Suspense key={path} fallback={<WaitingPage kind={waiting} />}>
        {Screen && <Screen />}
        <RouteFocus />
      </Suspense>
    </>
  )
}
