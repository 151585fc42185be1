import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useOutboxEntry } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import type { Me } from '../use-me.ts'

const look = 'mb-4 flex min-h-11 items-center gap-2.5 rounded-input px-3.5 py-2 text-sm font-medium'

/** Shows edits that have not reached the server, and those that the person must decide about. */
export function WaitingNote({ me }: { me: Me }) {
  const stuck = useOutboxEntry(me.undecided)
  if (stuck)
    return (
      <a
        href={stuck.dispute ? `/outbox?decide=${stuck.id}` : '/outbox'}
        className={`${look} bg-amber-tint text-amber-ink underline-offset-4 hover:underline`}
      >
        <Icon of={IconAlertTriangle} />
        {stuck.dispute
          ? 'Your profile was changed on another device. Please decide.'
          : `Not accepted: ${stuck.error?.msg ?? 'please look at it again'}`}
      </a>
    )
  if (me.waiting.length === 0) return null
  return (
    <p className={`${look} bg-sunken text-ink-2`}>
      <Icon of={IconClock} />
      Saved on this phone, will be sent
    </p>
  )
}
