import type { ReactNode } from 'react'
import type { ReadResult } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

export interface QueryStateProps<T> {
  reading: ReadResult<T>
  /** Subject of the error message: "Your inquiries could not be loaded". */
  what: string
  /** Placeholder of the same size as the content, without the line above it. */
  skeleton: ReactNode
  /** Returns the number of entries as text, for the line above. */
  count?: (data: T) => string
  /** Returns whether the data is empty, so that `empty` is shown. */
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}
const lineLook = 'mb-3 flex min-h-6 flex-wrap items-center gap-x-1 text-sm text-ink-2'

/** Shows a query of own data: the phone's copy at once, with its age, then the server's response. */
export function QueryState<T>({
  reading,
  what,
  skeleton,
  count,
  isEmpty,
  empty,
  children,
}: QueryStateProps<T>) {
  const { data, status, error, source, asOf, refresh } = reading
  if (data === undefined) {
    return status === 'loading' ? (
      <div aria-busy="true">
        <output className="sr-only">{`Loading ${what.toLowerCase()}`}</output>
        <div className={lineLook} />
        {skeleton}
      </div>
    ) : (
      <LoadFailed title={`${what} could not be loaded`} onRetry={refresh}>
        {error?.message}
      </LoadFailed>
    )
  }
  const nothing = isEmpty?.(data) === true
  return (
    <>
      <p className={lineLook}>
        {!nothing && count && <span>{count(data)}</span>}
        {source === 'phone' && asOf !== undefined && (
          <span>
            {!nothing && count && '· '}
            <Freshness at={asOf} />
          </span>
        )}
      </p>
      {nothing ? empty : children(data)}
    </>
  )
}

/** Shows a placeholder for a form: a picture, four fields and a button. */
export function FormSkeleton() {
  return (
    <div className="max-w-[34rem]" aria-busy="true">
      <output className="sr-only">Loading your profile</output>
      <div className="flex items-center gap-4">
        <Skeleton className="size-24 rounded-pill!" />
        <Skeleton className="h-11 w-40 rounded-pill!" />
      </div>
      {Array.from({ length: 4 }, (_, key) => (
        <div key={key} className="mt-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-1.5 h-12 rounded-input!" />
        </div>
      ))}
      <Skeleton className="mt-6 h-12 rounded-pill!" />
    </div>
  )
}
