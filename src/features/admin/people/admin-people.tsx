import { adminPageSize, adminPeopleRoutes, type PersonRow } from '#contract/admin/people.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery } from '#local/react'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { MailAddress, RowLink } from '../list/cells.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { PersonPage, PersonState } from './person-page.tsx'

const shows = [
  { value: 'all', label: 'Everybody' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'admins', label: 'Admins' },
]

/** /admin/people: a person who has an account; with `id` one of them. */
export function AdminPeople() {
  const place = useAdminAddress('/admin/people')
  return place.id === undefined ? (
    <List place={place} />
  ) : (
    <PersonPage key={place.id} id={place.id} place={place} />
  )
}

function List({ place }: { place: AdminAddress }) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const show = place.choice('show', ['all', 'suspended', 'admins'], 'all')
  const { page, search } = place
  const query = useServerQuery(adminPeopleRoutes.listPeople, {
    body: {
      page,
      limit: adminPageSize,
      suspended: show === 'suspended',
      admins: show === 'admins',
      ...(search !== '' && { search }),
    },
  })
  const columns: readonly Column<PersonRow>[] = [
    {
      title: 'Person',
      bare: true,
      cell: (p) => (
        <>
          <RowLink href={place.hrefWith({ id: p._id })}>{p.fullname}</RowLink>
          {p.businessname !== '' && <p className="text-13 wrap-anywhere text-ink-3">{p.businessname}</p>}
        </>
      ),
    },
    { title: 'E-mail', cell: (p) => <MailAddress address={p.email} /> },
    { title: 'Number', cell: (p) => <span className="whitespace-nowrap tabular-nums">{p.number}</span> },
    { title: 'Since', cell: (p) => dayAndTime(p.created_at, timeZone).split(',', 1)[0] },
    { title: 'State', cell: (p) => <PersonState person={p} /> },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="E-mail, name or number"
      filters={[{ name: 'show', label: 'Which people', options: shows, value: show }]}
      one="person"
      many="people"
      keyOf={({ _id }) => _id}
      columns={columns}
    />
  )
}
