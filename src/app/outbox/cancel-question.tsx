import type { OutboxEntry, RemoveResult } from '#local/react'
import { Question } from '#ui/layer/question.tsx'
import type { Notice } from '#ui/layer/snackbar.tsx'
import { isDamaged, ownWordsOf } from './titles.ts'

interface Props {
  entry: OutboxEntry
  title: string
  open: boolean
  onKeep: () => void
  onRemove: () => void
}

/** Asked before something that waits is taken back. */
export function CancelQuestion({ entry, title, open, onKeep, onRemove }: Props) {
  const own = ownWordsOf(entry)
  return (
    <Question title="Remove this?" open={open} onNo={onKeep} yes="Remove" onYes={onRemove}>
      <p>
        {isDamaged(entry)
          ? 'It cannot be sent. What is left of it is deleted from this phone.'
          : leavesDraft(entry)
            ? `${title}: it will not be published, and what you wrote stays a draft in My Ads.`
            : `${title}: it will not be sent, and what you wrote is deleted from this phone.`}
      </p>
      {own !== undefined && <p className="mt-2 whitespace-pre-line">“{own}”</p>}
    </Question>
  )
}

/** An ad that waits and its draft are one: what is taken back is a draft again, with its pictures. */
export const leavesDraft = (entry: OutboxEntry): boolean => entry.kind === 'ad.create' && !isDamaged(entry)

/** What came of it, said without promising more than is known. */
export const removalNotice: Readonly<Record<RemoveResult | 'failed', Notice>> = {
  removed: { severity: 'success', message: 'Removed. It was not sent.' },
  cancelling: {
    severity: 'info',
    message: 'It may already have left. We will take it back as soon as there is signal.',
  },
  'already-sent': { severity: 'info', message: 'It was already sent.' },
  unknown: { severity: 'info', message: 'It is no longer on this phone.' },
  failed: { severity: 'error', message: 'This phone did not answer. Nothing was removed; please try again.' },
}

/** The same where it becomes a draft. */
export const draftNotice: typeof removalNotice = {
  ...removalNotice,
  removed: { severity: 'success', message: 'Kept as a draft on this phone.' },
  cancelling: {
    severity: 'info',
    message:
      'Kept as a draft on this phone. It may already have left: we will take it back as soon as there is signal.',
  },
  failed: { severity: 'info', message: 'It stays here as it is.' },
}
