import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import {
  meta,
  numberOf,
  setNumber,
  type OwnStore,
  type OwnTx,
  commandOf,
  deadAfter,
  needsLogin,
  requeued,
  wronglyOld,
} from '../command.ts'
import { claim, type Claimed, type PickOptions, type Planned, standsAside } from './pick.ts'
import { settle, type ItemResult, type Settled } from './settle.ts'
import type { MetaRow, OutboxItem } from '../../database/records.ts'
import type { Key, KeyRange } from '../../database/store.ts'

/**
 * Options for one turn of the sender, which settles responses and marks the next items in one transaction. A sender that lost its
 * turn changes nothing (I17). It is one transaction because each commit has to reach the disk of the phone.
 */
export interface TurnOptions extends PickOptions {
  epoch: number
  random: () => number
  answered: readonly ItemResult[]
  /** Items in the order in which to try them; `turn` removes those it took. */
  plan: Planned[]
  /** Number of items to choose. */
  most: number
  /** Whether an item that was merged with another device's change is sent again at once. */
  again: boolean
}
export interface Turn {
  /** Result of each response, in their order. */
  settled: Settled[]
  next: Claimed[]
}
const tables = ['outbox', 'meta', 'favourites', 'entities'] as const
/** A refused item with pictures clears their upload state; only then the transaction locks `blobs`. */
const withPictures = [...tables, 'blobs'] as const
const mayLetGo = ({ sent, reply, before }: ItemResult) => !reply.ok && !before && sent.blobIds !== undefined

export async function turn(store: OwnStore, o: TurnOptions): Promise<Turn | 'fenced'> {
  // A transaction may be repeated, and the plan must still be whole then.
  let left = o.plan
  const about = o.answered.some(mayLetGo) ? withPictures : tables
  const took = await store.transaction('write', about, async (raw): Promise<Turn | 'fenced'> => {
    const { tx, flush } = await gathered(raw, lanesOf(o))
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    const plan = [...o.plan]
    const skip = new Set(o.skip)
    const settled: Settled[] = []
    for (const answer of o.answered) {
      const now = await settle(tx, answer, o)
      settled.push(now)
      if (now === 'fenced' || now.to !== 'merged' || !o.again) continue
      plan.unshift(answer.sent)
      skip.delete(answer.sent.id)
    }
    const next = await claim(tx, plan, { ...o, skip })
    await flush()
    left = plan
    return { settled, next }
  })
  o.plan.splice(0, o.plan.length, ...left)
  return took
}

/** Returns the lanes that the turn will read in the normal case. */
function lanesOf({ answered, plan, busy, most }: Pick<TurnOptions, 'answered' | 'plan' | 'busy' | 'most'>) {
  const lanes = new Set(answered.map(({ sent }) => sent.lane))
  const enough = lanes.size + most
  for (const { lane } of plan) {
    if (lanes.size >= enough) break
    if (!busy.has(lane)) lanes.add(lane)
  }
  return [...lanes]
}

/** Number of reads in a row that are answered from memory: IndexedDB commits a transaction that has no pending request. */
const mostQuick = 4

/**
 * Wraps the transaction of a turn that settles many responses and chooses many items. All its reads are requested at once,
 * because each IndexedDB request is a round trip. The small `meta` rows, which change repeatedly, are written once, at `flush`.
 */
async function gathered(
  raw: OwnTx,
  lanes: readonly string[],
): Promise<{ tx: OwnTx; flush: () => Promise<void> }> {
  const [epoch, facts, ...rows] = await Promise.all([
    raw.get('meta', meta.epoch),
    raw.list('meta'),
    ...lanes.map((lane) => raw.list('outbox', { index: 'lane', only: lane })),
  ])
  const known = new Map<Key, MetaRow | undefined>(facts.map((fact) => [fact.k, fact]))
  known.set(meta.epoch, epoch)
  const changed = new Map<Key, MetaRow>()
  const items = new Map<Key, OutboxItem>(rows.flat().map((item) => [item.id, item]))
  const byLane = new Map<unknown, OutboxItem[]>(lanes.map((lane, place) => [lane, rows[place] ?? []]))
  let quick = 0
  async function alive() {
    quick = (quick + 1) % mostQuick
    if (quick === 0) await raw.get('meta', meta.epoch)
  }
  /** Drops cached rows after a write, so that the next read requests them again. */
  const forget = (id: Key, lane?: unknown) => {
    byLane.delete(lane)
    byLane.delete(items.get(id)?.lane)
    items.delete(id)
  }
  const tx: OwnTx = {
    ...raw,
    get: (async (table, key) => {
      const found = table === 'outbox' ? items.get(key) : undefined
      if (table !== 'meta' && !found) return raw.get(table, key)
      await alive()
      return table === 'meta' ? known.get(key) : found
    }) as OwnTx['get'],
    list: (async (table, range: KeyRange = {}) => {
      const found = table === 'outbox' && range.index === 'lane' ? byLane.get(range.only) : undefined
      if (!found) return raw.list(table, range)
      await alive()
      return found
    }) as OwnTx['list'],
    async put(table, row) {
      if (table === 'outbox') forget((row as OutboxItem).id, (row as OutboxItem).lane)
      if (table !== 'meta') return raw.put(table, row)
      const fact = row as MetaRow
      known.set(fact.k, fact)
      changed.set(fact.k, fact)
    },
    async delete(table, key) {
      if (table === 'outbox') forget(key)
      if (table === 'meta') {
        known.delete(key)
        changed.delete(key)
      }
      await raw.delete(table, key)
    },
  }
  return {
    tx,
    async flush() {
      for (const fact of changed.values()) await raw.put('meta', fact)
    },
  }
}

