import type { CommandRegistry, Fields } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { commandOf, isDamaged, isFixed, openOf, wordsOf, type OwnTx } from './command.ts'
import { mergeItem, same } from './merge.ts'

/**
 * Items of one lane that build on each other. What a later one rests on comes from the answer to the one before it,
 * never from a cache, and is compared field by field with what the person saw when they wrote it: the answer may hold
 * changes of another device that they had not seen (I9, docs/decisions/0011-chains-rest-on-fields.md).
 */
function rebased(item: OutboxItem, now: Versioned, book: CommandRegistry): OutboxItem {
  const { baseFrom: _resolved, ...rest } = item
  const editing = commandOf(item, book)?.editing
  if (!editing) return rest
  const mine = editing.of(item.payload)
  const { patch, overlaps, taken } = mergeItem(item, { mine, theirs: now.fields, sets: editing.sets })
  if (overlaps.length > 0) return { ...rest, state: 'conflict', theirs: now }
  // Nothing left to say: things as they are now are said all the same, and the item ends as every other. Its own words
  // would take away what another device added to a set meanwhile.
  const left = Object.keys(patch).length > 0 ? patch : asNow(Object.keys(mine), now)
  return {
    ...rest,
    payload: editing.with(item.payload, left),
    base: { version: now.version, snapshot: now.fields },
    ...noteOf(item, taken),
  }
}

const asNow = (names: readonly string[], now: Versioned) =>
  Object.fromEntries(names.map((name) => [name, now.fields[name]]))

/** Fields joined so far. */
export const noteOf = (item: OutboxItem, taken: readonly string[]): Pick<OutboxItem, 'merged'> => {
  const all = [...new Set([...(item.merged ?? []), ...taken])]
  return all.length > 0 ? { merged: all } : {}
}

/** An item about a thing with versions is done: those that waited for it may go on. */
export async function follow(
  tx: OwnTx,
  item: OutboxItem,
  now: Versioned | undefined,
  book: CommandRegistry,
): Promise<void> {
  for (const next of await openOf(tx, item.lane)) {
    // What is damaged is set aside when its turn comes; it must not keep what went before it from ending.
    if (next.baseFrom !== item.id || isDamaged(next, book)) continue
    const { baseFrom: _over, ...rest } = next
    // What went past a damaged record has left already: the server tells it apart by its version.
    await tx.put('outbox', now && !isFixed(next) ? rebased(next, now, book) : rest)
  }
}

/**
 * An item goes away without effect: what was built on it stands on what it stood on itself. `instead` is what the
 * person chose in its place.
 */
export async function unlink(
  tx: OwnTx,
  item: OutboxItem,
  book: CommandRegistry,
  instead?: Versioned,
): Promise<void> {
  await tx.delete('outbox', item.id)
  const command = commandOf(item, book)
  const behind = await openOf(tx, item.lane)
  if (command?.creates) {
    // Nothing of a thing that never was can be sent.
    for (const next of behind) if (next.seq > item.seq) await tx.delete('outbox', next.id)
    await tx.delete('entities', item.lane)
    return
  }
  const shown = new Map(Object.entries(command?.editing?.of(item.payload) ?? {}))
  const source = instead?.fields ?? item.base?.snapshot ?? {}
  for (const next of behind) {
    if (next.seq < item.seq || isDamaged(next, book)) continue
    const { baseFrom: from, ...rest } = next
    const snapshot: Record<string, unknown> = { ...next.base?.snapshot }
    const also: Record<string, unknown> = { ...next.base?.also }
    // Whoever wrote a later item had this one's words before their eyes, be it next or further behind.
    for (const [name, word] of shown) {
      if (!same(snapshot[name], word)) continue
      snapshot[name] = source[name]
      // They may stand on the server after all, which has long forgotten the key.
      if (item.unsure) also[name] = word
    }
    const seen = Object.keys(also).length > 0 ? { snapshot, also } : { snapshot }
    if (from === item.id && !isFixed(next)) {
      const version = instead?.version ?? item.base?.version ?? 0
      const base: Base = { version, ...seen }
      const before = instead === undefined && item.baseFrom !== undefined ? { baseFrom: item.baseFrom } : {}
      const left: OutboxItem = { ...rest, base, ...before }
      // The item had met changes of another device; whoever wrote the next one had not.
      const met = before.baseFrom === undefined && version > (next.base?.version ?? 0)
      await tx.put('outbox', met ? rebased(left, { version, fields: source }, book) : left)
    } else if (next.base) await tx.put('outbox', { ...next, base: { ...next.base, ...seen } })
    // From here on it is that item's word that was seen.
    for (const name of Object.keys(commandOf(next, book)?.editing?.of(next.payload) ?? {})) shown.delete(name)
  }
}

/**
 * An item got other words before it had any effect. Whoever wrote a later one had the old words before their eyes and
 * is the same person: the later one stands on the new words, and is still said over them. What was added to a set or
 * taken from it stays what it was.
 */
export async function reworded(
  tx: OwnTx,
  { before, after }: { before: OutboxItem; after: OutboxItem },
  book: CommandRegistry,
): Promise<void> {
  const command = commandOf(after, book)
  const beneath: Fields = after.base?.snapshot ?? {}
  const old: Fields = wordsOf(before, book) ?? {}
  const now: Fields = {
    ...beneath,
    ...(command?.creates ? command.apply?.({}, after.payload) : wordsOf(after, book)),
  }
  const covered = new Set<string>()
  for (const next of await openOf(tx, after.lane)) {
    if (next.seq <= after.seq || !next.base || isDamaged(next, book)) continue
    const snapshot: Record<string, unknown> = { ...next.base.snapshot }
    // Of a new thing everything that nobody else said is its own.
    const isIts = (name: string) =>
      command?.creates === true ||
      (Object.hasOwn(old, name) && same(snapshot[name], old[name])) ||
      same(snapshot[name], beneath[name])
    const sets = commandOf(next, book)?.editing?.sets ?? []
    for (const name of Object.keys(snapshot)) {
      if (Object.hasOwn(now, name) && !covered.has(name) && !sets.includes(name) && isIts(name))
        snapshot[name] = now[name]
    }
    await tx.put('outbox', { ...next, base: { ...next.base, snapshot } })
    for (const name of Object.keys(commandOf(next, book)?.editing?.of(next.payload) ?? {})) covered.add(name)
  }
}
