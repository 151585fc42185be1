import { useId, useState } from 'react'
import type { AdReport } from '#contract/commands.ts'
import type { CarDetail } from '#contract/cars.ts'
import { reportForm, reportLabels, reportLimits } from '#contract/forms/reports.ts'
import { type OutboxEntry, useCommand, useConnection, useOutbox } from '#local/react'
import { Reported, ReportForm, type TypedReport, useReportDraft } from '#parts/forms/report-form.tsx'
import { deliveryPhase, DeliveryNote, latestOf } from '#parts/forms/standing.tsx'
import { useTrap } from '#parts/forms/use-trap.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  car: Pick<CarDetail, '_id' | 'title'>
  open: boolean
  onClose: () => void
}

const isAbout = ({ kind, payload }: OutboxEntry, car: string) =>
  kind === 'ad.report' && (payload as Partial<AdReport>).car_id === car

/** Reports a problem with an ad. The report is saved on this phone first, and is called sent only when the server has it (I5). */
export function ReportDialog({ car, open, onClose }: Props) {
  const form = useId()
  const draft = useReportDraft(`report:${car._id}`)
  // The last report of this phone about the ad, while it is in the outbox.
  const latest = latestOf(useOutbox().filter((entry) => isAbout(entry, car._id)))
  const [busy, setBusy] = useState(false)
  const [writes, setWrites] = useState(false)
  const offline = useConnection().state === 'offline'
  const refused = latest !== undefined && deliveryPhase(latest) === 'refused'
  const standing = !writes && latest !== undefined && !refused
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
        <Reported
          answer={
            latest.state === 'done' ? (
              (latest.answer ?? 'Your report was sent.')
            ) : (
              <DeliveryNote entry={latest} />
            )
          }
        >
          The seller is not told who reported the ad.
        </Reported>
      ) : (
        draft.loaded && (
          <AdReportForm
            id={form}
            car={car}
            typed={draft.typed ?? wordsOf(latest)}
            refused={refused ? (latest.error?.msg ?? 'The server did not accept it.') : undefined}
            onTyped={draft.type}
            onBusy={setBusy}
            hand={draft.hand}
            onSaved={() => setWrites(false)}
          />
        )
      )}
    </Dialog>
  )
}

function wordsOf(entry: OutboxEntry | undefined): TypedReport {
  const { reason = '', words = '' } = (entry?.payload ?? {}) as Partial<AdReport>
  return { reason, words }
}

interface FormProps {
  id: string
  car: Props['car']
  typed: TypedReport
  refused: string | undefined
  onTyped: (typed: TypedReport) => void
  onBusy: (busy: boolean) => void
  hand: ReturnType<typeof useReportDraft>['hand']
  onSaved: () => void
}

function AdReportForm({ car, onBusy, hand, onSaved, ...form }: FormProps) {
  const put = useCommand('ad.report')
  const trap = useTrap()
  return (
    <ReportForm
      {...form}
      question="What is wrong with it?"
      labels={reportLabels}
      rules={reportForm}
      longest={reportLimits.words}
      before={<p className="truncate text-sm">{car.title}</p>}
      send={async (report) => {
        onBusy(true)
        const { draft, forget } = hand()
        const payload = { car_id: car._id, title: car.title, ...report, filled: trap.filled() }
        const result = await put(payload, { draft })
        onBusy(false)
        if (result.ok) {
          forget()
          onSaved()
        }
        return result
      }}
    >
      {trap.field}
    </ReportForm>
  )
}
