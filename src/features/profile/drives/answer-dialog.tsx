import { useState } from 'react'
import { chooseTime, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { regionOf } from '#contract/values/region.ts'
import { instantIn } from '#contract/values/zone.ts'
import { useServerNow, useSiteSettings } from '#local/react'
import { DateTimeField } from '#parts/forms/date-time-field.tsx'
import { describeDriveCar } from '#parts/forms/drive-words.ts'
import { isPast } from '#parts/forms/slots.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import type { useAnswer } from './use-answer.ts'

interface Props {
  drive: TestDriveRow
  /** Form to show; undefined while the dialog is closed. */
  form: 'propose' | 'decline' | undefined
  answer: ReturnType<typeof useAnswer>
  onClose: () => void
}
const titles = { propose: 'Propose another time', decline: 'Decline this test drive?' }
const yes = { propose: 'Propose this time', decline: 'Decline' }

/** Shows the dialog that proposes another time or declines, each with a note. */
export function AnswerDialog({ drive, form, answer, onClose }: Props) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const now = useServerNow()
  const [time, setTime] = useState('')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The text stays while the dialog closes.
  const [last, setLast] = useState<'propose' | 'decline'>('propose')
  if (form !== undefined && form !== last) setLast(form)
  const proposes = last === 'propose'

  async function send() {
    const unusable = time === '' || isPast(time, timeZone, now)
    setError(proposes && unusable ? chooseTime : undefined)
    if (proposes && unusable) return
    setBusy(true)
    const saved = await answer(last, {
      ...(proposes && { datetime: instantIn(timeZone, time) }),
      ...(note.trim() !== '' && { note: note.trim() }),
    })
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <Dialog
      open={form !== undefined}
      onClose={onClose}
      title={titles[last]}
      cancel="Back"
      actions={
        <Button look={proposes ? 'primary' : 'danger'} loading={busy} onClick={() => void send()}>
          {yes[last]}
        </Button>
      }
    >
      <p className="mb-4">
        {drive.fullname} would like to drive your {describeDriveCar(drive)}.
      </p>
      {proposes && (
        <div className="mb-4">
          <DateTimeField
            timeZone={timeZone}
            value={time}
            onPick={setTime}
            onChange={({ target }) => setTime(target.value)}
            error={error}
          />
        </div>
      )}
      <Textarea
        label="Message (optional)"
        rows={3}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  )
}
