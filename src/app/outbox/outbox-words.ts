import type { OutboxEntry } from '#local/react'
import type { Payloads } from '#contract/commands.ts'

/** What an item is, in plain words; `nameOf` knows the cars this phone has kept. */
export function titleOf(
  entry: OutboxEntry,
  nameOf: (carId: string) => string | undefined = () => undefined,
): string {
  switch (entry.kind) {
    case 'fav.set': {
      const { want, carId } = entry.payload as Payloads['fav.set']
      const car = nameOf(carId) ?? 'a car'
      return want === 'yes' ? `Save ${car} to your favourites` : `Take ${car} off your favourites`
    }
    case 'enquiry.send':
      return `Your message about ${(entry.payload as Payloads['enquiry.send']).carTitle}`
  }
}

/** The text of the person, to be read again or copied before it is removed. */
export function ownWordsOf(entry: OutboxEntry): string | undefined {
  return entry.kind === 'enquiry.send' ? (entry.payload as Payloads['enquiry.send']).message : undefined
}

export type Tone = 'plain' | 'amber' | 'danger' | 'brand'

/** How far an item is, said without promising more than is known (SYNC 4.10). */
export function stateOf(
  entry: OutboxEntry,
  context: { offline: boolean; clock: (at: number) => string },
): { words: string; tone: Tone } {
  switch (entry.state) {
    case 'queued':
      return { words: 'Saved on this phone', tone: 'plain' }
    case 'sending':
      return { words: 'Sending', tone: 'plain' }
    case 'wait':
      return { words: context.offline ? 'Waiting for signal' : 'Trying again soon', tone: 'amber' }
    case 'held':
      return { words: heldWords[entry.hold ?? 'dep'], tone: 'amber' }
    case 'conflict':
      return { words: 'Changed on another device', tone: 'amber' }
    case 'rejected':
      return { words: `Needs your fix: ${reasonOf(entry)}`, tone: 'danger' }
    case 'quarantine':
      return { words: `We could not send this – ${entry.tries} tries`, tone: 'danger' }
    case 'done':
      return { words: `Sent ${context.clock(entry.doneAt ?? entry.createdAt)}`, tone: 'brand' }
  }
}

const heldWords: Readonly<Record<NonNullable<OutboxEntry['hold']>, string>> = {
  auth: 'Sign in to send',
  upgrade: 'Update the app to send',
  'confirm-old': 'Written a while ago – still send it?',
  dep: 'Waiting for another item first',
  plan: 'Your package does not include this',
}

function reasonOf(entry: OutboxEntry): string {
  const field = Object.values(entry.error?.fields ?? {})[0]
  return field ?? entry.error?.msg ?? 'the server did not accept it'
}

/** What happened between two looks at the outbox. */
export function changeWords(before: readonly OutboxEntry[], now: readonly OutboxEntry[]): string[] {
  const was = new Map(before.map((entry) => [entry.id, entry.state]))
  const news: string[] = []
  for (const entry of now) {
    const old = was.get(entry.id)
    if (old === entry.state) continue
    if (entry.state === 'done' && old !== undefined && entry.kind !== 'fav.set')
      news.push(`Sent: ${titleOf(entry)}.`)
    if (entry.state === 'rejected' && old !== undefined)
      news.push(`Not sent: ${titleOf(entry)}. ${reasonOf(entry)}`)
  }
  return news
}
