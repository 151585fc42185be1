import {
  type AdminMessage,
  adminMessageRoutes,
  type MessageKind,
  messageKinds,
  type AdminMessageState,
  messageStates,
} from '#contract/admin/admin-messages.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery } from '#local/react'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/pill.tsx'
import { AdminList, type Column, rowsAPage } from '../list/admin-list.tsx'
import { MailAddress } from '../list/mail-address.tsx'
import { RowLink } from '../list/row-link.tsx'
import { type AdminAddress, useAdminAddress } from '../list/use-admin-address.ts'
import { MessagePage } from './message-page.tsx'

const kindWords: Readonly<Record<MessageKind, string>> = {
  contact: 'Contact',
  insurance: 'Insurance',
  'test-drive': 'Test drive',
}
const stateWords: Readonly<Record<AdminMessageState, string>> = {
  open: 'Open',
  done: 'Done',
  held: 'Held as spam',
}
const tones = { open: 'amber', done: 'brand', held: 'danger' } as const
const kinds = [
  { value: 'all', label: 'All forms' },
  ...messageKinds.map((value) => ({ value, label: kindWords[value] })),
]
const states = [
  ...messageStates.map((value) => ({ value, label: stateWords[value] })),
  { value: 'all', label: 'All messages' },
]

/** /admin/messages: what people wrote with the forms, and what was held back as spam; with `id` one of them. */
export function AdminMessages() {
  const place = useAdminAddress('/admin/messages')
  return place.id === undefined ? <List place={place} /> : <MessagePage id={place.id} place={place} />
}

function List({ place }: { place: AdminAddress }) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const kind = place.choice('kind', [...messageKinds, 'all'], 'all')
  const state = place.choice('state', [...messageStates, 'all'], 'open')
  const { page, search } = place
  const asked = useServerQuery(adminMessageRoutes.adminListMessages, {
    body: { page, limit: rowsAPage, kind, state, ...(search !== '' && { search }) },
  })
  const columns: readonly Column<AdminMessage>[] = [
    {
      title: 'Message',
      bare: true,
      cell: (m) => (
        <>
          <RowLink href={place.hrefWith({ id: m._id })}>{m.subject}</RowLink>
          {m.message !== '' && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{m.message}</p>}
        </>
      ),
    },
    {
      title: 'From',
      cell: (m) => (
        <span className="block wrap-anywhere lg:w-44">
          {m.fullname || m.phone}
          {m.email !== '' && (
            <span className="block text-13 text-ink-3">
              <MailAddress address={m.email} />
            </span>
          )}
        </span>
      ),
    },
    { title: 'Form', cell: (m) => kindWords[m.kind] },
    {
      title: 'Received',
      cell: (m) => (
        <span className="tabular-nums lg:whitespace-nowrap">{dayAndTime(m.created_at, timeZone)}</span>
      ),
    },
    { title: 'State', cell: (m) => <Pill tone={tones[m.state]}>{stateWords[m.state]}</Pill> },
  ]
  return (
    <AdminList
      place={place}
      asked={asked}
      searchLabel="Name, e-mail, number or words"
      filters={[
        { name: 'state', label: 'State', options: states, value: state },
        { name: 'kind', label: 'Form', options: kinds, value: kind },
      ]}
      one="message"
      many="messages"
      keyOf={({ _id }) => _id}
      columns={columns}
    />
  )
}
