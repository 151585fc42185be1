import { IconCircleCheck, IconClock, IconCloudUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { EnquirySend } from '#contract/commands.ts'
import type { EnquiryForm } from '#contract/forms/enquiries.ts'
import {
  type OutboxEntry,
  useConnection,
  useFormDraft,
  useOutboxActions,
  useOutboxEntry,
  useServerNow,
} from '#local/react'
import { timeOf } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { ErrorNote } from './error-note.tsx'

type Phase = 'waiting' | 'asking' | 'sent' | 'refused'
export function phaseOf({ state, hold }: Pick<OutboxEntry, 'state' | 'hold'>): Phase {
  if (state === 'done') return 'sent'
  if (state === 'rejected' || state === 'conflict' || state === 'quarantine') return 'refused'
  return state === 'held' && hold === 'confirm-old' ? 'asking' : 'waiting'
}

/** How long an unknown enquiry may still be on its way out of the phone's store. */
const patienceMs = 4000

interface Props {
  id: string
  slug: string | undefined
  /** Just handed over: its outcome is news, even when it came before this was on screen. */
  untold: boolean
  onTold: () => void
}

/** Where one enquiry stands, by the outbox and nothing else: "Sent" only after the server answered (I5). */
export function EnquiryState({ id, slug, untold, onTold }: Props) {
  const entry = useOutboxEntry(id)
  const notify = useNotify()
  const phase = entry && phaseOf(entry)
  const { answer, error } = entry ?? {}
  const watched = useRef(untold)
  useEffect(() => {
    if (phase === 'waiting' || phase === 'asking') watched.current = true
    if (!watched.current || phase === undefined) return
    if (phase === 'sent') notify({ severity: 'success', message: answer ?? 'Your enquiry was sent.' })
    else if (phase === 'refused')
      notify({ severity: 'error', message: error?.msg ?? 'Your enquiry was not accepted.' })
    else return
    watched.current = false
    onTold()
  }, [phase, answer, error, notify, onTold])

  if (!entry || entry.kind !== 'enquiry.send') return <Unknown />
  if (phase === 'sent') return <Sent at={entry.doneAt} />
  if (phase === 'refused') return <Refused entry={entry} slug={slug} />
  return <Waiting entry={entry} />
}

function Line({ icon, children }: { icon: IconShape; children: string }) {
  return (
    <output className="flex max-w-72 items-center justify-center gap-2.5 text-left text-lg font-medium text-balance">
      <Icon of={icon} className="text-brand" />
      {children}
    </output>
  )
}

function Sent({ at }: { at: number | undefined }) {
  const now = useServerNow()
  return <Line icon={IconCircleCheck}>{at === undefined ? 'Sent' : `Sent ${timeOf(at, now)}`}</Line>
}

function Waiting({ entry }: { entry: OutboxEntry }) {
  const { state } = useConnection()
  const { retry } = useOutboxActions()
  if (entry.cancelling) return <Line icon={IconClock}>Taking it back. It may already have left.</Line>
  if (entry.hold === 'confirm-old') {
    return (
      <>
        <Line icon={IconClock}>Saved more than 30 days ago and not sent yet.</Line>
        <Button look="outline" size="sm" onClick={() => void retry(entry.id)}>
          Send it now
        </Button>
      </>
    )
  }
  if (entry.hold === 'upgrade')
    return <Line icon={IconClock}>Saved. It will be sent after this app is updated.</Line>
  if (state !== 'offline' && (entry.state === 'queued' || entry.state === 'sending')) {
    return <Line icon={IconCloudUp}>Saved. Sending now.</Line>
  }
  return <Line icon={IconClock}>Saved. It will be sent when you are back online.</Line>
}

/** The server said no: its reason, and the same words back in the form. Nothing typed is lost. */
function Refused({ entry, slug }: { entry: OutboxEntry; slug: string | undefined }) {
  const { carId, name, email, countryCode, gsm, message } = entry.payload as EnquirySend
  const draft = useFormDraft<EnquiryForm>(`enquiry:${carId}`)
  const { remove } = useOutboxActions()
  const [, navigate] = useLocation()
  const reasons = Object.values(entry.error?.fields ?? {})
  async function edit() {
    draft.save({ name, email, countryCode: countryCode as EnquiryForm['countryCode'], gsm, message })
    await remove(entry.id)
    navigate(`/listing/${encodeURIComponent(slug ?? carId)}#enquiry`, { state: { overlay: 'enquiry' } })
  }
  return (
    <>
      <ErrorNote>
        Not sent. {entry.error?.msg ?? 'The server did not accept it.'} {reasons.join(' ')}
      </ErrorNote>
      <blockquote className="max-w-text rounded-grid bg-sunken px-4 py-3 text-left text-sm whitespace-pre-line text-ink-2">
        {message}
      </blockquote>
      <Button look="outline" size="sm" onClick={() => void edit()}>
        Edit and send again
      </Button>
    </>
  )
}

function Unknown() {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="block min-h-6 text-sm text-ink-3">
      {waited ? 'This phone has no record of this enquiry any more; receipts are kept for 7 days.' : ''}
    </output>
  )
}
