import { IconSend } from '@tabler/icons-react'
import { useOutbox } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { CountBadge } from '#ui/show/badge.tsx'
import { waitingOf } from '../outbox/waiting.ts'

/** How many things wait on this phone, leading to them; absent when none does. */
export function OutboxLink() {
  const count = waitingOf(useOutbox()).length
  if (count === 0) return null
  return (
    <a
      href="/outbox"
      className="relative inline-flex size-11 items-center justify-center rounded-pill hover:bg-sunken"
      title="Waiting to be sent"
    >
      <Icon of={IconSend} size={22} />
      <span className="absolute top-0.5 right-0.5">
        <CountBadge count={count} label={`${count} waiting to be sent`} />
      </span>
    </a>
  )
}
