import { commands, isCommandKind, type Command, type CommandKind, type Payloads } from '#contract/commands.ts'
import type { OutboxItem, OwnTables } from '../database/records.ts'
import type { Store, Tx } from '../database/store.ts'

export type OwnStore = Store<OwnTables>
export type { OutboxItem }
export type OwnTx = Tx<OwnTables>

/** The rules of an item's kind; undefined for a kind or a payload shape that only a newer app knows. */
export function commandOf(item: { kind: string; v: number }): Command<Payloads[CommandKind]> | undefined {
  if (!isCommandKind(item.kind)) return undefined
  const command = commands[item.kind] as Command<Payloads[CommandKind]>
  return item.v <= command.v ? command : undefined
}

/** One key for one payload, for ever: it changes only after an answer that proves nothing happened (I6). */
export const keyOf = (item: Pick<OutboxItem, 'id' | 'rev'>) => `${item.id}.${item.rev}`

/** A number kept beside the items, in the same transaction. */
export async function numberOf(tx: OwnTx, k: string): Promise<number> {
  const v = (await tx.get('meta', k))?.v
  return typeof v === 'number' ? v : 0
}
export const setNumber = (tx: OwnTx, k: string, v: number) => tx.put('meta', { k, v })

/** Names of the rows of `meta`. */
export const meta = {
  seq: 'seq',
  epoch: 'epoch',
  /** Last sign of life of whoever sends. */
  beat: 'beat',
  /** Since when someone waits for a sender that seems dead. */
  contended: 'contended',
  /** The server asked this phone to wait until then. */
  pause: 'pause',
  /** When anything was last delivered. */
  delivered: 'delivered',
  /** Counts acks, for the favourites. */
  ack: 'ack',
  token: 'token',
  lease: 'lease',
} as const
