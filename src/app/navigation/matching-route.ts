import { pathPattern, type PageRow } from '#contract/pages.ts'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import type { ComponentType } from 'react'

/** A screen reads its address from the router; `given` is data to start from, and the app gives none yet. */
export type Screen = ComponentType<{ given?: undefined }>

/** One page of the app with its screen, in the browser and as the server draws it. */
export interface AppRoute extends PageRow {
  /** The skeleton to show while the screen's code is on its way. */
  waiting?: 'grid' | 'page'
  /** Starts at the edge of a phone and brings its own bar there, so the shell's two stay away. */
  ownBar?: boolean
  load: () => Promise<Screen>
}

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

/** Has the code of an address fetched before anything needs it; showing the screen requests it again. */
export function preloadScreen(routes: readonly AppRoute[], pathname: string): void {
  matchingRoute(routes, pathname)?.load().catch(ignoreExpected('load-screen', isOffline))
}
