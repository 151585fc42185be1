import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import { limits } from '#contract/limits.ts'
import { useSiteSettings } from '#local/react'
import { type HeadData, HeadProvider, type HeadSink } from '#ui/page-head.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { writeHead } from './navigation/browser-head.ts'
import { matchingRoute } from './navigation/matching-route.ts'
import { appRoutes } from './routes.ts'
import { type Screens, ScreenView } from './screen-view.tsx'
import { Shell } from './shell/shell.tsx'

interface Props {
  screens: Screens
  /** Receives the page's head where there is no document. */
  collectHead?: HeadSink | undefined
}

/** A screen whose code is not on this phone has no bug. */
const ignoreMissingScreen = ignoreExpected('show-screen', isOffline)

/** The shell with the screen of the current address in it, and its head data. */
export function AppFrame({ screens, collectHead }: Props) {
  const [path] = useLocation()
  const { name } = useSiteSettings()
  const apply = useCallback(
    (head: HeadData) => writeHead(document, head, { brand: name, mostDescription: limits.metaDescription }),
    [name],
  )
  const head = useMemo(
    () => ({ apply, ...(collectHead ? { collect: collectHead } : {}) }),
    [apply, collectHead],
  )
  return (
    <HeadProvider actions={head}>
      <Shell ownBar={matchingRoute(appRoutes, path)?.ownBar ?? false}>
        <ErrorBoundary resetKey={path} onError={ignoreMissingScreen}>
          <ScreenView routes={appRoutes} screens={screens} />
        </ErrorBoundary>
      </Shell>
    </HeadProvider>
  )
}
