import { type AdFilter, adFilters, type AdminAd, adminAdRoutes } from '#contract/admin/admin-ads.ts'
import { useServerQuery } from '#local/react'
import { useDialogAbout } from './list/action-dialog.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { RowButton } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'
import { type AdAction, AdActions, AdCell, SellerCell, StateCell } from './ad-cells.tsx'

const labels: Readonly<Record<AdFilter, string>> = {
  all: 'All ads',
  active: 'Active',
  sold: 'Sold',
  inactive: 'InActive',
  hidden: 'Hidden',
  featured: 'Featured',
}
const states = adFilters.map((value) => ({ value, label: labels[value] }))

/** /admin/ads: every ad, to be hidden, restored or featured (R-ROLE-20). */
export function AdminAds() {
  const place = useAdminAddress('/admin/ads')
  const state = place.choice('state', adFilters, 'all')
  const query = useServerQuery(adminAdRoutes.adminListAds, { body: { ...place.asked, state } })
  const { about, open, show, close } = useDialogAbout<{ ad: AdminAd; action: AdAction }>()
  const button = (ad: AdminAd, action: AdAction, words: string) => (
    <RowButton of={ad.title} onClick={() => show({ ad, action })}>
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
    <>
      <AdminList
        place={place}
        query={query}
        searchLabel="Title, address, seller or e-mail"
        filters={[{ name: 'state', label: 'Which ads', options: states, value: state }]}
        one="ad"
        many="ads"
        columns={columns}
      />
      <AdActions about={about} open={open} onClose={close} onDone={query.refresh} />
    </>
  )
}
