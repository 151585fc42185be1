import type { ReactNode } from 'react'
import type { ServerQuery } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'

interface Props<T> {
  query: ServerQuery<T>
  /** Subject of the error message: "The orders could not be loaded". */
  what: string
  /** Placeholder until the response arrives. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the response, also while a newer one is requested or has failed; without a response, the placeholder or the error. */
export function Answer<T>({ query: { data, error, busy, refresh }, what, skeleton, children }: Props<T>) {
  if (data !== undefined)
    return (
      <div aria-busy={busy}>
        {error && (
          <div className="my-3 flex flex-wrap items-center gap-3">
            <ErrorNote className="min-w-0 flex-1 basis-60">{error.message}</ErrorNote>
            <Button look="outline" size="sm" loading={busy} onClick={refresh}>
              Try again
            </Button>
          </div>
        )}
        {children(data)}
      </div>
    )
  if (error && !busy)
    return (
      <LoadFailed title={`${what} could not be loaded`} onRetry={refresh}>
        {error.message}
      </LoadFailed>
    )
  return (
    <div aria-busy="true">
      <output className="sr-only">{`Loading ${what.toLowerCase()}`}</output>
      {skeleton}
    </div>
  )
}
