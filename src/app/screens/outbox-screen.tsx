import { IconCircleCheck, IconSend, IconCopy } from '@tabler/icons-react'
import { filterWaiting, type OutboxEntry, useOutbox, useOutboxActions } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { OutboxList } from '../outbox/outbox-list.tsx'
import { useState } from 'react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useCopy } from '#parts/copying.tsx'

/** Lists everything that waits on this phone, and the receipts of the last days. */
export function OutboxScreen() {
  const outbox = useOutbox()
  const { sendNow } = useOutboxActions()
  const waiting = filterWaiting(outbox)
  return (
    <div className="mx-auto max-w-text px-4 py-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-bold">Waiting to be sent</h1>
        {waiting.length > 0 && (
          <Button size="sm" icon={IconSend} onClick={() => void sendNow()}>
            Send all now
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
        <SendingState waiting={waiting} />
      )}
      <OutboxList outbox={outbox} />
      <ReportButton />
    </div>
  )
}

const isSentUnattended = ({ state, cancelling }: OutboxEntry) =>
  !cancelling && (state === 'queued' || state === 'sending' || state === 'wait')

/** Says what the person may expect, and what they must do themselves. */
function SendingState({ waiting }: { waiting: readonly OutboxEntry[] }) {
  if (waiting.every(({ cancelling }) => cancelling)) return null
  return (
    <p className="mt-2 text-ink-2">
      {!waiting.some(isSentUnattended) ? (
        'Saved on this phone. It needs you before it can go on.'
      ) : sendsInBackground() ? (
        'Saved. It will be sent when you are back online. Keep Motorkin open to send it sooner.'
      ) : (
        <>
          Saved. It will be sent when you are back online.{' '}
          <strong className="font-semibold text-ink">Open the app to send:</strong> this phone sends nothing
          while Motorkin is closed.
        </>
      )}
    </p>
  )
}

/** Returns whether this browser wakes the worker to send while the app is closed; only Chromium does (S45). */
function sendsInBackground(): boolean {
  return (
    'serviceWorker' in navigator &&
    typeof ServiceWorkerRegistration !== 'undefined' &&
    'sync' in ServiceWorkerRegistration.prototype
  )
}

/** Copies a report for the support: the recent activity of this phone, without any text that a person wrote. */
function ReportButton() {
  const { report } = useOutboxActions()
  const { copy, fallback } = useCopy()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  async function copyReport() {
    setBusy(true)
    const text = await report()
    setBusy(false)
    if (text === undefined) notify({ severity: 'error', message: 'There is no report on this phone.' })
    else copy(text)
  }
  return (
    <section className="mt-10 border-t border-line pt-5">
      <h2 className="text-lg font-bold">Something is stuck?</h2>
      <p className="mt-1 text-sm text-ink-2">
        The report tells our support what this phone did lately. Nothing that you wrote is in it.
      </p>
      <Button
        size="sm"
        look="outline"
        icon={IconCopy}
        loading={busy}
        className="mt-3"
        onClick={() => void copyReport()}
      >
        Copy report
      </Button>
      {fallback}
    </section>
  )
}
