import type { ErrorCode } from '#contract/errors.ts'
import type { OutboxEntry } from '#local/react'
import { isCorrupt, leavesDraft } from './titles.ts'

export type Tone = 'plain' | 'amber' | 'danger' | 'brand'

const upgradeOrSave = 'Upgrade or save as draft'
const holdWords: Readonly<Record<NonNullable<OutboxEntry['hold']>, string>> = {
  auth: 'Sign in to send',
  upgrade: 'Update the app to send',
  'confirm-old': 'Written a while ago – still send it?',
  plan: upgradeOrSave,
}
const planCodes: ReadonlySet<ErrorCode | undefined> = new Set(['plan_limit', 'subscription_required'])
const goneCodes: ReadonlySet<ErrorCode | undefined> = new Set(['gone', 'not_found'])

/** Returns whether the person's plan does not include the write. */
export const needsPlan = ({ state, hold, error }: OutboxEntry): boolean =>
  (state === 'held' && hold === 'plan') || (state === 'rejected' && planCodes.has(error?.code))

/** Returns whether the server refused a write because its target no longer exists. */
export const isRefusedAsGone = ({ state, error }: OutboxEntry): boolean =>
  state === 'rejected' && goneCodes.has(error?.code)

/** Describes the state of an item and promises no more than is known (I12). */
export function describeState(
  entry: OutboxEntry,
  context: { offline: boolean; clock: (at: number) => string },
): { words: string; tone: Tone } {
  if (entry.state === 'done')
    return { words: `Sent ${context.clock(entry.doneAt ?? entry.createdAt)}`, tone: 'brand' }
  if (entry.cancelling) return { words: 'Taking it back', tone: 'plain' }
  if (isCorrupt(entry)) return { words: 'Cannot be sent', tone: 'danger' }
  if (needsPlan(entry))
    return { words: leavesDraft(entry) ? upgradeOrSave : 'Upgrade to send', tone: 'amber' }
  switch (entry.state) {
    case 'queued':
      return { words: 'Saved on this phone', tone: 'plain' }
    case 'sending':
      return { words: 'Sending', tone: 'plain' }
    case 'wait':
      return { words: context.offline ? 'Waiting for signal' : 'Trying again soon', tone: 'amber' }
    case 'held':
      return { words: holdWords[entry.hold ?? 'upgrade'], tone: 'amber' }
    case 'conflict':
      return { words: 'Changed on another device', tone: 'amber' }
    case 'rejected':
      return { words: `Needs your fix: ${describeRefusal(entry)}`, tone: 'danger' }
    case 'quarantine':
      return { words: `We could not send this – ${entry.tries} tries`, tone: 'danger' }
  }
}

/** Returns the server's shortest reason for a refusal. */
export function describeRefusal({ error }: OutboxEntry): string {
  return Object.values(error?.fields ?? {})[0] ?? error?.msg ?? 'the server did not accept it'
}
