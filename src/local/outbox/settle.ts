import type { LastError, OutboxItem } from '../database/records.ts'
import { ack } from './ack.ts'
import { backoff } from './backoff.ts'
import { commandOf, meta, numberOf, setNumber, type OwnStore, type OwnTx } from './command.ts'
import { verdictOf, type Heard, type Verdict } from './verdict.ts'

/** Writes down what an answer means. A sender that lost its turn changes nothing (I17). */
export interface SettleOptions {
  epoch: number
  now: number
  random: () => number
}
export type Settled = { verdict: Verdict } | 'fenced'

/** An item this often failed, this long, while others went through, needs a person. */
export const quarantineTries = 8
export const quarantineAge = 24 * 3_600_000

export function settle(store: OwnStore, sent: OutboxItem, heard: Heard, o: SettleOptions): Promise<Settled> {
  return store.transaction('write', ['outbox', 'meta', 'favourites'], async (tx) => {
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    const item = await tx.get('outbox', sent.id)
    if (!item || item.state !== 'sending' || item.rev !== sent.rev) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    const rules = commandOf(item) ?? { auth: 'none' as const, whenGone: 'rejected' as const }
    const verdict = verdictOf(heard, rules, o.random)
    await apply(tx, item, heard, verdict, o)
    return { verdict }
  })
}

async function apply(tx: OwnTx, item: OutboxItem, heard: Heard, verdict: Verdict, o: SettleOptions) {
  const { lastError: _before, hold: _hold, ...rest } = item
  const base: OutboxItem = { ...rest, ...(heard.ok ? {} : { lastError: errorOf(heard, o.now) }) }
  switch (verdict.to) {
    case 'done': {
      const result = await ack(tx, item, heard.ok ? heard.body : undefined)
      await tx.put('outbox', { ...base, state: 'done', doneAt: o.now, ...(result ? { result } : {}) })
      await setNumber(tx, meta.delivered, o.now)
      return
    }
    case 'rejected':
      await tx.put('outbox', { ...base, state: 'rejected', ...(verdict.hold ? { hold: verdict.hold } : {}) })
      return
    case 'held':
      await tx.put('outbox', { ...base, state: 'held', hold: verdict.hold })
      if (verdict.hold === 'auth') await holdForLogin(tx)
      return
    case 'wait':
      await tx.put('outbox', await waiting(tx, base, verdict, o))
      return
    case 'conflict':
    case 'quarantine':
      await tx.put('outbox', { ...base, state: verdict.to })
  }
}

async function waiting(
  tx: OwnTx,
  item: OutboxItem,
  verdict: Extract<Verdict, { to: 'wait' }>,
  o: SettleOptions,
): Promise<OutboxItem> {
  const after = verdict.after ?? backoff(item.tries + item.netFails, o.random)
  if (verdict.everyone) await setNumber(tx, meta.pause, o.now + after)
  const next: OutboxItem = { ...item, state: 'wait', nextAt: verdict.everyone ? 0 : o.now + after }
  if (verdict.counts !== 'nothing') next[verdict.counts] += 1
  const firstAt = item.firstAt ?? o.now
  const poisoned =
    verdict.counts === 'tries' &&
    next.tries >= quarantineTries &&
    o.now - firstAt >= quarantineAge &&
    // When nothing at all goes through, the fault is not this item's (scenario 42).
    (await numberOf(tx, meta.delivered)) > firstAt
  return poisoned ? { ...next, state: 'quarantine' } : next
}

/** One refused token is enough: everything that needs it waits for a login, and nothing is lost (I5). */
export async function holdForLogin(tx: OwnTx): Promise<void> {
  for (const item of await tx.list('outbox')) {
    if (item.state !== 'queued' && item.state !== 'wait') continue
    if (commandOf(item)?.auth === 'user') await tx.put('outbox', { ...item, state: 'held', hold: 'auth' })
  }
}

function errorOf(heard: Extract<Heard, { ok: false }>, at: number): LastError {
  const { code, msg = '', fields } = heard.error
  return { code, status: heard.status, msg, at, ...(fields ? { fields } : {}) }
}
