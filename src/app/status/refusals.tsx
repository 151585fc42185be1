import { useEffect, useRef } from 'react'
import type { CommandKind } from '#contract/commands.ts'
import { type OutboxEntry, useOutbox } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'

/** Kinds whose refusal is an alert; a profile's is a notification, an enquiry's stands where it was written (R-ERR-06). */
const alerting: ReadonlySet<CommandKind> = new Set([
  'fav.set',
  'alert.set',
  'ad.create',
  'ad.edit',
  'ad.status',
  'ad.delete',
  'ad.image.delete',
])
const isUnderWay = ({ state }: OutboxEntry) => state !== 'done' && state !== 'rejected'

/** Says in the alert titled "Error" what the server refused, as soon as it did (R-ERR-04, R-ERR-05). */
export function Refusals(): null {
  const outbox = useOutbox()
  const showError = useErrorAlert()
  /** Those whose end is news: what was refused before this page came stands in the outbox. */
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const entry of outbox) {
      if (!alerting.has(entry.kind)) continue
      if (isUnderWay(entry)) waiting.current.add(entry.id)
      else if (waiting.current.delete(entry.id) && entry.state === 'rejected') showError(reasonOf(entry))
    }
  }, [outbox, showError])
  return null
}

/** The server's sentence, with what it says of single fields. */
function reasonOf({ error }: OutboxEntry): string {
  const words = [error?.msg ?? 'This was not accepted.', ...Object.values(error?.fields ?? {})]
  return [...new Set(words)].join(' ')
}
