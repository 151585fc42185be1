import { IconCarOff } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useShowsAge } from '#parts/car-age.tsx'
import { ListingCard, CardSkeleton } from '#parts/listing-card.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { allOfThem } from '#contract/heads/dealer-stock.ts'
import type { Stock } from './use-stock.ts'

const grid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'
const sizes =
  '(min-width: 1280px) 17rem, (min-width: 1024px) 19rem, (min-width: 640px) 46vw, calc(100vw - 2rem)'

export function StockLoading({ cars = pageSizes.dealerCars }: { cars?: number }) {
  return (
    <ul className={grid} aria-label="Loading cars" aria-busy="true">
      {Array.from({ length: Math.min(cars, pageSizes.dealerCars) }, (_, i) => (
        <li key={i}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  )
}

/** Shows nine cars a page with their hearts and a pager (R-DEAL-17, R-DEAL-18), or why there are none. */
export function StockCars({ stock, expected }: { stock: Stock; expected: number }) {
  const { state, reading, go, hrefOf } = stock
  const { data, status, source, error, refresh } = reading
  const aged = useShowsAge(source)
  if (data === undefined) {
    return status === 'failed' ? (
      <LoadFailed title="The cars could not be loaded" onRetry={refresh}>
        {error?.message ?? 'No connection to the server.'}
      </LoadFailed>
    ) : (
      <StockLoading cars={expected} />
    )
  }
  const pages = Math.ceil(data.count_records / pageSizes.dealerCars)
  if (data.data.length === 0) return <NoCars stock={stock} elsewhere={pages > 0} />
  const asOf = reading.asOf ?? Date.parse(data.as_of)
  return (
    <div aria-busy={reading.refreshing}>
      <ul className={grid}>
        {data.data.map((car, i) => (
          <li key={car._id} className="min-w-0">
            <ListingCard
              car={car}
              asOf={reading.times?.get(car._id) ?? asOf}
              aged={aged}
              first={i === 0}
              sizes={sizes}
              heading="h3"
            />
          </li>
        ))}
      </ul>
      <div className="mt-6 min-h-11">
        <Pager
          page={state.page}
          pages={pages}
          hrefOf={(page) => hrefOf({ ...state, page })}
          onPage={(page) => {
            go({ ...state, page })
            document.getElementById('stock')?.scrollIntoView({ block: 'start' })
          }}
        />
      </div>
    </div>
  )
}

function NoCars({
  stock: { state, narrowed, reading, go },
  elsewhere,
}: {
  stock: Stock
  elsewhere: boolean
}) {
  const onPhone = reading.source === 'phone'
  return (
    <EmptyState
      icon={IconCarOff}
      title="No cars available"
      actions={
        elsewhere ? (
          <Button onClick={() => go({ ...state, page: 1 })}>Go to the first page</Button>
        ) : (
          narrowed && (
            <Button onClick={() => go({ ...allOfThem, sort: state.sort })}>Show all their cars</Button>
          )
        )
      }
    >
      {elsewhere
        ? 'There are fewer cars than that: this page is past the last one.'
        : onPhone
          ? 'None of those that this phone keeps. The server may know more; it is asked as soon as there is signal.'
          : narrowed
            ? 'None of this dealer’s cars matches all of this.'
            : 'This dealer has nothing for sale right now.'}
    </EmptyState>
  )
}
