import { IconHeart } from '@tabler/icons-react'
import { useState } from 'react'
import { pageSizes } from '#contract/limits.ts'
import { useKeptCars, useServerNow } from '#local/react'
import { CarCard } from '#parts/car-card.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** The favourites on this phone, nine a page; one that is taken back leaves the list. */
export function FavouriteAds() {
  const { data, status, asOf } = useKeptCars()
  const now = useServerNow()
  const [wanted, setPage] = useState(1)
  if (!data && status === 'loading') return <Skeleton className="h-96 rounded-card!" />
  const cars = data?.favourites ?? []
  if (cars.length === 0) {
    return (
      <EmptyState
        icon={IconHeart}
        title="No cars available"
        actions={<Button href="/listings">Meet the cars</Button>}
      >
        Tap the heart on a car and it waits for you here.
      </EmptyState>
    )
  }
  const pages = Math.ceil(cars.length / pageSizes.favourites)
  const page = Math.min(wanted, pages)
  const from = (page - 1) * pageSizes.favourites
  return (
    <>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {cars.slice(from, from + pageSizes.favourites).map((car) => (
          <li key={car._id}>
            <CarCard car={car} asOf={asOf || now} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pager page={page} pages={pages} hrefOf={() => '/profile?tab=favourites'} onPage={setPage} />
      </div>
    </>
  )
}
