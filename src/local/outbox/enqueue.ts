import { commands, type Command, type CommandKind, type Payloads } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import { meta, numberOf, setNumber, type OwnStore } from './command.ts'

/**
 * Puts a wish into the outbox, in one transaction. Two wishes merge only while the older one has never left the
 * phone; what may have been sent keeps its payload for ever (I6).
 */
export interface Wish<K extends CommandKind = CommandKind> {
  id: string
  kind: K
  payload: Payloads[K]
  now: number
  appVersion: string
  deps?: string[]
  base?: NonNullable<OutboxItem['base']>
}

const refused = new Set<OutboxItem['state']>(['rejected', 'quarantine', 'conflict'])

/** The id under which the wish is kept; an older one when it merged. */
export function enqueue(store: OwnStore, wish: Wish): Promise<string> {
  const command = commands[wish.kind] as Command<Payloads[CommandKind]>
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    // A retried transaction of which the first try did commit after all.
    if (await tx.get('outbox', wish.id)) return wish.id
    const seq = (await numberOf(tx, meta.seq)) + 1
    await setNumber(tx, meta.seq, seq)
    const lane = command.lane(wish.payload, wish.id)
    const fresh: OutboxItem = {
      id: wish.id,
      seq,
      lane,
      kind: wish.kind,
      v: command.v,
      payload: wish.payload,
      deps: wish.deps ?? [],
      ...(wish.base ? { base: wish.base } : {}),
      rev: 0,
      state: 'queued',
      tries: 0,
      netFails: 0,
      nextAt: 0,
      sentEver: false,
      createdAt: wish.now,
      appVersion: wish.appVersion,
    }
    if (command.merge === 'replace') {
      for (const older of await tx.list('outbox', { index: 'lane', only: lane })) {
        if (older.state === 'done') continue
        if (canMerge(older)) {
          await tx.put('outbox', { ...fresh, id: older.id, rev: older.rev, ...heldAs(older) })
          return older.id
        }
        // The person decided anew about the same thing: what was refused for good is answered by that.
        if (refused.has(older.state)) await tx.delete('outbox', older.id)
      }
    }
    await tx.put('outbox', fresh)
    return wish.id
  })
}

export function canMerge(older: OutboxItem): boolean {
  return !older.sentEver && older.tries === 0 && (older.state === 'queued' || older.state === 'held')
}

const heldAs = ({ state, hold }: OutboxItem): Pick<OutboxItem, 'state' | 'hold'> =>
  state === 'held' && hold ? { state, hold } : { state: 'queued' }
