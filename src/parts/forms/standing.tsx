import { IconClock, IconCloudUp } from '@tabler/icons-react'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { type OutboxEntry, useConnection, useOutbox, useOutboxActions, useServerNow } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'

/** Delivery state of a write; only the outbox decides it (I5). */
export type Phase = 'waiting' | 'asking' | 'sent' | 'refused'
export function deliveryPhase({ state, hold }: Pick<OutboxEntry, 'state' | 'hold'>): Phase {
  if (state === 'done') return 'sent'
  if (state === 'rejected' || state === 'conflict' || state === 'quarantine') return 'refused'
  return state === 'held' && hold === 'confirm-old' ? 'asking' : 'waiting'
}

/**
 * Calls `work` once for each write of this person that the server decides while the component is mounted, or decided in the
 * `before` milliseconds before that. Returns a function that adds a write by its id.
 */
export function useDecided(work: (entry: OutboxEntry) => unknown, before?: number): (id: string) => void {
  const outbox = useOutbox()
  const now = useServerNow()
  const since = useRef(before === undefined ? Infinity : now - before)
  const open = useRef(new Set<string>())
  const onDecided = useEffectEvent(work)
  useEffect(() => {
    for (const entry of outbox) {
      const phase = deliveryPhase(entry)
      if (phase === 'waiting' || phase === 'asking') open.current.add(entry.id)
      else if (open.current.delete(entry.id) || (entry.doneAt ?? 0) > since.current) onDecided(entry)
    }
    since.current = Infinity
  }, [outbox])
  return useCallback((id) => void open.current.add(id), [])
}

/** Returns the server's message about a refusal, with its messages about single fields. */
export function describeReasons({ error }: OutboxEntry): string {
  const words = [error?.msg ?? 'This was not accepted.', ...Object.values(error?.fields ?? {})]
  return [...new Set(words)].join(' ')
}

/** Focuses an element that appears in place of the focused one; for use as a ref. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

export const latestOf = (entries: readonly OutboxEntry[]): OutboxEntry | undefined =>
  entries.reduce<OutboxEntry | undefined>((a, b) => (a && a.createdAt >= b.createdAt ? a : b), undefined)

/** Milliseconds during which a new write counts as being sent, before the screen says that it waits. */
export const patienceMs = 4000

/** Shows one line about a write, with an icon. */
export function StandingLine({ icon, children }: { icon: IconShape; children: string }) {
  return (
    <output className="flex max-w-72 items-center justify-center gap-2.5 text-left text-lg font-medium text-balance">
      <Icon of={icon} className="text-brand" />
      {children}
    </output>
  )
}

/** Says what the person may expect of a write that the server has not answered yet. */
export function DeliveryNote({ entry }: { entry: OutboxEntry }) {
  const { state } = useConnection()
  const { retry } = useOutboxActions()
  if (entry.cancelling)
    return <StandingLine icon={IconClock}>Taking it back. It may already have left.</StandingLine>
  if (entry.hold === 'confirm-old') {
    return (
      <>
        <StandingLine icon={IconClock}>Saved more than 30 days ago and not sent yet.</StandingLine>
        <Button look="outline" size="sm" onClick={() => void retry(entry.id)}>
          Send it now
        </Button>
      </>
    )
  }
  if (entry.hold === 'upgrade')
    return <StandingLine icon={IconClock}>Saved. It will be sent after this app is updated.</StandingLine>
  if (state !== 'offline' && (entry.state === 'queued' || entry.state === 'sending')) {
    return <StandingLine icon={IconCloudUp}>Saved. Sending now.</StandingLine>
  }
  return <StandingLine icon={IconClock}>Saved. It will be sent when you are back online.</StandingLine>
}
