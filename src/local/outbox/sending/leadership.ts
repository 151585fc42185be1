import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import { standsAside, wronglyOld, type Claimed } from './pick.ts'
import type { OutboxItem } from '../../database/records.ts'
import { commandOf, meta, needsLogin, numberOf, requeued, setNumber, type OwnStore } from '../command.ts'

/** Receipts are kept this long after the answer. */
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

/** A sender without a sign of life for this long is taken for dead or frozen. */
export const deadAfter = 30_000
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
