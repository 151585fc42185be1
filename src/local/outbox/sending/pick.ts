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

/** Options for choosing the next item and marking it as being sent, in a transaction that a stale sender cannot make (I17). */
export interface PickOptions {
  now: number
  /** Whether the owner of this partition is signed in. */
  mayAuth: boolean
  /** Ids of items that were already tried in this round. */
  skip: ReadonlySet<string>
  /** Lanes of items that are being sent: the items behind them wait and stay in the plan. */
  busy: ReadonlySet<string>
  book: CommandRegistry
}
/** An item that is ready to be tried. */
export interface Planned {
  id: string
  lane: string
}

/** Whether the wish replaces earlier ones and depends on nothing seen: done late or twice it has the same effect. */
const isPlainWish = (command: Rules) => command.merge === 'replace' && !command.editing

/** Whether items behind this one may pass it: true for a damaged record and a refused plain wish; all others block. */
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
 * Returns the items to try in this round, in their order: lanes do not wait for each other, so a lane that fails repeatedly comes
 * last (I10). All items are read once; each is read again before it is sent.
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

/** The chosen item as it is sent, and whether this is its first attempt. */
export interface Claimed {
  item: OutboxItem
  first: boolean
}

/** Takes the next items of the plan that may be sent and marks them; items that were tried or cannot be sent leave the plan. */
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

/** Returns the item if no other item of its lane blocks it and it may be sent. */
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

/** Marks the chosen item as being sent; undefined when its payload cannot be upcast. */
async function sending(tx: OwnTx, chosen: OutboxItem, o: PickOptions): Promise<OutboxItem | undefined> {
  const command = commandOf(chosen, o.book)
  let current = chosen
  try {
    if (command) current = broughtUp(chosen, command)
  } catch {
    // A payload that an upcaster cannot read is damaged: it stays visible with all its data.
    await setAside(tx, chosen, o.now, o.book)
    return undefined
  }
  const item: OutboxItem = { ...current, state: 'sending', sentEver: true, firstAt: current.firstAt ?? o.now }
  await tx.put('outbox', item)
  return item
}

/** Limits and stores `nextAt`, because a limit that moves with every read would never be reached. */
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
 * Returns an item of an older app in the form in which it is sent. Before the first attempt its payload is upcast; after an
 * attempt it keeps the form that was sent under its key (I6). Throws where an upcast step is missing or fails.
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
