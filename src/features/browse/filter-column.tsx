import { lazy, Suspense, useState } from 'react'
import type { ListingState } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { classesAreThere } from '#parts/use-at-rest.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'

const FilterAside = lazy(async () => {
  const [{ FilterAside: Aside }] = await Promise.all([
    import('./filters/filter-aside.tsx'),
    classesAreThere(),
  ])
  return { default: Aside }
})

interface Props {
  /** There is room, and nothing more urgent is being fetched. */
  ready: boolean
  state: ListingState
  brands?: Brand[] | undefined
  onChange: (next: ListingState) => void
}

/** The place of the filter panel beside the results; its code and its counts come after the first cards. */
export function FilterColumn({ ready, ...panel }: Props) {
  // Once there it stays: other cars on their way must not take the panel from under a finger.
  const [there, setThere] = useState(ready)
  if (ready && !there) setThere(true)
  const waiting = (
    <div aria-hidden className="flex h-dvh flex-col gap-4 p-4">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </div>
  )
  return (
    <aside
      aria-label="Filters"
      className="sticky top-[calc(var(--header)+1rem)] hidden max-h-[calc(100dvh-var(--header)-2rem)] w-72 shrink-0 self-start overflow-y-auto overscroll-contain rounded-card bg-surface shadow-e1 wide:block"
    >
      {there ? (
        <Suspense fallback={waiting}>
          <FilterAside {...panel} />
        </Suspense>
      ) : (
        waiting
      )}
    </aside>
  )
}
