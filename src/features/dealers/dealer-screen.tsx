import { useParams } from 'wouter'
import { dealerHead, tradeName } from '#contract/heads/dealer-head.ts'
import { useDealer } from '#local/react'
import { hiddenAge, useCachedAt } from '#parts/car-age.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { DealerAside } from './dealer-aside.tsx'
import { StockArea } from './stock/stock-area.tsx'
import { useStock } from './stock/use-stock.ts'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { VerifiedPill } from './dealer-card.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { StockLoading } from './stock/stock-cars.tsx'
import { IconBuildingStore } from '@tabler/icons-react'
import { missingHead } from '#contract/heads/head.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'

function DealerNotFound() {
  return (
    <>
      <PageHead {...missingHead} />
      <EmptyState
        level="h1"
        icon={IconBuildingStore}
        title="This dealer could not be found."
        actions={<Button href="/dealers">All dealers</Button>}
      >
        They may have left, or sell nothing any more.
      </EmptyState>
    </>
  )
}

/** Layout of the page, loaded or not: on a phone the dealer before the cars, on wide screens both side by side. */
const dealerLook = {
  grid: 'mt-2 grid gap-x-8 gap-y-5 lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start',
  heading: 'lg:col-start-2',
  aside: 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
  stock: 'min-w-0 lg:col-start-2',
}

function DealerLoading() {
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

const trail = [{ label: 'Dealers', href: '/dealers' }, { label: 'Dealer Detail' }]

/** Shows /dealer/{id}: a dealer and all cars on offer; search, filters and page are in the address. */
export function DealerScreen() {
  const { id } = useParams<{ id: string }>()
  // The key resets the state for another dealer.
  return <OneDealer key={id} id={id} />
}

function OneDealer({ id }: { id: string }) {
  const reading = useDealer(id)
  const stock = useStock(id)
  const { data, status, source, refreshing } = reading
  const cachedAt = useCachedAt(reading)
  const dealer = data?.dealer
  // Cached data may lack a dealer that exists by now, so only a fresh response proves that there is none.
  const notFound = data !== undefined && !dealer && source === 'network' && !refreshing
  const unreachable = status === 'failed' || (data !== undefined && !dealer && !notFound && !refreshing)
  return (
    <div className="mx-auto max-w-page px-4 pt-4 pb-8" {...hiddenAge(source, cachedAt !== undefined)}>
      <Breadcrumb trail={trail} />
      {dealer ? (
        <>
          <PageHead {...dealerHead(dealer, stock.narrowed)} />
          <div className={dealerLook.grid}>
            <div className={dealerLook.heading}>
              <DealerHeading dealer={dealer} />
            </div>
            <div className={dealerLook.aside}>
              <DealerAside dealer={dealer} cachedAt={cachedAt} />
            </div>
            <div className={dealerLook.stock}>
              <StockArea stock={stock} expected={dealer.listingCarsCount} />
            </div>
          </div>
        </>
      ) : notFound ? (
        <DealerNotFound />
      ) : unreachable ? (
        <>
          <LoadFailed
            level="h1"
            title="This dealer is out of reach"
            onRetry={reading.refresh}
            actions={
              <Button href="/dealers" look="outline">
                All dealers
              </Button>
            }
          >
            <p>{reading.error?.message}</p>
            <p className="mt-1">Their page is not kept on this phone, so it needs a connection.</p>
          </LoadFailed>
          {/* The listings on this phone may contain cars of this dealer. */}
          {stock.reading.data !== undefined && <StockArea stock={stock} expected={0} />}
        </>
      ) : (
        <DealerLoading />
      )}
    </div>
  )
}

/** Shows the full name and the business name, the trade name in large (R-DEAL-16). */
function DealerHeading({ dealer }: { dealer: DealerProfile }) {
  const { fullname, businessname, city } = dealer
  return (
    <header>
      <h1 className="font-bold">
        {businessname !== '' && (
          <>
            <span className="block font-sans text-sm font-medium tracking-normal text-ink-2">
              {fullname}
            </span>{' '}
          </>
        )}
        <span className="block text-3xl text-balance wrap-anywhere">{tradeName(dealer)}</span>
      </h1>
      <p className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        {city !== '' && <span>{city}</span>}
        {dealer.verified && (
          <>
            <VerifiedPill />
            <span className="text-13 text-ink-3">Plan and proof of the dealership checked</span>
          </>
        )}
      </p>
    </header>
  )
}
