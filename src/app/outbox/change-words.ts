import type { OutboxEntry } from '#local/react'
import { describeRefusal } from './state-words.ts'
import { titleOf } from './titles.ts'

/** One sentence about one item that is not as it was; hearts are spoken of only when they cannot be had. */
function newsOf(was: OutboxEntry, now: OutboxEntry): string | undefined {
  const title = titleOf(now)
  if (now.state === was.state) {
    const joined = (now.merged?.length ?? 0) > (was.merged?.length ?? 0)
    return joined ? `Merged with changes from another device: ${title}.` : undefined
  }
  switch (now.state) {
    case 'done':
      if (now.kind === 'fav.set') return undefined
      return was.cancelling ? `It was already sent: ${title}.` : `Sent: ${title}.`
    case 'rejected':
      return `Not sent: ${title}. ${describeRefusal(now)}`
    case 'conflict':
      return `Changed on another device: ${title}. Please decide.`
    case 'quarantine':
      return `We could not send this: ${title}.`
    case 'queued':
    case 'sending':
    case 'wait':
    case 'held':
      return undefined
  }
}

/** What happened between two looks at one person's outbox. */
export function changeWords(before: readonly OutboxEntry[], now: readonly OutboxEntry[]): string[] {
  const was = new Map(before.map((entry) => [entry.id, entry]))
  const is = new Set(now.map(({ id }) => id))
  const news: (string | undefined)[] = now.map((entry) => {
    const old = was.get(entry.id)
    return old && newsOf(old, entry)
  })
  for (const entry of before)
    if (entry.cancelling && !is.has(entry.id)) news.push(`Taken back: ${titleOf(entry)}.`)
  return news.filter((words) => words !== undefined)
}
