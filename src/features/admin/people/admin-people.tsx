import { adminPeopleRoutes, type Person, type PersonRow } from '#contract/admin/people.ts'
import { useServerQuery, useSession } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { MailAddress, PersonCell, dayOf, useMarketTime } from '../list/cells.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { OnePage } from '../list/one-page.tsx'
import { suspension } from './suspension.ts'
import { Section } from '#ui/show/section.tsx'

const shows = optionsOf({ all: 'Everybody', suspended: 'Suspended', admins: 'Admins' })

/** Shows /admin/people: all accounts; with `id` one account. */
export function AdminPeople() {
  const place = useAdminAddress('/admin/people')
  return place.id === undefined ? (
    <List place={place} />
  ) : (
    <PersonPage key={place.id} id={place.id} place={place} />
  )
}

function List({ place }: { place: AdminAddress }) {
  const when = useMarketTime()
  const show = place.filter('show', 'Which people', shows, 'all')
  const query = useServerQuery(adminPeopleRoutes.listPeople, {
    body: { ...place.asked, suspended: show.value === 'suspended', admins: show.value === 'admins' },
  })
  const columns: readonly Column<PersonRow>[] = [
    {
      title: 'Person',
      bare: true,
      cell: (p) => (
        <PersonCell name={p.fullname} href={place.hrefWith({ id: p._id })} also={p.businessname} />
      ),
    },
    { title: 'E-mail', cell: (p) => <MailAddress address={p.email} /> },
    { title: 'Number', cell: (p) => <span className="whitespace-nowrap tabular-nums">{p.number}</span> },
    { title: 'Since', cell: (p) => dayOf(when(p.created_at)) },
    { title: 'State', cell: (p) => <PersonState person={p} /> },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="E-mail, name or number"
      filters={[show]}
      one="person"
      many="people"
      columns={columns}
    />
  )
}

const adWords = [
  ['active', 'for sale'],
  ['sold', 'sold'],
  ['inactive', 'inactive'],
  ['suspended', 'hidden'],
] as const
const adsOf = ({ ads }: Person) =>
  adWords.flatMap(([state, words]) => (ads[state] > 0 ? [`${ads[state]} ${words}`] : []))

/** Shows one account and the actions on it. */
function PersonPage({ id, place }: { id: string; place: AdminAddress }) {
  const when = useMarketTime()
  const { user } = useSession()
  const query = useServerQuery(adminPeopleRoutes.getPerson, { params: { id } })
  const { ask, dialog } = useAction(query.refresh)
  const body = () => ({ user_id: id })
  const lift = (name: string) =>
    ask({
      title: `Lift the suspension of ${name}?`,
      text: 'They may sign in again, and their ads are back. An e-mail tells them.',
      yes: 'Lift it',
      route: adminPeopleRoutes.liftSuspension,
      body,
    })
  const signOut = (name: string) =>
    ask({
      title: `Sign ${name} out everywhere?`,
      text: 'Every device has to sign in again. An e-mail tells them.',
      yes: 'Sign out',
      danger: true,
      route: adminPeopleRoutes.signOutPerson,
      body,
    })
  return (
    <>
      <OnePage
        query={query}
        back={{ href: place.hrefWith({ id: undefined }), words: 'All people' }}
        title={({ fullname }) => fullname}
        state={(p) => <PersonState person={p} />}
        facts={(p) => [
          ['E-mail', `${p.email}${p.email_verified ? '' : ' (not confirmed)'}`],
          ['Number', p.number],
          ['Business', p.businessname],
          ['Place', [p.city, p.province].filter(Boolean).join(', ')],
          ['Account since', when(p.created_at)],
          ['Plan', p.plan ? `${p.plan.name}, until ${dayOf(when(p.plan.expires_at))}` : 'None'],
          ['Ads', adsOf(p).join(', ') || 'None'],
          ['Second factor', p.role === 'admin' ? (p.second_factor ? 'Set up' : 'Not set up yet') : ''],
          ['Suspended since', p.suspended_at === null ? '' : when(p.suspended_at)],
          ['Reason', p.suspended_reason],
        ]}
      >
        {(p) => (
          <>
            <Section title="Signed in on" level="h3" look="text-lg font-semibold" className="mt-6">
              {p.sessions.length === 0 && <p className="mt-1 text-ink-2">No device.</p>}
              <ul className="mt-2 space-y-1">
                {p.sessions.map((s) => (
                  <li key={`${s.device} ${s.signed_in_at}`} className="flex flex-wrap gap-x-3">
                    <span className="font-medium">{s.device}</span>
                    <span className="text-ink-2">last seen {when(s.last_seen_at)}</span>
                  </li>
                ))}
              </ul>
            </Section>
            <div className="mt-6 flex flex-wrap gap-3">
              {p.suspended_at === null ? (
                <Button
                  look="danger"
                  size="sm"
                  disabled={p._id === user?.id}
                  onClick={() => ask(suspension(p))}
                >
                  Suspend
                </Button>
              ) : (
                <Button size="sm" onClick={() => lift(p.fullname)}>
                  Lift the suspension
                </Button>
              )}
              <Button
                look="outline"
                size="sm"
                disabled={p.sessions.length === 0}
                onClick={() => signOut(p.fullname)}
              >
                Sign out everywhere
              </Button>
              <Button look="quiet" size="sm" href={`/admin/audit?search=${encodeURIComponent(p.email)}`}>
                In the audit log
              </Button>
            </div>
          </>
        )}
      </OnePage>
      {dialog}
    </>
  )
}

/** Shows the state or the kind of an account. */
function PersonState({ person: p }: { person: PersonRow }) {
  if (p.suspended_at !== null) return <Pill tone="danger">Suspended</Pill>
  if (p.role === 'admin') return <Pill tone="brand">Admin</Pill>
  return <Pill>{p.kind === 'dealer' ? 'Dealer' : 'Private'}</Pill>
}
