import { thisBook, type CommandBook } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import { backoffCap, clampNext, retryAfterCap } from './backoff.ts'
import { commandOf, meta, numberOf, setNumber, type OwnStore, type OwnTx, type Rules } from './command.ts'
import { markDamaged, setDamagedAside } from './damage.ts'
import { broughtUp } from './upcast.ts'

/** Chooses the next item and marks it as being sent, in one transaction that a stale sender cannot make (I17). */
export interface PickOptions {
  epoch: number
  now: number
  /** Someone is signed in whose partition this is. */
  mayAuth: boolean
  /** Already tried in this round. */
  skip: ReadonlySet<string>
  book?: CommandBook
}
export type Pick = { item: OutboxItem } | 'fenced' | 'nothing'

/** Ask before sending something the person may have forgotten. */
export const oldAfter = 30 * 24 * 3_600_000
export const isOld = (item: OutboxItem, now: number) => now - item.createdAt > oldAfter

/** The last word about a thing that depends on nothing seen: done late or twice it is the same. */
export const isPlainWish = (command: Rules) => command.merge === 'replace' && !command.editing

const stopped: ReadonlySet<OutboxItem['state']> = new Set(['rejected', 'quarantine', 'conflict'])

/** A refused wish is made moot by a newer one of its lane; an ordered lane stands still until the person decides. */
export const standsAside = (item: OutboxItem, command: Rules | undefined) =>
  item.lastError?.code === 'corrupt_record' ||
  (stopped.has(item.state) && command !== undefined && isPlainWish(command))

type Readiness = 'ready' | 'blocks' | 'passes' | { hold: 'upgrade' | 'confirm-old' | 'dep' }

function readiness(item: OutboxItem, o: PickOptions & { book: CommandBook }): Readiness {
  const command = commandOf(item, o.book)
  if (standsAside(item, command)) return 'passes'
  if (!command) return item.state === 'held' ? 'blocks' : { hold: 'upgrade' }
  if (item.state !== 'queued' && item.state !== 'wait') return 'blocks'
  if (command.auth === 'user' && !o.mayAuth) return 'blocks'
  if (item.cancel) return item.nextAt > o.now || o.skip.has(item.id) ? 'blocks' : 'ready'
  if (item.deps.length > 0) return { hold: 'dep' }
  if (!isPlainWish(command) && !item.confirmed && isOld(item, o.now)) return { hold: 'confirm-old' }
  if (item.nextAt > o.now || o.skip.has(item.id)) return 'blocks'
  return 'ready'
}

const failures = (item: OutboxItem) => item.tries + item.netFails
/** Lanes do not wait for each other, so one that keeps failing comes last (I10). */
const byHealth = (a: OutboxItem, b: OutboxItem) => failures(a) - failures(b) || a.seq - b.seq

export function pick(store: OwnStore, options: PickOptions): Promise<Pick> {
  const o = { ...options, book: options.book ?? thisBook }
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    if ((await pausedUntil(tx, o.now)) > o.now) return 'nothing'
    await setDamagedAside(tx, o.now, o.book)
    const items = await tx.list('outbox')
    const blocked = new Set<string>()
    const ready: OutboxItem[] = []
    for (const found of items.sort((a, b) => a.seq - b.seq)) {
      if (found.state === 'done') continue
      const item = await clamped(tx, found, o.now)
      if (blocked.has(item.lane)) continue
      const state = readiness(item, o)
      if (state === 'passes') continue
      blocked.add(item.lane)
      if (state === 'ready') ready.push(item)
      else if (state !== 'blocks') await tx.put('outbox', { ...item, state: 'held', hold: state.hold })
    }
    for (const chosen of ready.sort(byHealth)) {
      const item = await sending(tx, chosen, o)
      if (item) return { item }
    }
    return 'nothing'
  })
}

/** Marks the chosen item; undefined when it turns out that it cannot be brought up to date. */
async function sending(
  tx: OwnTx,
  chosen: OutboxItem,
  o: PickOptions & { book: CommandBook },
): Promise<OutboxItem | undefined> {
  const command = commandOf(chosen, o.book)
  let current = chosen
  try {
    if (command) current = broughtUp(chosen, command)
  } catch {
    // What an upcaster cannot read is damaged: it stays in sight with all it holds.
    await tx.put('outbox', markDamaged(chosen, o.now))
    return undefined
  }
  const item: OutboxItem = { ...current, state: 'sending', sentEver: true, firstAt: current.firstAt ?? o.now }
  await tx.put('outbox', item)
  return item
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
