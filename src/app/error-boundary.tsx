import { Component, type ReactNode } from 'react'
import { isOffline } from '#contract/values/expected.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

interface Props {
  /** A change of it (a navigation) gives the page another chance. */
  resetKey: string
  onError?: (error: unknown) => void
  children: ReactNode
}
interface State {
  failed: boolean
  /** Its code is not on this phone, and did not come. */
  missing?: boolean
  resetKey: string
}

/** A calm page where a screen broke, inside the shell that still works. What waits on the phone is not touched. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, missing: isOffline(error) }
  }
  static getDerivedStateFromProps(props: Props, state: State): State | null {
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
