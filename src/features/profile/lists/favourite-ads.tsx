import { IconHeart } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useCachedCars, useServerNow } from '#local/react'
import { CarCard } from '#parts/car-card.tsx'
import { CardSkeleton } from '#parts/card-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { QueryState } from '../query-state.tsx'
import { usePage } from '../use-page.ts'
import { Alerts } from './alerts.tsx'

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const three = ['a', 'b', 'c']

/** The models that the person waits for, and the favourites on this phone, nine a page; one that is taken back leaves the list (R-PROF-11, R-STATE-06). */
export function FavouriteAds() {
  const { page: wanted, hrefOf, onPage } = usePage('favourites')
  const reading = useCachedCars()
  const now = useServerNow()
  return (
    <>
      <Alerts />
      <QueryState
        // Each card tells its own age.
        reading={{ ...reading, source: undefined }}
        what="Your favourites"
        skeleton={
          <div className={grid}>
            {three.map((key) => (
              <CardSkeleton key={key} />
            ))}
          </div>
        }
        count={({ favourites: { length: n } }) => `${n} ${n === 1 ? 'favourite' : 'favourites'}`}
        isEmpty={({ favourites }) => favourites.length === 0}
        empty={
          <EmptyState
            icon={IconHeart}
            title="No cars available"
            actions={<Button href="/listings">Meet the cars</Button>}
          >
            Tap the heart on a car and it waits for you here.
          </EmptyState>
        }
      >
        {({ favourites, times }) => {
          const pages = Math.ceil(favourites.length / pageSizes.favourites)
          const page = Math.min(wanted, pages)
          const from = (page - 1) * pageSizes.favourites
          return (
            <>
              <ul className={grid}>
                {favourites.slice(from, from + pageSizes.favourites).map((car, i) => (
                  <li key={car._id}>
                    <CarCard car={car} asOf={times.get(car._id) ?? now} aged first={i < 2} />
                  </li>
                ))}
              </ul>
              <div className="mt-6">
                <Pager page={page} pages={pages} hrefOf={hrefOf} onPage={onPage} />
              </div>
            </>
          )
        }}
      </QueryState>
    </>
  )
}
