import { aboutPage } from '#contract/heads/page-abouts.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import { pageSizes } from '#contract/limits.ts'
import { useDealers, useSiteSettings } from '#local/react'
import { listAddress, readListAddress } from '#parts/search/list-address.ts'
import { ListPage } from '#parts/search/list-page.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { DealerCard, DealerCardSkeleton } from './dealer-card.tsx'
import { useReload } from './use-reload.ts'

const path = '/dealers'

/** Shows /dealers: all businesses, as a grid of cards (R-DEAL-03, R-DEAL-04, R-DEAL-08). */
export function DealersScreen() {
  const [, navigate] = useLocation()
  const place = readListAddress(useSearch())
  const reading = useDealers(place.page, place.search)
  const submitted = useReload(reading)
  return (
    <ListPage
      title="Dealers"
      about={aboutPage('/dealers', useSiteSettings())}
      searchLabel="Search Dealer"
      onSearch={(search) => {
        submitted()
        navigate(listAddress(path, { search }))
      }}
      path={path}
      place={place}
      reading={reading}
      size={pageSizes.dealers}
      one="dealer"
      many="dealers"
      offline="Dealers that you have seen before are kept on this phone."
      grid="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      height="max-sm:estimated-h-214"
      skeleton={<DealerCardSkeleton />}
      none={<NoDealers search={place.search} />}
      keyOf={({ _id }) => _id}
    >
      {(dealer) => <DealerCard dealer={dealer} />}
    </ListPage>
  )
}

function NoDealers({ search }: { search: string }) {
  return (
    <EmptyState
      icon={IconBuildingStore}
      title="No Data found..."
      actions={search !== '' && <Button href={path}>Show all dealers</Button>}
    >
      {search === ''
        ? 'No dealer has joined yet.'
        : `No dealer has a name or a city that begins like “${search}”.`}
    </EmptyState>
  )
}
