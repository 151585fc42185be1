import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { EnquirySend } from '#contract/commands.ts'
import type { EnquiryForm } from '#contract/forms/enquiries.ts'
import { type OutboxEntry, useFormDraft, useOutboxActions, useOutboxEntry, useServerNow } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { patienceMs, phaseOf, StandingLine, Waiting } from '#parts/forms/standing.tsx'
import { timeOf } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

interface Props {
  id: string
  slug: string | undefined
  /** Just handed over: its outcome is news, even when it came before this was on screen. */
  untold: boolean
  onShown: () => void
}

/** Where one enquiry stands, by the outbox and nothing else: "Sent" only after the server answered (I5). */
export function EnquiryState({ id, slug, untold, onShown }: Props) {
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
    onShown()
  }, [phase, answer, error, notify, onShown])

  if (!entry || entry.kind !== 'enquiry.send') return <Unknown />
  if (phase === 'sent') return <Sent at={entry.doneAt} />
  if (phase === 'refused') return <Refused entry={entry} slug={slug} />
  return <Waiting entry={entry} />
}

function Sent({ at }: { at: number | undefined }) {
  const now = useServerNow()
  return (
    <StandingLine icon={IconCircleCheck}>
      {at === undefined ? 'Sent' : `Sent ${timeOf(at, now)}`}
    </StandingLine>
  )
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
