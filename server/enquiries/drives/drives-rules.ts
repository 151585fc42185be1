import type { PersonAnswer, SellerAnswer, testDriveStatuses } from '#contract/forms/test-drives.ts'

/** Rules for the answers to a test drive in each state (decision 37). Pure: depends on row, answer and clock. */

export type DriveStatus = (typeof testDriveStatuses)[number]
export interface DriveState {
  status: DriveStatus
  datetime: Date
  proposed_datetime: Date | null
  cancelled: boolean
}
export interface Given {
  /** Proposed time, or the time that was displayed. */
  at: Date | undefined
  now: Date
}
export type Decision =
  | { to: DriveState }
  /** The request already has this state. */
  | { already: true }
  /** Reason of the refusal, and what to do. */
  | { refused: string }
  /** The proposed time is missing or past. */
  | { past: true }

const already: Decision = { already: true }
const refused = (words: string): Decision => ({ refused: words })
const same = (a: Date | null | undefined, b: Date | null | undefined) => a?.getTime() === b?.getTime()

const words = {
  seller: {
    cancelled: 'The person who asked has cancelled this test drive. You need not do anything.',
    declined:
      'You have declined this test drive already. To meet all the same, write to the person who asked.',
    done: 'This test drive has taken place already.',
    passed: 'The time that was asked for has passed. Please propose another one.',
    moved: 'This test drive is confirmed for another time by now. Please look at it again.',
    early: 'The time of this test drive has not come yet. Mark it as done afterwards.',
    unconfirmed: 'This test drive was not confirmed. Confirm it, propose another time or decline it.',
  },
  person: {
    cancelled: 'You have cancelled this test drive already. Please book another one.',
    declined: 'The seller has declined this test drive. Please book another one.',
    done: 'This test drive has taken place already.',
    passed: 'The proposed time has passed. Please book another test drive.',
    moved: 'The time has changed meanwhile. Please look at this test drive again.',
    unproposed: 'The seller has not proposed a time. Please wait for their answer.',
  },
} as const

export function sellerDecision(drive: DriveState, answer: SellerAnswer, { at, now }: Given): Decision {
  const messages = words.seller
  const { status, datetime, proposed_datetime: proposed } = drive
  if (status === 'declined') {
    if (answer === 'decline') return already
    return refused(drive.cancelled ? messages.cancelled : messages.declined)
  }
  if (status === 'done') return answer === 'done' ? already : refused(messages.done)
  switch (answer) {
    case 'confirm':
      if (at && !same(at, datetime)) return refused(messages.moved)
      if (status === 'confirmed') return already
      if (datetime <= now) return refused(messages.passed)
      return { to: { ...drive, status: 'confirmed', proposed_datetime: null } }
    case 'propose':
      if (same(at, proposed) || (status === 'confirmed' && same(at, datetime))) return already
      if (!at || at <= now) return { past: true }
      // A seller who proposes the requested time confirms it.
      return same(at, datetime)
        ? { to: { ...drive, status: 'confirmed', proposed_datetime: null } }
        : { to: { ...drive, status: 'pending', proposed_datetime: at } }
    case 'decline':
      return { to: { ...drive, status: 'declined', proposed_datetime: null } }
    case 'done':
      if (status !== 'confirmed') return refused(messages.unconfirmed)
      return datetime > now ? refused(messages.early) : { to: { ...drive, status: 'done' } }
  }
}

export function personDecision(drive: DriveState, answer: PersonAnswer, { at, now }: Given): Decision {
  const messages = words.person
  const { status, datetime, proposed_datetime: proposed } = drive
  if (status === 'declined') {
    if (answer === 'cancel') return already
    return refused(drive.cancelled ? messages.cancelled : messages.declined)
  }
  if (status === 'done') return refused(messages.done)
  if (answer === 'cancel') {
    return { to: { ...drive, status: 'declined', proposed_datetime: null, cancelled: true } }
  }
  if (status === 'confirmed') return at && !same(at, datetime) ? refused(messages.moved) : already
  if (!proposed) return refused(messages.unproposed)
  if (at && !same(at, proposed)) return refused(messages.moved)
  if (proposed <= now) return refused(messages.passed)
  return { to: { ...drive, status: 'confirmed', datetime: proposed, proposed_datetime: null } }
}
