import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { openOf, type OwnStore, type OwnTx } from './command.ts'
import { isDamaged, markDamaged, wordsOf } from './damage.ts'
import { same } from './merge.ts'

/**
 * Damaged records leave their lanes and stay in sight (scenario 57). Whoever wrote after one of them had its words
 * before their eyes, and those never reach the server: what they saw becomes what stood there before it (I9).
 */
export async function setAside(
  tx: OwnTx,
  item: OutboxItem,
  now: number,
  book: CommandRegistry,
): Promise<void> {
  await tx.put('outbox', markDamaged(item, now))
  const lane = typeof item.lane === 'string' ? await openOf(tx, item.lane) : []
  const others = lane.filter((one) => one.id !== item.id && !isDamaged(one, book))
  for (const next of others) {
    if (next.seq < item.seq || !next.base) continue
    const between = others.filter((one) => one.seq < next.seq)
    await tx.put('outbox', { ...next, base: withoutWords(next.base, item, { between, book }) })
  }
}

/**
 * What was seen, without the words of a damaged item. Where those cannot be read any more, all that differs from what
 * stood there before is taken for them, unless another item says it: at worst a person is asked.
 */
export function withoutWords(
  base: Base,
  item: OutboxItem,
  o: { between: readonly OutboxItem[]; book: CommandRegistry },
): Base {
  const snapshot: Record<string, unknown> = { ...base.snapshot }
  const before = item.base?.snapshot ?? {}
  const words = wordsOf(item, o.book)
  const said = new Set(o.between.flatMap((one) => Object.keys(wordsOf(one, o.book) ?? {})))
  const isIts = (name: string) => (words ? same(snapshot[name], words[name]) : !said.has(name))
  for (const name of Object.keys(words ?? before))
    if (Object.hasOwn(before, name) && isIts(name)) snapshot[name] = before[name]
  return { ...base, snapshot }
}

/** Marks what is damaged; true when there was any. Finished items are left alone. */
export async function setDamagedAside(tx: OwnTx, now: number, book: CommandRegistry): Promise<boolean> {
  let found = false
  for (const item of await tx.list('outbox')) {
    if (item.state === 'done' || item.lastError?.code === 'corrupt_record') continue
    if (!isDamaged(item, book)) continue
    found = true
    await setAside(tx, item, now, book)
  }
  return found
}

/** The unfinished items of a lane that can be worked with, in their order; what is damaged is set aside. */
export async function soundOf(
  tx: OwnTx,
  lane: string,
  now: number,
  book: CommandRegistry,
): Promise<{ sound: OutboxItem[]; damaged: OutboxItem[] }> {
  const open = await openOf(tx, lane)
  const damaged = open.filter((item) => isDamaged(item, book))
  for (const item of damaged) await setAside(tx, item, now, book)
  const sound = damaged.length > 0 ? await openOf(tx, lane) : open
  return { sound, damaged }
}

export function checkRecords(
  store: OwnStore,
  now: number,
  book: CommandRegistry = commandRegistry,
): Promise<boolean> {
  return store.transaction('write', ['outbox'], (tx) => setDamagedAside(tx, now, book))
}
