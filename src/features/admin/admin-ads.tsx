import { carStatusLabels } from '#contract/ads.ts'
import { type AdFilter, type AdminAd, adminAdRoutes } from '#contract/admin/admin-ads.ts'
import { useServerQuery } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { RowButton } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'
import { AdCell, SellerCell, StateCell, useAdActions } from './ad-cells.tsx'

const states = optionsOf<AdFilter>({
  all: 'All ads',
  ...carStatusLabels,
  hidden: 'Hidden',
  featured: 'Featured',
})

/** Shows /admin/ads: all ads, which an admin hides, restores or features (R-ROLE-20). */
export function AdminAds() {
  const place = useAdminAddress('/admin/ads')
  const state = place.filter('state', 'Which ads', states, 'all')
  const query = useServerQuery(adminAdRoutes.adminListAds, { body: { ...place.asked, state: state.value } })
  const { dialog, ...actions } = useAdActions(query.refresh)
  const button = (ad: AdminAd, action: keyof typeof actions, words: string) => (
    <RowButton of={ad.title} onClick={() => actions[action](ad)}>
      {words}
    </RowButton>
  )
  const columns: readonly Column<AdminAd>[] = [
    { title: 'Ad', bare: true, cell: (ad) => <AdCell ad={ad} /> },
    { title: 'Seller', cell: (ad) => <SellerCell ad={ad} /> },
    { title: 'State', cell: (ad) => <StateCell ad={ad} /> },
    {
      title: 'Decide',
      bare: true,
      cell: (ad) => (
        <div className="flex flex-wrap gap-2 lg:flex-nowrap">
          {ad.hidden ? button(ad, 'restore', 'Restore') : button(ad, 'hide', 'Hide')}
          {button(ad, 'feature', ad.featured ? 'Unfeature' : 'Feature')}
        </div>
      ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Title, address, seller or e-mail"
      filters={[state]}
      one="ad"
      columns={columns}
    >
      {dialog}
    </AdminList>
  )
}
