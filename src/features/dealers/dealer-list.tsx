import { IconBuildingStore, IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { pageSizes } from '#contract/limits.ts'
import type { DealerPage, Reading } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { grouped } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { listAddress, type ListPlace } from './address.ts'
import { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'
const lineLook =
  'mb-4 flex min-h-18 flex-col justify-between gap-2 sm:min-h-11 sm:flex-row sm:items-center [&>nav]:w-full sm:[&>nav]:w-auto'
const twelve = Array.from({ length: pageSizes.dealers }, (_, i) => i)

interface Props {
  place: ListPlace
  reading: Reading<DealerPage>
  onPlace: (to: ListPlace) => void
}

/** The grid with its pages above and below (R-DEAL-03, R-DEAL-04, R-DEAL-08), or why there is none. */
export function DealerList({ place, reading, onPlace }: Props) {
  const { data, status, error, refresh, refreshing } = reading
  const { page, search } = place
  const [, navigate] = useLocation()
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / pageSizes.dealers))
  const behind = data !== undefined && !refreshing && page > pages
  useEffect(() => {
    if (behind) navigate(listAddress({ search, page: pages }), { replace: true })
  }, [behind, navigate, search, pages])

  if (data === undefined || behind) {
    return status === 'failed' ? (
      <EmptyState
        icon={IconCloudOff}
        title="The dealers could not be loaded"
        actions={<Button onClick={refresh}>Try again</Button>}
      >
        <p>{error?.message}</p>
        <p className="mt-1">Dealers that you have seen before are kept on this phone.</p>
      </EmptyState>
    ) : (
      // Nothing of it becomes a part of what comes: the cards would seem to move.
      <div key="loading" aria-busy="true">
        <output className="sr-only">Loading dealers</output>
        <div className={lineLook} />
        <div className={grid}>
          {twelve.map((key) => (
            <DealerCardSkeleton key={key} />
          ))}
        </div>
      </div>
    )
  }
  if (data.count === 0)
    return (
      <EmptyState
        icon={IconBuildingStore}
        title="No Data found..."
        actions={
          search !== '' && <Button onClick={() => onPlace({ page: 1, search: '' })}>Show all dealers</Button>
        }
      >
        {search === ''
          ? 'No dealer has joined yet.'
          : `No dealer has a name or a city that begins like “${search}”.`}
      </EmptyState>
    )
  const pager = (label: string) => (
    <Pager
      label={label}
      page={page}
      pages={pages}
      hrefOf={(to) => listAddress({ search, page: to })}
      onPage={(to) => {
        onPlace({ search, page: to })
        window.scrollTo({ top: 0 })
      }}
    />
  )
  return (
    <div key="dealers" aria-busy={refreshing}>
      <div className={lineLook}>
        <p className="text-sm text-ink-2">
          <output className="tabular-nums">
            {grouped(data.count)} {data.count === 1 ? 'dealer' : 'dealers'}
            {search !== '' && ` with “${search}”`}
          </output>
          {reading.source === 'phone' && reading.asOf !== undefined && (
            <>
              {' · '}
              <Freshness at={reading.asOf} />
            </>
          )}
        </p>
        {pager('Pagination above the dealers')}
      </div>
      <ul className={grid}>
        {data.data.map((dealer) => (
          <li key={dealer._id} className="min-w-0">
            <DealerCard dealer={dealer} />
          </li>
        ))}
      </ul>
      <div className="mt-6">{pager('Pagination below the dealers')}</div>
    </div>
  )
}
