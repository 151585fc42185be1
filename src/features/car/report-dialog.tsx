import { IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { AdReport } from '#contract/commands.ts'
import type { CarDetail } from '#contract/cars.ts'
import { type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { reportForm, reportLabels, reportLimits } from '#contract/forms/reports.ts'
import { type OutboxEntry, useCommand, useConnection, useFormDraft, useOutbox } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { ReportFields } from '#parts/forms/report-fields.tsx'
import { deliveryPhase, DeliveryNote, latestOf, StandingLine, takeFocus } from '#parts/forms/standing.tsx'
import { useTrap } from '#parts/forms/use-trap.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  car: Pick<CarDetail, '_id' | 'title'>
  open: boolean
  onClose: () => void
}
// What drafts keep has an index.
type Typed = Record<'reason' | 'words', string>
const nothing: Typed = { reason: '', words: '' }

const isAbout = ({ kind, payload }: OutboxEntry, car: string) =>
  kind === 'ad.report' && (payload as Partial<AdReport>).car_id === car

/** Says what is wrong with an ad; saved on this phone first, and called sent only when the server has it (I5). */
export function ReportDialog({ car, open, onClose }: Props) {
  const form = useId()
  const draft = useFormDraft<Typed>(`report:${car._id}`)
  // The last report of this phone about the ad, while it is in the outbox.
  const latest = latestOf(useOutbox().filter((entry) => isAbout(entry, car._id)))
  const [busy, setBusy] = useState(false)
  const [writes, setWrites] = useState(false)
  const offline = useConnection().state === 'offline'
  const standing = !writes && latest !== undefined && deliveryPhase(latest) !== 'refused'
  const close = () => {
    setWrites(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Report this ad"
      cancel={standing ? undefined : 'Cancel'}
      actions={
        standing ? (
          <>
            <Button look="outline" onClick={() => setWrites(true)}>
              Change it
            </Button>
            <Button onClick={close}>Close</Button>
          </>
        ) : (
          <Button type="submit" form={form} loading={busy}>
            {offline ? 'Save and send later' : 'Send report'}
          </Button>
        )
      }
    >
      {standing ? (
        <Standing entry={latest} />
      ) : (
        draft.loaded && (
          <ReportForm
            id={form}
            car={car}
            start={draft.values ?? wordsOf(latest) ?? nothing}
            refused={latest && deliveryPhase(latest) === 'refused' ? latest : undefined}
            onTyped={draft.save}
            onBusy={setBusy}
            onSaved={() => {
              draft.clear()
              setWrites(false)
            }}
          />
        )
      )}
    </Dialog>
  )
}

function wordsOf(entry: OutboxEntry | undefined): Typed | undefined {
  if (!entry) return undefined
  const { reason = '', words = '' } = entry.payload as Partial<AdReport>
  return { reason, words }
}

function Standing({ entry }: { entry: OutboxEntry }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="flex flex-col items-center gap-3 py-4 text-center outline-none"
    >
      {entry.state === 'done' ? (
        <StandingLine icon={IconCircleCheck}>{entry.answer ?? 'Your report was sent.'}</StandingLine>
      ) : (
        <DeliveryNote entry={entry} />
      )}
      <p className="text-sm text-ink-3">The seller is not told who reported the ad.</p>
    </div>
  )
}

interface FormProps {
  id: string
  car: Props['car']
  start: Typed
  /** The last try, which the server did not take. */
  refused: OutboxEntry | undefined
  onTyped: (typed: Typed) => void
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

function ReportForm({ id, car, start, refused, onTyped, onBusy, onSaved }: FormProps) {
  const put = useCommand('ad.report')
  const trap = useTrap()
  const [typed, setTyped] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  // Two taps in one frame are one report.
  const sending = useRef(false)
  const type = (patch: Partial<Typed>) => {
    const next = { ...typed, ...patch }
    setTyped(next)
    setErrors({})
    onTyped(next)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = reportForm.safeParse({ ...typed, reason: typed.reason === '' ? undefined : typed.reason })
    if (!read.success) {
      const wrong = fieldErrors(read.error.issues)
      setErrors(wrong)
      event.currentTarget.querySelector<HTMLElement>('reason' in wrong ? 'input' : 'textarea')?.focus()
      return
    }
    if (sending.current) return
    sending.current = true
    onBusy(true)
    const result = await put({ car_id: car._id, title: car.title, ...read.data, filled: trap.filled() })
    sending.current = false
    onBusy(false)
    setFailure(result.ok ? undefined : result.error.message)
    if (result.ok) onSaved()
  }

  const message = failure ?? (refused && (refused.error?.msg ?? 'The server did not accept it.'))
  return (
    <form id={id} noValidate className="relative space-y-4" onSubmit={(event) => void submit(event)}>
      <p className="truncate text-sm">{car.title}</p>
      {message !== undefined && <ErrorNote>Not sent. {message}</ErrorNote>}
      <ReportFields
        question="What is wrong with it?"
        labels={reportLabels}
        chosen={typed.reason}
        reason={{
          name: 'reason',
          error: errors['reason'],
          onChange: ({ target }) => type({ reason: target.value }),
        }}
        words={{
          maxLength: reportLimits.words,
          value: typed.words,
          error: errors['words'],
          onChange: ({ target }) => type({ words: target.value }),
        }}
      />
      {trap.field}
    </form>
  )
}
