import type { OutboxEntry } from '#local/react'

/** Items that are not done. */
export function waitingOf(outbox: readonly OutboxEntry[]): OutboxEntry[] {
  return outbox.filter((entry) => entry.state !== 'done')
}
