import { IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type OutboxEntry,
  useConnection,
  useKeptCars,
  useOutbox,
  useOutboxActions,
  useServerNow,
} from '#local/react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { OutboxRow } from '../outbox/outbox-row.tsx'
import { ownWordsOf, titleOf } from '../outbox/outbox-words.ts'
import { waitingOf } from '../outbox/waiting.ts'

/** Everything that waits on this phone, and the receipts of what was sent in the last days. */
export function OutboxScreen() {
  const outbox = useOutbox()
  const actions = useOutboxActions()
  const offline = useConnection().state === 'offline'
  const now = useServerNow()
  const { data: kept } = useKeptCars()
  const notify = useNotify()
  const [leaving, setLeaving] = useState<OutboxEntry>()
  const waiting = waitingOf(outbox)
  const sent = outbox.filter((entry) => entry.state === 'done')

  const title = (entry: OutboxEntry) =>
    titleOf(
      entry,
      (id) => [...(kept?.favourites ?? []), ...(kept?.viewed ?? [])].find((c) => c._id === id)?.title,
    )

  const remove = async (entry: OutboxEntry) => {
    setLeaving(undefined)
    const result = await actions.remove(entry.id)
    if (result === 'removed') notify({ severity: 'success', message: 'Removed. It was not sent.' })
    if (result === 'already-sent') notify({ severity: 'info', message: 'It was already sent.' })
    if (result === 'unknown')
      notify({
        severity: 'error',
        message: 'We cannot tell yet whether it was sent. Try again when you are online.',
      })
  }
  const row = (entry: OutboxEntry) => (
    <OutboxRow
      key={entry.id}
      entry={entry}
      title={title(entry)}
      now={now}
      offline={offline}
      onRetry={() => void actions.retry(entry.id)}
      onRemove={() => setLeaving(entry)}
    />
  )
  return (
    <div className="mx-auto max-w-text px-4 py-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-bold">Waiting to be sent</h1>
        {waiting.length > 0 && (
          <Button size="sm" icon={IconSend} onClick={actions.sendNow}>
            Send now
          </Button>
        )}
      </div>
      {waiting.length === 0 ? (
        <EmptyState
          icon={IconCircleCheck}
          title="Nothing is waiting"
          actions={
            <Button href="/listings" look="outline">
              Browse cars
            </Button>
          }
        >
          <p>Messages and favourites made without signal wait here until they are sent.</p>
        </EmptyState>
      ) : (
        <>
          <p className="mt-2 text-ink-2">
            Saved. It will be sent when you are back online. Keep Motorkin open to send it sooner.
          </p>
          <ul className="mt-5 flex flex-col gap-3">{waiting.map(row)}</ul>
        </>
      )}
      {sent.length > 0 && (
        <section className="mt-10">
          <h2 className="text-xl font-bold">Sent</h2>
          <ul className="mt-3 flex flex-col gap-3">{sent.map(row)}</ul>
        </section>
      )}
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        role="alertdialog"
        title="Remove this?"
        actions={
          <>
            <Button look="outline" onClick={() => setLeaving(undefined)}>
              Keep
            </Button>
            <Button look="danger" onClick={() => leaving && void remove(leaving)}>
              Remove
            </Button>
          </>
        }
      >
        {leaving && (
          <>
            <p>{title(leaving)} will not be sent, and what you wrote is deleted from this phone.</p>
            {ownWordsOf(leaving) && <p className="mt-2">“{ownWordsOf(leaving)}”</p>}
          </>
        )}
      </Dialog>
    </div>
  )
}
