import { Skeleton } from '#ui/show/skeleton.tsx'
import { StockLoading } from './stock/stock-cars.tsx'

/** Where everything is, loaded or not: on a phone the dealer before their cars, wider both side by side. */
export const dealerLook = {
  grid: 'mt-2 grid gap-x-8 gap-y-5 lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start',
  heading: 'lg:col-start-2',
  aside: 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
  stock: 'min-w-0 lg:col-start-2',
}

export function DealerLoading() {
  return (
    <div className={dealerLook.grid} aria-busy="true">
      <output className="sr-only">Loading this dealer</output>
      <div className={dealerLook.heading}>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="mt-2 h-8 w-72 max-w-full" />
        <Skeleton className="mt-2 h-5 w-24" />
      </div>
      <div className={dealerLook.aside}>
        <Skeleton className="h-128 rounded-card!" />
      </div>
      <div className={dealerLook.stock}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-12 w-full rounded-input! sm:w-80" />
        </div>
        <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {['make', 'body', 'price', 'sort'].map((key) => (
            <Skeleton key={key} className="h-12 rounded-input!" />
          ))}
        </div>
        <div className="min-h-11" />
        <StockLoading />
      </div>
    </div>
  )
}
