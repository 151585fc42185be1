import type { ShownMessage } from '#local/react'
import { formatDayName } from '../times.ts'

/** Line of a conversation: the name of a day, the marker of the first unread message, or a message. */
type ConversationLine =
  | { is: 'day'; key: string; words: string }
  | { is: 'unread'; key: string; words: string }
  | { is: 'message'; key: string; message: ShownMessage; first: boolean; last: boolean }

/** Maximum milliseconds between two consecutive messages of one group. */
const together = 5 * 60_000

const dayOf = (at: number): number => {
  const d = new Date(at)
  return d.getFullYear() * 10_000 + d.getMonth() * 100 + d.getDate()
}
const newWords = (count: number): string => (count === 1 ? '1 new message' : `${count} new messages`)

/** Inserts day names and the unread marker between messages, and groups the messages; keeps the order of the store. */
export function arrangeMessages(
  messages: readonly ShownMessage[],
  o: { now: number; firstUnread?: string | undefined; unread?: number },
): ConversationLine[] {
  const lines: ConversationLine[] = []
  // Phones create the ids, so an id may occur twice or equal a key of ours.
  const taken = new Set<string>()
  const keyOf = (wanted: string): string => {
    const key = taken.has(wanted) ? keyOf(`${wanted}+`) : wanted
    taken.add(key)
    return key
  }
  let day = 0
  let before: (ConversationLine & { is: 'message' }) | undefined
  for (const message of messages) {
    // Clocks of phones may be wrong, so a day is named once and never again after a later day.
    if (dayOf(message.at) > day) {
      day = dayOf(message.at)
      lines.push({ is: 'day', key: keyOf(`day-${day}`), words: formatDayName(message.at, o.now) })
      before = undefined
    }
    if (message.id === o.firstUnread) {
      lines.push({ is: 'unread', key: keyOf('unread'), words: newWords(o.unread ?? 1) })
      before = undefined
    }
    const joins =
      before !== undefined &&
      before.message.mine === message.mine &&
      Math.abs(message.at - before.message.at) <= together
    if (joins && before) before.last = false
    before = { is: 'message', key: keyOf(message.id), message, first: !joins, last: true }
    lines.push(before)
  }
  return lines
}
