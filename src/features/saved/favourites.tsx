import { type ReactNode, useId } from 'react'
import type { CarCard as Car } from '#contract/cars.ts'
import { useOfflineProgress } from '#local/react'
import { SavedGrid } from '#parts/saved-cars/saved-grid.tsx'
import type { Choosing } from '#parts/saved-cars/use-choosing.ts'
import { NotOffline, OfflineProgress } from './offline-progress.tsx'

interface Props {
  cars: readonly Car[]
  /** Server time of each, by id. */
  times: ReadonlyMap<string, number>
  choosing: Choosing
  guest: boolean
  /** Shown instead when there are none. */
  children: ReactNode
}

/** The hearts of this person, each car with the age of what is said of it. */
export function Favourites({ cars, times, choosing, guest, children }: Props) {
  const id = useId()
  const { missing } = useOfflineProgress()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl font-bold">
        Favourites
        {cars.length > 0 && (
          <span className="ml-2 text-lg font-medium text-ink-3 tabular-nums">{cars.length}</span>
        )}
      </h2>
      {guest && cars.length > 0 && (
        <p className="mt-1 text-ink-2">
          Kept on this phone only.{' '}
          <a href="/login?next=/saved" className="font-semibold text-brand underline underline-offset-4">
            Sign in
          </a>{' '}
          and they join your account.
        </p>
      )}
      <OfflineProgress />
      {cars.length === 0 ? (
        children
      ) : (
        <SavedGrid
          cars={cars}
          times={times}
          choosing={choosing}
          heading="h3"
          className="mt-3"
          over={(car) => missing.has(car._id) && <NotOffline />}
        />
      )}
    </section>
  )
}
