import { pathPattern, type PageRow } from '#contract/pages.ts'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import type { ComponentType } from 'react'

/** A screen reads its address from the router; `given` is data to start from, which the app does not pass yet. */
export type Screen = ComponentType<{ given?: undefined }>

/** A page of the app with its screen, in the browser and in the server's drawing. */
export interface AppRoute extends PageRow {
  /** Skeleton to show while the screen's code loads. */
  waiting?: 'grid' | 'page'
  /** Whether the screen starts at the top edge of a phone and has its own bar, so that the shell hides its two bars. */
  ownBar?: boolean
  load: () => Promise<Screen>
}

const patterns = new Map<string, RegExp>()

/** Returns the pattern of a route; like the router, it ignores case. */
function patternOf(route: AppRoute): RegExp {
  const compiled = patterns.get(route.path)
  if (compiled) return compiled
  const made = pathPattern(route, 'i')
  patterns.set(route.path, made)
  return made
}

/** Returns the route of an address by the rules of the router, for use outside of the router. */
export function matchingRoute(routes: readonly AppRoute[], pathname: string): AppRoute | undefined {
  return routes.find((route) => patternOf(route).test(pathname))
}

/** Fetches the code of an address before it is needed; showing the screen requests the code again. */
export function preloadScreen(routes: readonly AppRoute[], pathname: string): void {
  matchingRoute(routes, pathname)?.load().catch(ignoreExpected('load-screen', isOffline))
}
