import { useParams } from 'wouter'
import { dealerHead } from '#contract/heads/dealer-head.ts'
import { useDealer } from '#local/react'
import { untoldAge, useCachedAt } from '#parts/car-age.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { DealerAside } from './about/dealer-aside.tsx'
import { DealerHeading } from './about/dealer-heading.tsx'
import { dealerLook, DealerLoading } from './dealer-loading.tsx'
import { DealerGone, DealerUnreachable } from './dealer-missing.tsx'
import { StockArea } from './stock/stock-area.tsx'
import { useStock } from './stock/use-stock.ts'

const trail = [
  { label: 'Home', href: '/' },
  { label: 'Dealers', href: '/dealers' },
  { label: 'Dealer Detail' },
]

/** /dealer/{id}: who sells, and every car they offer; search, filters and page are in the address. */
export function DealerScreen() {
  const { id } = useParams<{ id: string }>()
  // Another dealer begins with nothing of this one.
  return <OneDealer key={id} id={id} />
}

function OneDealer({ id }: { id: string }) {
  const reading = useDealer(id)
  const stock = useStock(id)
  const { data, status, source, refreshing } = reading
  const cachedAt = useCachedAt(reading)
  const dealer = data?.dealer
  // What was not there once may be there by now: only a fresh answer counts.
  const gone = data !== undefined && !dealer && source === 'network' && !refreshing
  const unreachable = status === 'failed' || (data !== undefined && !dealer && !gone && !refreshing)
  return (
    <div className="mx-auto max-w-page px-4 pt-4 pb-8" {...untoldAge(source, cachedAt !== undefined)}>
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
      ) : gone ? (
        <DealerGone />
      ) : unreachable ? (
        <>
          <DealerUnreachable message={reading.error?.message} onRetry={reading.refresh} />
          {/* What the catalogue on this phone has of them. */}
          {stock.reading.data !== undefined && <StockArea stock={stock} expected={0} />}
        </>
      ) : (
        <DealerLoading />
      )}
    </div>
  )
}
