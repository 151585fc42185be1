import { agoText, timeOf } from '#parts/freshness.tsx'
import type { OutboxEntry } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { ownWordsOf, stateOf } from './outbox-words.ts'

interface Props {
  entry: OutboxEntry
  /** What it is, in plain words. */
  title: string
  now: number
  offline: boolean
  onRetry: () => void
  onRemove: () => void
}
const canRetry = new Set<OutboxEntry['state']>(['wait', 'rejected', 'quarantine', 'held'])

/** One thing that waits, or the receipt of one that was sent. */
export function OutboxRow({ entry, title, now, offline, onRetry, onRemove }: Props) {
  const { words, tone } = stateOf(entry, { offline, clock: (at) => timeOf(at, now) })
  const own = ownWordsOf(entry)
  const done = entry.state === 'done'
  const needsLogin = entry.state === 'held' && entry.hold === 'auth'
  return (
    <li className="rounded-grid border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 flex-1 text-lg font-semibold">{title}</p>
        <Pill tone={tone}>{words}</Pill>
      </div>
      {own && <p className="mt-1 line-clamp-2 text-ink-2">“{own}”</p>}
      <p className="mt-1 text-13 text-ink-3">Made {agoText(entry.createdAt, now)}</p>
      {!done && (
        <div className="mt-3 flex flex-wrap gap-2">
          {needsLogin ? (
            <Button size="sm" look="secondary" href="/login?next=/outbox">
              Login
            </Button>
          ) : (
            canRetry.has(entry.state) && (
              <Button size="sm" look="secondary" onClick={onRetry}>
                Try again
              </Button>
            )
          )}
          <Button size="sm" look="quiet" onClick={onRemove} disabled={entry.state === 'sending'}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