/** Milliseconds for which receipts are stored after the response. */
export const receiptAge = 7 * 24 * 3_600_000

/**
 * Takes the lead over a partition and fences off the former leader. Items that it left half sent (a crash, a frozen tab) are
 * queued again under the same key.
 */
export function acquireLeadership(store: OwnStore, now: number): Promise<number> {
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    const epoch = (await numberOf(tx, meta.epoch)) + 1
    await setNumber(tx, meta.epoch, epoch)
    await setNumber(tx, meta.beat, now)
    await tx.delete('meta', meta.contended)
    for (const item of await tx.list('outbox')) {
      if (item.state === 'sending') {
        await tx.put('outbox', { ...item, state: 'queued', nextAt: 0, unsure: true })
      }
      if (wronglyOld(item, now)) await tx.put('outbox', requeued(item))
      if (item.state === 'done' && now - (item.doneAt ?? now) > receiptAge) await tx.delete('outbox', item.id)
    }
    return epoch
  })
}

export function hasLeadership(store: OwnStore, epoch: number): Promise<boolean> {
  return store.transaction('read', ['meta'], async (tx) => (await numberOf(tx, meta.epoch)) === epoch)
}

/** Returns the current item if this sender still leads and the item is still being sent. */
export function stillMine(store: OwnStore, id: string, epoch: number): Promise<OutboxItem | undefined> {
  return store.transaction('read', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== epoch) return undefined
    const item = await tx.get('outbox', id)
    return item?.state === 'sending' ? item : undefined
  })
}

/** Restores items that were chosen but not sent. */
export function unpick(store: OwnStore, chosen: readonly Claimed[], epoch: number): Promise<void> {
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== epoch) return
    for (const { item: before, first } of chosen) {
      const item = await tx.get('outbox', before.id)
      if (item?.state !== 'sending') continue
      const { firstAt: _never, ...unsent } = item
      // The person took the item back while it seemed to be under way: asking the server does no harm.
      const same = first && !item.cancel ? { ...unsent, sentEver: false } : item
      await tx.put('outbox', { ...same, state: 'queued' })
    }
  })
}

/**
 * Milliseconds that a leader without a sign of life gets to show one after `mayTakeOver` first noticed it, so that two tabs that
 * wake together do not steal the lock from each other.
 */
export const graceAfter = 5000

/** Whether a sender that found the lock taken may steal it now. */
export function mayTakeOver(store: OwnStore, now: number): Promise<boolean> {
  return store.transaction('write', ['meta'], async (tx) => {
    if (Math.abs(now - (await numberOf(tx, meta.beat))) < deadAfter) return false
    const since = (await tx.get('meta', meta.contended))?.v
    if (typeof since === 'number') return Math.abs(now - since) >= graceAfter
    await setNumber(tx, meta.contended, now)
    return false
  })
}

export interface Backlog {
  /** Number of items that sending could help, now or later. */
  waiting: number
  /** Time at which the first of them is due. */
  nextAt: number | undefined
}

export function backlog(
  store: OwnStore,
  mayAuth: boolean,
  book: CommandRegistry = commandRegistry,
): Promise<Backlog> {
  return store.transaction('read', ['outbox', 'meta'], async (tx) => {
    const pause = await numberOf(tx, meta.pause)
    // An item behind a held one is not due: a sender that counted it would never stop.
    const stopped = new Set<string>()
    // Only the first item of a lane can be due: those behind it wait at least as long.
    const due = new Map<string, number>()
    let waiting = 0
    for (const item of await tx.list('outbox', { index: 'seq' })) {
      const { state, lane, nextAt } = item
      const command = commandOf(item, book)
      const waits = state === 'queued' || state === 'wait' || state === 'sending'
      if (waits && !stopped.has(lane) && (mayAuth || (command && !needsLogin(item, command)))) {
        waiting++
        if (!due.has(lane)) due.set(lane, Math.max(nextAt, pause))
      }
      if (!waits && state !== 'done' && !standsAside(item, command)) stopped.add(lane)
    }
    return { waiting, nextAt: waiting > 0 ? Math.min(...due.values()) : undefined }
  })
}
