import { useConnection, useServerNow } from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { formatAgo } from '#parts/freshness.tsx'

type ConnectionState = 'online' | 'weak' | 'offline'

/** Describes the state of the connection: "Offline · saved 3 h ago". */
export function describeConnection(
  state: ConnectionState,
  lastContact: number | undefined,
  now: number,
): string {
  const age = lastContact === undefined ? '' : ` · saved ${formatAgo(lastContact, now)}`
  if (state === 'online') return 'Online'
  return (state === 'weak' ? 'Weak signal' : 'Offline') + age
}

const dots: Record<ConnectionState, string> = { online: 'bg-success', weak: 'bg-amber', offline: 'bg-heart' }

/** Shows the connection as a dot and words, never as colour alone. */
export function ConnectionMark() {
  const { state, lastContact } = useConnection()
  const now = useServerNow()
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs font-medium text-ink-2">
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-pill', dots[state])} />
      <span className="truncate">{describeConnection(state, lastContact, now)}</span>
    </span>
  )
}
