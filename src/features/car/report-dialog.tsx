import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { AdReport } from '#contract/commands.ts'
import type { CarDetail } from '#contract/cars.ts'
import { reportForm, reportLabels, reportLimits } from '#contract/forms/reports.ts'
import { type FormDraft, type OutboxEntry, useConnection, useFormDraft, useOutbox } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { ReportFields } from '#parts/forms/report-fields.tsx'
import { deliveryPhase, DeliveryNote, latestOf, StandingLine, takeFocus } from '#parts/forms/standing.tsx'
import { type OutboxFormDraft, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  car: Pick<CarDetail, '_id' | 'title'>
  open: boolean
  onClose: () => void
}
const isAbout = ({ kind, payload }: OutboxEntry, car: string) =>
  kind === 'ad.report' && (payload as Partial<AdReport>).car_id === car

/** Says what is wrong with an ad; saved on this phone first, and called sent only when the server has it (I5). */
export function ReportDialog({ car, open, onClose }: Props) {
  const form = useId()
  const draft = useFormDraft<OutboxFormDraft>(`report:${car._id}`)
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
            draft={draft}
            latest={latest}
            onBusy={setBusy}
            onSaved={() => setWrites(false)}
          />
        )
      )}
    </Dialog>
  )
}

function wordsOf(entry: OutboxEntry | undefined) {
  const { reason, words } = (entry?.payload ?? {}) as Partial<AdReport>
  return { reason: reason ?? '', words: words ?? '' }
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
  draft: FormDraft<OutboxFormDraft>
  /** The last report of this phone about the ad. */
  latest: OutboxEntry | undefined
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

function ReportForm({ id, car, draft, latest, onBusy, onSaved }: FormProps) {
  const refused = latest && deliveryPhase(latest) === 'refused' ? latest : undefined
  const { form, state, field, submit, trap } = useOutboxForm({
    kind: 'ad.report',
    schema: reportForm,
    mode: 'onSubmit',
    start: wordsOf(latest),
    draft,
    item: refused?.id,
    payloadOf: (values, filled) => ({ car_id: car._id, title: car.title, ...values, filled }),
    onHanded: onSaved,
  })
  const busy = state.is === 'loading'
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  const message =
    state.is === 'error' ? state.message : refused && (refused.error?.msg ?? 'The server did not accept it.')
  return (
    <form id={id} noValidate className="relative space-y-4" onSubmit={submit}>
      <p className="truncate text-sm">{car.title}</p>
      {message !== undefined && <ErrorNote>Not sent. {message}</ErrorNote>}
      <ReportFields
        question="What is wrong with it?"
        labels={reportLabels}
        chosen={form.watch('reason')}
        reason={field('reason')}
        words={{ maxLength: reportLimits.words, ...field('words') }}
      />
      {trap}
    </form>
  )
}
