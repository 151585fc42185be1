import type { MetaRow, OutboxItem } from '../../database/records.ts'
import type { Key, KeyRange } from '../../database/store.ts'
import { meta, type OwnTx } from '../command.ts'

/** So many answers in a row come out of memory: a transaction that is asked nothing for long is taken for over. */
const mostQuick = 4

/**
 * The transaction of a turn that settles many answers and chooses many items. What it will look at is asked for at
 * once, because each question takes a way through the browser and the next request waits for all of them; the small
 * facts, written again and again, go to the database once, at `flush`.
 */
export async function gathered(
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
  /** What is written is asked for anew. */
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
