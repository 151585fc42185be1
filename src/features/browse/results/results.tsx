import type { ListingState } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import { pageSizes } from '#contract/limits.ts'
import type { ReadResult } from '#local/react'
import { useAged } from '#parts/car-age.tsx'
import { CarCard } from '#parts/car-card.tsx'
import { CardSkeleton } from '#parts/card-skeleton.tsx'
import type { Applied } from '#parts/search/applied.ts'
import { Failed, NoResults } from './no-results.tsx'

export const grid = '@container grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const places = Array.from({ length: pageSizes.search }, (_, i) => i)

interface Props {
  reading: ReadResult<CarPage>
  state: ListingState
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
}

/** Cards that a phone's first view may show. */
const seenFirst = 2
/** As high as a card in the one column of a phone: its picture and the lines below it. */
const below =
  'min-w-0 laid-second max-sm:laid-when-near max-sm:[contain-intrinsic-block-size:auto_calc(75cqw+171px)]'

/** The cards, or an honest word on why there are none. */
export function Results({ reading, state, applied, onChange }: Props) {
  const { data, status, source, error } = reading
  const aged = useAged(source)
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
    return <Failed message={error?.message} onRetry={reading.refresh} />
  }
  if (data.data.length > 0) {
    const asOf = reading.asOf ?? Date.parse(data.as_of)
    return (
      <ul className={grid}>
        {data.data.map((car, i) => (
          <li key={car._id} className={i < seenFirst ? 'min-w-0' : below}>
            <CarCard car={car} asOf={asOf} aged={aged} first={i === 0} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <NoResults
      state={state}
      elsewhere={data.count_records > 0}
      applied={applied}
      onPhone={source === 'phone'}
      onChange={onChange}
    />
  )
}
