import { useCallback, useMemo, Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import { limits } from '#contract/limits.ts'
import { useSiteSettings } from '#local/react'
import { HeadContext, type HeadData, type HeadSink } from '#ui/page-head.tsx'
import { writeHead } from './navigation/browser-head.ts'
import { matchingRoute } from './navigation/matching-route.ts'
import { appRoutes } from './routes.ts'
import { type Screens, ScreenView } from './screen-view.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

interface Props {
  screens: Screens
  /** Receives the page's head when there is no document. */
  collectHead?: HeadSink | undefined
}

/** A screen whose code is not on this phone is no bug. */
const ignoreMissingScreen = ignoreExpected('show-screen', isOffline)

/** Renders the shell with the screen of the current address, and its head data. */
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
    <HeadContext value={head}>
      <Shell ownBar={matchingRoute(appRoutes, path)?.ownBar ?? false}>
        <ErrorBoundary resetKey={path} onError={ignoreMissingScreen}>
          <ScreenView routes={appRoutes} screens={screens} />
        </ErrorBoundary>
      </Shell>
    </HeadContext>
  )
}

interface BoundaryProps {
  /** Key whose change (a navigation) retries the page. */
  resetKey: string
  onError?: (error: unknown) => void
  children: ReactNode
}
interface BoundaryState {
  failed: boolean
  /** Whether the code of the screen is not on this phone and could not be loaded. */
  missing?: boolean
  resetKey: string
}

/** Shows an error page in place of a broken screen, inside the working shell. The outbox is not touched. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: true, missing: isOffline(error) }
  }
  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        level="h1"
        title={this.state.missing ? 'This page needs a connection' : 'This page stalled'}
        actions={
          <>
            <Button onClick={() => location.reload()}>Load it again</Button>
            <Button href="/listings" look="outline">
              Browse cars
            </Button>
          </>
        }
      >
        <p>
          {this.state.missing ? 'It is not on this phone yet.' : 'Something went wrong while showing it.'}{' '}
          What you saved and wrote is still here.
        </p>
      </EmptyState>
    )
  }
}
