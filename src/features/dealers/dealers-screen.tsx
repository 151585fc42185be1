import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useDealers } from '#local/react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import { PageHead } from '#ui/page-head.tsx'
import { listAddress, placeIn } from './address.ts'
import { DealerList } from './dealer-list.tsx'
import { SearchForm } from '#parts/search/search-form.tsx'
import { useReload } from './use-reload.ts'

const about = 'Who sells cars as a business: where they are, how to reach them and how many cars they offer.'

/** /dealers: everybody who sells as a business, as a grid of cards; page and search are in the address. */
export function DealersScreen() {
  const [, navigate] = useLocation()
  const place = placeIn(useSearch())
  const reading = useDealers(place.page, place.search)
  const title = useTurnedPage(place.page, place.search)
  const [submits, setSubmits] = useState(0)
  useReload(String(submits), reading)
  return (
    <div className="mx-auto max-w-page px-4 py-4">
      <PageHead
        title={place.page > 1 ? `Dealers, page ${place.page}` : 'Dealers'}
        description={about}
        canonical={listAddress({ page: place.page })}
        noIndex={place.search !== ''}
      />
      <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Dealers' }]} />
      <div className="mt-2 mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 ref={title} tabIndex={-1} className="text-3xl font-bold">
            Dealers
          </h1>
          <p className="mt-1 max-w-text text-ink-2">{about}</p>
        </div>
        <SearchForm
          label="Search Dealer"
          value={place.search}
          onSearch={(search) => {
            setSubmits((before) => before + 1)
            navigate(listAddress({ search }))
          }}
          className="w-full sm:w-80"
        />
      </div>
      <DealerList place={place} reading={reading} onPlace={(to) => navigate(listAddress(to))} />
    </div>
  )
}
