import type { CommandRegistry } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import { userPartition } from '../session/partition.ts'
import type { SendLock } from './locks.ts'

/** What sending for one partition needs of the world around it. */
export interface Drain {
  partition: string
  store: OwnStore
  lock: SendLock
  /** Read anew before each item, because people sign in and out while a round is under way. */
  token: () => Promise<{ token: string; sub: string } | undefined>
  /** Sends the item, or, when it was taken back, asks the server to refuse it. */
  send: (item: OutboxItem, o: { key: string; token: string | undefined }) => Promise<SendResult>
  /**
   * What must be on the server first (pictures); undefined when nothing is missing, else how far it got, which is
   * settled as the item's own answer. `goOn` turns false when someone else leads.
   */
  prepare?: (
    item: OutboxItem,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ) => Promise<SendResult | undefined>
  /** The kinds this app knows; tests play an older or a newer one. */
  book?: CommandRegistry
  now: () => number
  random: () => number
  log: (event: string, about?: string) => void
  /** Says stop between two items: a worker is given only so much time. */
  mayGoOn?: () => boolean
}

/** The token, if it is the token of this very partition (I7). */
export async function ownToken(d: Drain): Promise<string | undefined> {
  const session = await d.token()
  return session && userPartition(session.sub) === d.partition ? session.token : undefined
}
