import { IconCalendarPlus } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { driveCalendar, driveFileName } from '#contract/forms/calendar.ts'
import { testDrivePages, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { fullNumber, regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Question } from '#ui/layer/question.tsx'
import { describeDriveCar, nameSeller } from './drive-words.ts'

interface Props {
  drive: TestDriveRow
  /** Owner of the calendar: the requester or the seller. */
  of: 'me' | 'my-cars'
  /** Page of the test drive; without one, the person's list of test drives. */
  path?: string
}

/** Offers the confirmed test drive as a calendar file. This phone generates the file, so it works offline. */
export function AddToCalendar({ drive, of, path }: Props) {
  const { name, email, market } = useSiteSettings()
  function save() {
    const about =
      of === 'me'
        ? [`Seller: ${nameSeller(drive) || name}`]
        : [
            `Name: ${drive.fullname}`,
            `Phone: ${fullNumber(regionOf[market].prefix.testDrive, drive.mobile_number)}`,
            `E-mail: ${drive.email}`,
          ]
    const page = path ?? (of === 'me' ? testDrivePages.asked : testDrivePages.onMyCars)
    const file = driveCalendar(drive, {
      title: describeDriveCar(drive),
      description: about.join('\n'),
      url: new URL(page, window.location.origin).href,
      site: { name, email },
    })
    saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), driveFileName)
  }
  return (
    <Button look="secondary" size="sm" icon={IconCalendarPlus} onClick={save}>
      Add to calendar
    </Button>
  )
}

type CancelDriveProps = Pick<ComponentProps<typeof Button>, 'size' | 'loading'> & { onCancel: () => void }

/** Cancels a test drive for its requester, after a confirmation. */
export function CancelDrive({ onCancel, ...button }: CancelDriveProps) {
  const [sure, setSure] = useState(false)
  return (
    <>
      <Button look="outline" {...button} onClick={() => setSure(true)}>
        Cancel
      </Button>
      <Question
        open={sure}
        title="Cancel this test drive?"
        no="Keep it"
        onNo={() => setSure(false)}
        yes="Cancel it"
        onYes={() => {
          setSure(false)
          onCancel()
        }}
      >
        <p>The seller is told. You can book another one at any time.</p>
      </Question>
    </>
  )
}
