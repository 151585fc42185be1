import { IconGitMerge } from '@tabler/icons-react'
import { formatAgo } from '#parts/freshness.tsx'
import type { OutboxEntry } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { isRefusedAsGone, needsPlan, type Tone } from './state-words.ts'
import { isCorrupt, leavesDraft, readOwnWords } from './titles.ts'

/** Actions on an item; the row offers only those that suit its state. */
interface Props extends Readonly<
  Record<'onSend' | 'onCancel' | 'onDetails' | 'onDraft' | 'onCopy', () => void>
> {
  /** Undefined for kinds whose text cannot be changed here. */
  onEdit: (() => void) | undefined
  entry: OutboxEntry
  title: string
  state: { words: string; tone: Tone }
  now: number
  /** Address of the search for cars like the deleted one. */
  similar: string
}

const sendWords: Partial<Record<OutboxEntry['state'], string>> = {
  queued: 'Send now',
  wait: 'Send now',
  quarantine: 'Send now',
  rejected: 'Try again',
}

/** Shows one waiting item, or the receipt of a sent one. */
export function OutboxRow(props: Props) {
  const { entry, title, state, now, onDetails } = props
  const own = readOwnWords(entry)
  const others = Object.values(entry.error?.fields ?? {}).slice(1)
  return (
    <li className="rounded-grid border border-line bg-surface p-4">
      <p className="text-lg font-semibold wrap-anywhere">{title}</p>
      <Pill tone={state.tone} className="mt-1.5 max-w-full rounded-chip! whitespace-normal!">
        {state.words}
      </Pill>
      {entry.state === 'rejected' &&
        others.map((reason) => (
          <p key={reason} className="mt-1 text-sm text-danger">
            {reason}
          </p>
        ))}
      {own !== undefined && <p className="mt-2 line-clamp-3 whitespace-pre-line text-ink-2">“{own}”</p>}
      <p className="mt-1.5 text-13 text-ink-3">Made {formatAgo(entry.createdAt, now)}</p>
      {(entry.merged?.length ?? 0) > 0 && (
        <button
          type="button"
          className="mt-1 flex min-h-11 items-center gap-2 text-left text-13 text-ink-2"
          onClick={onDetails}
        >
          <Icon of={IconGitMerge} size={18} />
          <span>
            Merged with changes from another device{' '}
            <span className="font-semibold text-brand underline underline-offset-4">(details)</span>
          </span>
        </button>
      )}
      <div className="mt-2 -ml-1 flex flex-wrap items-center gap-1">
        <RowButtons {...props} />
      </div>
    </li>
  )
}

const slim = 'px-3!'

function RowButtons({ entry, similar, onSend, onEdit, onCancel, onDetails, onDraft, onCopy }: Props) {
  const quiet = { size: 'sm', look: 'quiet', className: slim } as const
  const details = (
    <Button {...quiet} onClick={onDetails}>
      Details
    </Button>
  )
  if (entry.state === 'done' || entry.cancelling) return details
  if (isCorrupt(entry))
    return (
      <>
        <Button size="sm" look="secondary" onClick={onCopy}>
          Copy details
        </Button>
        <Button {...quiet} onClick={onCancel}>
          Remove
        </Button>
      </>
    )
  return (
    <>
      <MainAct entry={entry} similar={similar} onSend={onSend} onDraft={onDraft} />
      {onEdit && !isRefusedAsGone(entry) && (
        <Button {...quiet} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button {...quiet} onClick={onCancel}>
        Cancel
      </Button>
      {details}
    </>
  )
}

/** Shows the main action of an item. */
function MainAct({
  entry,
  similar,
  onSend,
  onDraft,
}: Pick<Props, 'entry' | 'similar' | 'onSend' | 'onDraft'>) {
  const main = { size: 'sm', look: 'secondary' } as const
  if (needsPlan(entry))
    return (
      <>
        <Button {...main} href="/subscriptions">
          Upgrade
        </Button>
        {leavesDraft(entry) && (
          <Button size="sm" look="quiet" className={slim} onClick={onDraft}>
            Save as draft
          </Button>
        )}
      </>
    )
  if (isRefusedAsGone(entry) && entry.kind === 'enquiry.send')
    return (
      <Button {...main} href={similar}>
        See similar cars
      </Button>
    )
  if (entry.state === 'conflict')
    return (
      <Button {...main} href={`/outbox?decide=${encodeURIComponent(entry.id)}`}>
        Decide
      </Button>
    )
  if (entry.state === 'held') {
    if (entry.hold === 'auth')
      return (
        <Button {...main} href="/login?next=/outbox">
          Login
        </Button>
      )
    return entry.hold === 'confirm-old' ? (
      <Button {...main} onClick={onSend}>
        Send it
      </Button>
    ) : null
  }
  const words = sendWords[entry.state]
  return words === undefined ? null : (
    <Button {...main} onClick={onSend}>
      {words}
    </Button>
  )
}
