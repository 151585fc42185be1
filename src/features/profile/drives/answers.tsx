import { useState } from 'react'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { useOutboxActions, useServerNow } from '#local/react'
import { CancelDrive } from '#parts/forms/drive-actions.tsx'
import { isUpcoming } from '#parts/forms/drive-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import type { OwnAnswerState as Own, useAnswer } from './use-answer.ts'

const loadDialog = async () => (await import('./answer-dialog.tsx')).AnswerDialog
const unreachable = 'The form could not be loaded. Please try again when you are connected.'

interface Props {
  drive: TestDriveRow
  answer: ReturnType<typeof useAnswer>
}

/** Shows the answers that the seller can send now. */
export function SellerAnswers({ drive, answer }: Props) {
  const now = useServerNow()
  const [form, setForm] = useState<'propose' | 'decline'>()
  const [AnswerDialog, want] = useOnDemand(loadDialog, unreachable)
  const { status, datetime, proposed_datetime: proposed } = drive
  if (status === 'declined' || status === 'done') return null
  const ahead = isUpcoming(datetime, now)
  const openForm = (what: 'propose' | 'decline') => want(() => setForm(what))
  return (
    <>
      {status === 'pending' && proposed === undefined && ahead && (
        <Button size="sm" onClick={() => void answer('confirm', { datetime })}>
          Confirm
        </Button>
      )}
      {status === 'confirmed' && !ahead && (
        <Button size="sm" onClick={() => void answer('done')}>
          Mark as done
        </Button>
      )}
      <Button size="sm" look="outline" onClick={() => openForm('propose')}>
        Propose another time
      </Button>
      <Button size="sm" look="outline" onClick={() => openForm('decline')}>
        Decline
      </Button>
      {AnswerDialog && (
        <AnswerDialog drive={drive} form={form} answer={answer} onClose={() => setForm(undefined)} />
      )}
    </>
  )
}

/** Shows the answers that the requester can send now. */
export function PersonAnswers({ drive, answer }: Props) {
  const now = useServerNow()
  const { status, proposed_datetime: proposed } = drive
  if (status === 'declined' || status === 'done') return null
  return (
    <>
      {status === 'pending' && proposed !== undefined && isUpcoming(proposed, now) && (
        <Button size="sm" onClick={() => void answer('accept', { datetime: proposed })}>
          Accept this time
        </Button>
      )}
      <CancelDrive size="sm" onCancel={() => void answer('cancel')} />
    </>
  )
}

interface OwnAnswerProps {
  own: Own
  timeZone: string
  /** Called when the list must be requested again. */
  onStale: () => void
}
const answerWords: Readonly<Record<Own['answer']['answer'], string>> = {
  confirm: 'Confirm',
  propose: 'Another time',
  decline: 'Decline',
  done: 'Done',
  accept: 'Accept this time',
  cancel: 'Cancel',
}
/** Shows the own answer to a request whose row is older than the answer; never shows a waiting answer as sent. */
export function OwnAnswer({ own, timeZone, onStale }: OwnAnswerProps) {
  const { remove } = useOutboxActions()
  const { entry, is } = own
  const { answer, datetime } = own.answer
  const time =
    answer === 'propose' && datetime !== undefined ? `, ${formatDayAndTime(datetime, timeZone)}` : ''
  const words = answerWords[answer] + time
  const takeBack = async () => {
    await remove(entry.id)
    onStale()
  }
  if (is === 'refused')
    return (
      <div className="mt-3 space-y-2">
        <ErrorNote>
          Not sent: {words}. {entry.error?.msg ?? 'The server did not accept it.'}
        </ErrorNote>
        <Button size="sm" look="outline" onClick={() => void takeBack()}>
          Understood
        </Button>
      </div>
    )
  const sent = is === 'sent'
  const { cancelling } = entry
  const standing = cancelling
    ? 'Taking it back. It may already have left.'
    : `Your answer ${sent ? 'was sent' : 'waits to be sent'}: ${words}.`
  return (
    <div
      className={`mt-3 flex min-h-11 flex-wrap items-center gap-x-2 rounded-input py-1 pr-1 pl-3 text-sm font-medium ${sent ? 'bg-brand-tint text-brand' : 'bg-amber-tint text-amber-ink'}`}
    >
      <Icon of={sent ? IconCircleCheck : IconClock} />
      <output className="min-w-0 flex-1 py-1.5">{standing}</output>
      {!sent && !cancelling && (
        <Button size="sm" look="quiet" onClick={() => void takeBack()}>
          Take it back
        </Button>
      )}
    </div>
  )
}
