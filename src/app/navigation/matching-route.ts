import { pathPattern } from '#contract/pages.ts'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import type { AppRoute } from '../route-table.ts'

const patterns = new Map<string, RegExp>()

/** The router takes small and capital letters for the same. */
function patternOf(route: AppRoute): RegExp {
  const compiled = patterns.get(route.path)
  if (compiled) return compiled
  const made = pathPattern(route, 'i')
  patterns.set(route.path, made)
  return made
}

/** The route an address belongs to, by the same rules as the router, for use outside of it. */
export function matchingRoute(routes: readonly AppRoute[], pathname: string): AppRoute | undefined {
  return routes.find((route) => patternOf(route).test(pathname))
}

/** Has the code of an address fetched before anything asks for it; a person who shows it asks again. */
export function preloadScreen(routes: readonly AppRoute[], pathname: string): void {
  matchingRoute(routes, pathname)?.load().catch(ignoreExpected('load-screen', isOffline))
}
