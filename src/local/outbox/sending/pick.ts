import type { AnyPayload, CommandRegistry } from '#contract/commands.ts'
import type { OutboxItem } from '../../database/records.ts'
import { backoffCap, clampNext, retryAfterCap } from './verdict.ts'
import {
  commandOf,
  isDamaged,
  isOld,
  meta,
  needsLogin,
  numberOf,
  openOf,
  setAside,
  setDamagedAside,
  setNumber,
  standingStill,
  type OwnStore,
  type OwnTx,
  type Rules,
} from '../command.ts'

/** Chooses the next item and marks it as being sent, in a transaction that a stale sender cannot make (I17). */
export interface PickOptions {
  now: number
  /** Someone is signed in whose partition this is. */
  mayAuth: boolean
  /** Already tried in this round. */
  skip: ReadonlySet<string>
  /** Lanes of items that are under way: what stands behind them has to wait, and keeps its place in the plan. */
  busy: ReadonlySet<string>
  book: CommandRegistry
}
/** An item that is worth a try. */
export interface Planned {
  id: string
  lane: string
}

/** The last word about a thing that depends on nothing seen: done late or twice it is the same. */
const isPlainWish = (command: Rules) => command.merge === 'replace' && !command.editing

/** A refused wish is made moot by a newer one of its lane; an ordered lane stands still until the person decides. */
export const standsAside = (item: OutboxItem, command: Rules | undefined) =>
  item.lastError?.code === 'corrupt_record' ||
  (standingStill.has(item.state) && command !== undefined && isPlainWish(command))

const waits = (item: OutboxItem) => item.state === 'queued' || item.state === 'wait'

type Readiness = 'ready' | 'blocks' | 'passes' | { hold: 'upgrade' | 'confirm-old' }

function readiness(item: OutboxItem, o: PickOptions): Readiness {
  const command = commandOf(item, o.book)
  if (standsAside(item, command)) return 'passes'
  if (!command) return item.state === 'held' ? 'blocks' : { hold: 'upgrade' }
  if (!waits(item)) return 'blocks'
  if (needsLogin(item, command) && !o.mayAuth) return 'blocks'
  if (item.cancel) return item.nextAt > o.now || o.skip.has(item.id) ? 'blocks' : 'ready'
  if (!isPlainWish(command) && !item.confirmed && isOld(item, o.now)) return { hold: 'confirm-old' }
  if (item.nextAt > o.now || o.skip.has(item.id)) return 'blocks'
  return 'ready'
}

const failures = (item: OutboxItem) => item.tries + item.netFails

/**
 * The items worth a try in this round, in the order to try them: lanes do not wait for each other, so one that keeps
 * failing comes last (I10). One look at all of them; each is looked at again before it goes.
 */
export function survey(
  store: OwnStore,
  o: Omit<PickOptions, 'busy'> & { epoch: number },
): Promise<Planned[]> {
  return store.transaction('write', ['outbox', 'meta'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return []
    await setDamagedAside(tx, o.now, o.book)
    const health = new Map<string, number>()
    const found: OutboxItem[] = []
    for (const row of await tx.list('outbox')) {
      if (row.state === 'done' || !waits(row)) continue
      const item = await clamped(tx, row, o.now)
      health.set(item.lane, Math.max(health.get(item.lane) ?? 0, failures(item)))
      if (!o.skip.has(item.id)) found.push(item)
    }
    const ill = (item: OutboxItem) => health.get(item.lane) ?? 0
    found.sort((a, b) => ill(a) - ill(b) || a.seq - b.seq)
    return found.map(({ id, lane }) => ({ id, lane }))
  })
}

/** The chosen item as it leaves, and whether it was never sent before. */
export interface Claimed {
  item: OutboxItem
  first: boolean
}

/** The next of the plan that may go, marked as being sent; what was tried or cannot go leaves the plan. */
export async function claim(
  tx: OwnTx,
  plan: Planned[],
  o: PickOptions & { most: number },
): Promise<Claimed[]> {
  if (o.most > 0 && (await pausedUntil(tx, o.now)) > o.now) {
    plan.length = 0
    return []
  }
  const busy = new Set(o.busy)
  const later: Planned[] = []
  const taken: Claimed[] = []
  while (taken.length < o.most) {
    const next = plan.shift()
    if (!next) break
    if (busy.has(next.lane)) {
      later.push(next)
      continue
    }
    const found = await headOf(tx, next, o)
    const item = found && (await sending(tx, found, o))
    if (!item) continue
    taken.push({ item, first: !found.sentEver })
    busy.add(item.lane)
  }
  plan.unshift(...later)
  return taken
}

/** The item, if nothing of its lane stands before it and it may go. */
async function headOf(tx: OwnTx, { id, lane }: Planned, o: PickOptions): Promise<OutboxItem | undefined> {
  for (const item of await openOf(tx, lane)) {
    if (isDamaged(item, o.book) && item.lastError?.code !== 'corrupt_record') {
      await setAside(tx, item, o.now, o.book)
      continue
    }
    const state = readiness(item, o)
    if (state === 'passes') continue
    if (typeof state === 'object') await tx.put('outbox', { ...item, state: 'held', hold: state.hold })
    return state === 'ready' && item.id === id ? item : undefined
  }
  return undefined
}

/** Marks the chosen item; undefined when it turns out that it cannot be brought up to date. */
async function sending(tx: OwnTx, chosen: OutboxItem, o: PickOptions): Promise<OutboxItem | undefined> {
  const command = commandOf(chosen, o.book)
  let current = chosen
  try {
    if (command) current = broughtUp(chosen, command)
  } catch {
    // What an upcaster cannot read is damaged: it stays in sight with all it holds.
    await setAside(tx, chosen, o.now, o.book)
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

/**
 * An item that was written by an older app. Never attempted: its payload is brought up to date. Attempted: it keeps
 * the form that met its key (I6), and is sent in that form. Throws where a step is missing or fails.
 */
export function broughtUp(item: OutboxItem, command: Rules): OutboxItem {
  if (item.v >= command.v || item.sentEver || item.tries > 0) return item
  let payload: unknown = item.payload
  for (let v = item.v; v < command.v; v++) {
    const step = command.upcast?.[v]
    if (!step) throw new RangeError(`No way from ${item.kind}@${v}`)
    payload = step(payload)
  }
  return { ...item, v: command.v, payload: payload as AnyPayload }
}
