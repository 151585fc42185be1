import { lazy, Suspense, useState } from 'react'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { useServerNow } from '#local/react'
import { CancelDrive } from '#parts/forms/cancel-drive.tsx'
import { isAhead } from '#parts/forms/drive-words.ts'
import { Button } from '#ui/button.tsx'
import type { useAnswer } from './use-answer.ts'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

interface Props {
  drive: TestDriveRow
  answer: ReturnType<typeof useAnswer>
}

/** What the seller can say to a request at this moment. */
export function SellerAnswers({ drive, answer }: Props) {
  const now = useServerNow()
  const [asks, setAsks] = useState<'propose' | 'decline'>()
  const [opened, setOpened] = useState(false)
  const { status, datetime, proposed_datetime: proposed } = drive
  if (status === 'declined' || status === 'done') return null
  const ahead = isAhead(datetime, now)
  const ask = (what: 'propose' | 'decline') => {
    setOpened(true)
    setAsks(what)
  }
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
      <Button size="sm" look="outline" onClick={() => ask('propose')}>
        Propose another time
      </Button>
      <Button size="sm" look="outline" onClick={() => ask('decline')}>
        Decline
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <AnswerDialog drive={drive} asks={asks} answer={answer} onClose={() => setAsks(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** What the person who asked can say. */
export function PersonAnswers({ drive, answer }: Props) {
  const now = useServerNow()
  const { status, proposed_datetime: proposed } = drive
  if (status === 'declined' || status === 'done') return null
  return (
    <>
      {status === 'pending' && proposed !== undefined && isAhead(proposed, now) && (
        <Button size="sm" onClick={() => void answer('accept', { datetime: proposed })}>
          Accept this time
        </Button>
      )}
      <CancelDrive size="sm" onCancel={() => void answer('cancel')} />
    </>
  )
}
