import { IconMail, IconPhone } from '@tabler/icons-react'
import {
  type AdminMessage,
  adminMessageRoutes,
  type MessageKind,
  type AdminMessageState,
} from '#contract/admin/admin-messages.ts'
import { useServerQuery, useCall } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { PersonCell, RowLink, Instant, useMarketTime } from './list/cells.tsx'
import { type AdminAddress, useAdminAddress } from './list/use-admin-address.ts'
import { useAction } from './list/action-dialog.tsx'
import { OnePage } from './list/one-page.tsx'

const replyTo = ({ email, subject }: AdminMessage) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`

/** Shows one whole message and the actions on it. */
function MessagePage({ id, place }: { id: string; place: AdminAddress }) {
  const time = useMarketTime()
  const query = useServerQuery(adminMessageRoutes.adminGetMessage, { params: { id } })
  const { ask, dialog } = useAction(query.refresh)
  const leave = () => place.go({ id: undefined })
  const release = (kind: MessageKind) =>
    ask({
      title: 'Release this message?',
      text: 'It is no spam. The e-mails about it leave now.',
      yes: 'Release',
      route: adminMessageRoutes.releaseMessage,
      body: () => ({ id }),
      // A released test drive goes to its seller and leaves this list.
      ...(kind === 'test-drive' && { onDone: leave }),
    })
  const drop = () =>
    ask({
      title: 'Delete this message?',
      text: 'It is deleted for good, with the e-mails about it.',
      yes: 'Delete',
      danger: true,
      route: adminMessageRoutes.dropMessage,
      body: () => ({ id }),
      onDone: leave,
    })
  return (
    <>
      <OnePage
        query={query}
        back={{ href: place.hrefWith({ id: undefined }), words: 'All messages' }}
        title={({ subject }) => subject}
        facts={(message) => [
          ['From', message.fullname],
          ['E-mail', message.email],
          ['Phone', message.phone],
          ['Received', time(message.created_at)],
          ['Done', message.handled_at === null ? '' : time(message.handled_at)],
        ]}
      >
        {(message) => (
          <>
            {message.message !== '' && (
              <p className="mt-4 rounded-card bg-surface p-5 wrap-anywhere whitespace-pre-line shadow-e1">
                {message.message}
              </p>
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              {message.state === 'held' ? (
                <>
                  <p className="w-full text-ink-2">This looks like spam: nobody was told of it.</p>
                  <Button onClick={() => release(message.kind)}>Release</Button>
                  <Button look="outline" onClick={drop}>
                    Delete
                  </Button>
                </>
              ) : (
                <Answering message={message} onDone={query.refresh} />
              )}
            </div>
          </>
        )}
      </OnePage>
      {dialog}
    </>
  )
}

function Answering({ message, onDone }: { message: AdminMessage; onDone: () => void }) {
  const { run, busy } = useCall(adminMessageRoutes.markMessage)
  const notify = useNotify()
  const done = message.state === 'done'
  async function mark() {
    const result = await run({ body: { id: message._id, done: !done } })
    if (!result) return
    if (result.ok) notify({ severity: 'success', message: result.body.msg })
    else notify({ severity: 'error', message: result.error.message })
    if (result.ok || result.error.code === 'decided_meanwhile') onDone()
  }
  return (
    <>
      {message.email !== '' && (
        <Button href={replyTo(message)} icon={IconMail}>
          Reply
        </Button>
      )}
      {message.phone !== '' && (
        <Button
          href={`tel:${message.phone.replace(/[^\d+]/g, '')}`}
          icon={IconPhone}
          look={message.email === '' ? 'primary' : 'outline'}
        >
          Call
        </Button>
      )}
      <Button look="secondary" loading={busy} onClick={() => void mark()}>
        {done ? 'Reopen' : 'Mark as done'}
      </Button>
    </>
  )
}

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
const kinds = optionsOf({ all: 'All forms', ...kindWords })
const states = optionsOf({ ...stateWords, all: 'All messages' })

/** Shows /admin/messages: messages sent with forms, and those held as spam; with `id` one message. */
export function AdminMessages() {
  const place = useAdminAddress('/admin/messages')
  return place.id === undefined ? <List place={place} /> : <MessagePage id={place.id} place={place} />
}

function List({ place }: { place: AdminAddress }) {
  const kind = place.filter('kind', 'Form', kinds, 'all')
  const state = place.filter('state', 'State', states, 'open')
  const query = useServerQuery(adminMessageRoutes.adminListMessages, {
    body: { ...place.asked, kind: kind.value, state: state.value },
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
    { title: 'From', cell: (m) => <PersonCell name={m.fullname || m.phone} email={m.email} /> },
    { title: 'Form', cell: (m) => kindWords[m.kind] },
    { title: 'Received', cell: (m) => <Instant at={m.created_at} /> },
    { title: 'State', cell: (m) => <Pill tone={tones[m.state]}>{stateWords[m.state]}</Pill> },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Name, e-mail, number or words"
      filters={[state, kind]}
      one="message"
      columns={columns}
    />
  )
}
