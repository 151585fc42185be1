import { IconAlertTriangle, IconCarOff } from '@tabler/icons-react'
import type { ListingState } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import { pageSizes } from '#contract/limits.ts'
import type { Reading } from '#local/react'
import { CarCard } from '#parts/car-card.tsx'
import { CardSkeleton } from '#parts/card-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import type { Applied } from './state/applied.ts'
import { changed, cleared } from './state/filter-change.ts'
import { Loosen } from './loosen.tsx'

export const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const places = Array.from({ length: pageSizes.search }, (_, i) => i)

interface Props {
  reading: Reading<CarPage>
  state: ListingState
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
}

/** The cards, or an honest word on why there are none. */
export function Results({ reading, state, applied, onChange }: Props) {
  const { data, status, source, error } = reading
  if (data === undefined) {
    if (status !== 'failed') {
      return (
        <ul className={grid} aria-label="Loading cars">
          {places.map((i) => (
            <li key={i}>
              <CardSkeleton />
            </li>
          ))}
        </ul>
      )
    }
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title="The cars could not be loaded"
        actions={<Button onClick={reading.refresh}>Try again</Button>}
      >
        {error?.message ?? 'No connection to the server.'} Nothing is kept on this phone for this search.
      </EmptyState>
    )
  }
  if (data.data.length > 0) {
    const asOf = reading.asOf ?? Date.parse(data.as_of)
    return (
      <ul className={grid}>
        {data.data.map((car, i) => (
          <li key={car._id} className="min-w-0">
            <CarCard
              car={car}
              asOf={asOf}
              stale={source === 'phone' && error !== undefined}
              first={i === 0}
            />
          </li>
        ))}
      </ul>
    )
  }
  if (data.count_records > 0) {
    return (
      <EmptyState
        icon={IconCarOff}
        title="No Data found..."
        actions={<Button onClick={() => onChange(changed(state, {}))}>Go to the first page</Button>}
      >
        There are fewer cars than that: this page is past the last one.
      </EmptyState>
    )
  }
  return <Nothing applied={applied} onPhone={source === 'phone'} onChange={onChange} />
}

function Nothing(props: {
  applied: readonly Applied[]
  onPhone: boolean
  onChange: (next: ListingState) => void
}) {
  const { applied, onPhone, onChange } = props
  const where = onPhone ? 'kept on this phone' : 'for sale right now'
  const filtered = applied.length > 0
  return (
    <EmptyState
      icon={IconCarOff}
      title="No Data found..."
      actions={
        filtered && (
          <>
            <Loosen applied={applied} onChange={onChange} className="justify-center" />
            <Button look="quiet" onClick={() => onChange(cleared)}>
              Clear all filters
            </Button>
          </>
        )
      }
    >
      {filtered ? `No car ${where} matches all of this. Take one away:` : `There is no car ${where}.`}
    </EmptyState>
  )
}
