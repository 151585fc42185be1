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
 * One turn of the sender in one transaction: writes down the answers and marks the next items. A sender that lost
 * its turn changes nothing (I17). One transaction for all of it, because on a phone each must reach the disk.
 */
export interface TurnOptions extends PickOptions {
  epoch: number
  random: () => number
  answered: readonly ItemResult[]
  /** In the order to try them; shortened by what was taken. */
  plan: Planned[]
  /** How many items to choose. */
  most: number
  /** An item that was joined with another device's change goes again at once. */
  again: boolean
}
export interface Turn {
  /** What became of each answer, in their order. */
  settled: Settled[]
  next: Claimed[]
}
const tables = ['outbox', 'meta', 'favourites', 'entities'] as const
/** What is refused with its pictures lets go of what is known of them; nobody else makes a look at pictures wait. */
const withPictures = [...tables, 'blobs'] as const
const mayLetGo = ({ sent, reply, before }: ItemResult) => !reply.ok && !before && sent.blobIds !== undefined

export async function turn(store: OwnStore, o: TurnOptions): Promise<Turn | 'fenced'> {
  // A transaction may be repeated: it must not find the plan shortened by the first try.
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

/** What will be looked at, if all goes well. */
function lanesOf({ answered, plan, busy, most }: Pick<TurnOptions, 'answered' | 'plan' | 'busy' | 'most'>) {
  const lanes = new Set(answered.map(({ sent }) => sent.lane))
  const enough = lanes.size + most
  for (const { lane } of plan) {
    if (lanes.size >= enough) break
    if (!busy.has(lane)) lanes.add(lane)
  }
  return [...lanes]
}

/** So many answers in a row come out of memory: a transaction without a request for long is taken for over. */
const mostQuick = 4

/**
 * The transaction of a turn that settles many answers and chooses many items. What it will look at is requested at
 * once, because each IndexedDB request is a round trip and the next call waits for all of them; the small
 * facts, written again and again, go to the database once, at `flush`.
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
  /** What is written is requested again. */
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

/** Receipts are stored this long after the answer. */
export const receiptAge = 7 * 24 * 3_600_000

/**
 * Takes the lead over a partition: the former leader is fenced off, and what it left half sent goes again under the
 * same key (a crash, a frozen tab).
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

/** The item as it is now, if this sender still leads and nobody took it from being sent. */
export function stillMine(store: OwnStore, id: string, epoch: number): Promise<OutboxItem | undefined> {
  return store.transaction('read', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== epoch) return undefined
    const item = await tx.get('outbox', id)
    return item?.state === 'sending' ? item : undefined
  })
}

/** Items that were chosen but did not leave go back as they were. */
export function unpick(store: OwnStore, chosen: readonly Claimed[], epoch: number): Promise<void> {
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== epoch) return
    for (const { item: before, first } of chosen) {
      const item = await tx.get('outbox', before.id)
      if (item?.state !== 'sending') continue
      const { firstAt: _never, ...unsent } = item
      // Taken back meanwhile, in the belief that it was under way: the server is asked, which harms nothing.
      const same = first && !item.cancel ? { ...unsent, sentEver: false } : item
      await tx.put('outbox', { ...same, state: 'queued' })
    }
  })
}

/** And then it is given this long to show one, so that two tabs that wake together do not steal from each other. */
export const graceAfter = 5000

/** Called by one who found the lock taken: whether it may be stolen now. */
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
  /** Items that sending could help, now or later. */
  waiting: number
  /** When the first of them is due. */
  nextAt: number | undefined
}

export function backlog(
  store: OwnStore,
  mayAuth: boolean,
  book: CommandRegistry = commandRegistry,
): Promise<Backlog> {
  return store.transaction('read', ['outbox', 'meta'], async (tx) => {
    const pause = await numberOf(tx, meta.pause)
    // What stands behind something held is not due: a sender that counted it would never rest.
    const stopped = new Set<string>()
    // And of a lane only the first can be due: those behind it wait as long as it does.
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
