import type { OutboxEntry } from '#local/react'

/** Items that are not done. */
export function filterWaiting(outbox: readonly OutboxEntry[]): OutboxEntry[] {
  return outbox.filter((entry) => entry.state !== 'done')
}
