import { useRef, useState } from 'react'
import type { NewsletterSubscribe } from '#contract/commands.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { FilledForm } from '#contract/forms/filled.ts'
import { type OutboxEntry, useCommand, useConnection, useOutboxActions, useOutboxEntry } from '#local/react'

interface Refusal {
  message: string
  fields?: FieldErrors | undefined
}
/** Where a subscription stands. `done` is what the server said, nothing else (R-EXT-05, I5). */
export type SubscribeState =
  | { is: 'idle' | 'sending' | 'saved' | 'old' | 'update' }
  | { is: 'done'; address: string }
  | { is: 'refused'; error: Refusal }

const nothing: SubscribeState = { is: 'idle' }

function standingOf({ state, hold, error, payload }: OutboxEntry, offline: boolean): SubscribeState {
  if (state === 'done') return { is: 'done', address: (payload as NewsletterSubscribe).EMAIL }
  if (state === 'rejected' || state === 'conflict' || state === 'quarantine')
    return { is: 'refused', error: { message: error?.msg ?? '', fields: error?.fields } }
  if (state === 'held' && hold === 'confirm-old') return { is: 'old' }
  if (state === 'held' && hold === 'upgrade') return { is: 'update' }
  // After a try that came to nothing it waits for the next one, whatever the last sign of life was.
  const under = state === 'queued' || state === 'sending'
  return { is: offline || !under ? 'saved' : 'sending' }
}

/** One subscription after another; each is kept on this phone before it is sent. */
export function useSubscribing() {
  const put = useCommand('newsletter.subscribe')
  const { remove } = useOutboxActions()
  const offline = useConnection().state === 'offline'
  const [id, setId] = useState<string>()
  /** What the outbox does not know of. */
  const [apart, setApart] = useState<SubscribeState>(nothing)
  const entry = useOutboxEntry(id)
  // Two taps in one frame are one subscription.
  const busy = useRef(false)
  const waiting: SubscribeState = { is: offline ? 'saved' : 'sending' }
  const standing = id === undefined ? apart : entry ? standingOf(entry, offline) : waiting

  /** Whether it is in good hands. */
  async function subscribe(EMAIL: string, filled: FilledForm): Promise<boolean> {
    if (busy.current || standing.is === 'sending') return false
    busy.current = true
    // What was refused is answered by the new words.
    if (id !== undefined && standing.is === 'refused') await remove(id)
    const result = await put({ EMAIL, filled })
    busy.current = false
    if (!result.ok) {
      const { message, fields } = result.error
      setApart({ is: 'refused', error: { message, fields } })
    } else if (!result.kept) setApart({ is: 'done', address: EMAIL })
    setId(result.ok && result.kept ? result.id : undefined)
    return result.ok
  }
  return { standing, subscribe }
}
