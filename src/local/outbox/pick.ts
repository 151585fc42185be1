import type { OutboxItem } from '../database/records.ts'
import { backoffCap, clampNext, retryAfterCap } from './backoff.ts'
import { commandOf, meta, numberOf, setNumber, type OwnStore, type OwnTx } from './command.ts'

/** Chooses the next item and marks it as being sent, in one transaction that a stale sender cannot make (I17). */
export interface PickOptions {
  epoch: number
  now: number
  /** Someone is signed in whose partition this is. */
  mayAuth: boolean
  /** Already tried in this round. */
  skip: ReadonlySet<string>
}
export type Pick = { item: OutboxItem } | 'fenced' | 'nothing'

/** Ask before sending something the person may have forgotten. */
export const oldAfter = 30 * 24 * 3_600_000
export const isOld = (item: OutboxItem, now: number) => now - item.createdAt > oldAfter

type Readiness = 'ready' | 'blocks' | 'passes' | { hold: 'upgrade' | 'confirm-old' }

function readiness(item: OutboxItem, o: PickOptions, done: ReadonlySet<string>): Readiness {
  if (item.state === 'done') return 'passes'
  const command = commandOf(item)
  if (!command) return item.state === 'held' ? 'blocks' : { hold: 'upgrade' }
  const stopped = item.state === 'rejected' || item.state === 'quarantine' || item.state === 'conflict'
  // A newer wish of the same lane makes a refused one moot; an ordered lane stands still until the person decides.
  if (stopped) return command.merge === 'replace' ? 'passes' : 'blocks'
  if (item.state !== 'queued' && item.state !== 'wait') return 'blocks'
  if (command.auth === 'user' && !o.mayAuth) return 'blocks'
  if (!item.deps.every((id) => done.has(id))) return 'blocks'
  if (command.merge === 'append' && !item.confirmed && isOld(item, o.now)) {
    return { hold: 'confirm-old' }
  }
  if (item.nextAt > o.now || o.skip.has(item.id)) return 'blocks'
  return 'ready'
}

const failures = (item: OutboxItem) => item.tries + item.netFails
/** Lanes do not wait for each other, so one that keeps failing comes last (I10). */
const byHealth = (a: OutboxItem, b: OutboxItem) => failures(a) - failures(b) || a.seq - b.seq

export function pick(store: OwnStore, o: PickOptions): Promise<Pick> {
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    if ((await pausedUntil(tx, o.now)) > o.now) return 'nothing'
    const items = await tx.list('outbox', { index: 'seq' })
    const done = new Set(items.filter((i) => i.state === 'done').map((i) => i.id))
    const blocked = new Set<string>()
    const ready: OutboxItem[] = []
    for (const found of items) {
      const item = await clamped(tx, found, o.now)
      if (blocked.has(item.lane)) continue
      const state = readiness(item, o, done)
      if (state === 'passes') continue
      blocked.add(item.lane)
      if (state === 'ready') ready.push(item)
      else if (state !== 'blocks') await tx.put('outbox', { ...item, state: 'held', hold: state.hold })
    }
    const [first] = ready.sort(byHealth)
    if (first) {
      const item: OutboxItem = { ...first, state: 'sending', sentEver: true, firstAt: first.firstAt ?? o.now }
      await tx.put('outbox', item)
      return { item }
    }
    return 'nothing'
  })
}

/** Written down, because a limit that moves with every look would never arrive. */
async function clamped(tx: OwnTx, item: OutboxItem, now: number): Promise<OutboxItem> {
  const nextAt = clampNext(item.nextAt, now, item.lastError?.status === 408 ? retryAfterCap : backoffCap)
  if (nextAt === item.nextAt) return item
  const next = { ...item, nextAt }
  await tx.put('outbox', next)
  return next
}

async function pausedUntil(tx: OwnTx, now: number): Promise<number> {
  const until = await numberOf(tx, meta.pause)
  const limit = clampNext(until, now, retryAfterCap)
  if (limit !== until) await setNumber(tx, meta.pause, limit)
  return limit
}
