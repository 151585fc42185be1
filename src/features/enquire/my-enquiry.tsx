import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { EnquirySend } from '#contract/commands.ts'
import { type OutboxEntry, useOutbox, useServerNow } from '#local/react'
import { latestOf } from '#parts/forms/standing.tsx'
import { formatTime } from '#parts/freshness.tsx'
import { Icon } from '#ui/icon.tsx'

const isAbout = (entry: OutboxEntry, carId: string) =>
  entry.kind === 'enquiry.send' && (entry.payload as Partial<EnquirySend> | undefined)?.carId === carId

/** Describes the state of an enquiry beside its car, and promises no more than is known. */
function describeEnquiry(
  entry: OutboxEntry,
  now: number,
): { words: string; look: 'sent' | 'waits' | 'needs-you' } {
  if (entry.state === 'done') {
    const at = entry.doneAt === undefined ? '' : ` ${formatTime(entry.doneAt, now)}`
    return { words: `Your message: Sent${at}`, look: 'sent' }
  }
  if (entry.cancelling) return { words: 'Your message: Taking it back', look: 'waits' }
  if (entry.state === 'rejected') return { words: 'Your message: Needs your fix', look: 'needs-you' }
  if (entry.state === 'quarantine')
    return { words: 'Your message: We could not send this', look: 'needs-you' }
  if (entry.state === 'held' && entry.hold === 'confirm-old')
    return { words: 'Your message: Written a while ago – still send it?', look: 'needs-you' }
  return { words: 'Your message waits to be sent', look: 'waits' }
}

const icons = { sent: IconCircleCheck, waits: IconClock, 'needs-you': IconAlertCircle }
const tints = {
  sent: 'bg-brand-tint text-brand',
  waits: 'bg-amber-tint text-amber-ink',
  'needs-you': 'bg-danger-tint text-danger',
}

/** Shows the state of the last message about a car; renders nothing without one. */
export function MyEnquiry({ carId }: { carId: string }) {
  const outbox = useOutbox()
  const now = useServerNow()
  const latest = latestOf(outbox.filter((entry) => isAbout(entry, carId)))
  if (!latest) return null
  const { words, look } = describeEnquiry(latest, now)
  return (
    <p
      className={`mt-3 flex items-center gap-2 rounded-input py-0.5 pr-1 pl-3 text-sm font-medium ${tints[look]}`}
    >
      <Icon of={icons[look]} />
      <span className="min-w-0 flex-1 py-2">{words}</span>
      <a
        href="/outbox"
        className="inline-flex min-h-11 shrink-0 items-center rounded-pill px-2 font-semibold underline underline-offset-4"
      >
        Outbox
      </a>
    </p>
  )
}
