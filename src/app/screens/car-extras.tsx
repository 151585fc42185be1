import { type ComponentType, lazy, Suspense } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { useAtRest } from '#parts/use-at-rest.ts'

/**
 * What is on a car's page for those who look at several: it comes after the first view, and a phone that cannot
 * fetch it now does without.
 */
type Car = Pick<CarDetail, '_id' | 'slug' | 'title'>
const none: { default: ComponentType<{ car: Car }> } = { default: () => null }

const LazyCompare = lazy(() =>
  import('#parts/saved-cars/compare-button.tsx').then(
    ({ CompareButton }): typeof none => ({
      default: ({ car }) => <CompareButton slug={car.slug} title={car.title} />,
    }),
    () => none,
  ),
)
const LazyViewed = lazy(() =>
  import('#parts/saved-cars/viewed-row.tsx').then(
    ({ ViewedRow }): typeof none => ({ default: ({ car }) => <ViewedRow except={car._id} /> }),
    () => none,
  ),
)

/** The way to put this car beside others; its place is kept. */
export function CompareHere({ car }: { car: Car }) {
  const rest = useAtRest()
  return (
    <div className="mt-3 min-h-11">
      <Suspense fallback={null}>{rest && <LazyCompare car={car} />}</Suspense>
    </div>
  )
}

/** The cars looked at before this one. */
export function ViewedBefore({ car }: { car: Car }) {
  const rest = useAtRest()
  return <Suspense fallback={null}>{rest && <LazyViewed car={car} />}</Suspense>
}
