import type { CommandRegistry, Fields } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { commandOf, isDamaged, isFixed, openOf, wordsOf, type OwnTx } from './command.ts'
import { mergeItem, same } from './merge.ts'

/**
 * Replaces the base of an item by the response to the item before it, because items of one lane build on each other. The base
 * never comes from a cache. Each field is compared with what the person saw when writing: the response may hold changes of
 * another device that the person had not seen (I9, docs/decisions/0011-chains-rest-on-fields.md).
 */
function rebased(item: OutboxItem, now: Versioned, book: CommandRegistry): OutboxItem {
  const { baseFrom: _resolved, ...rest } = item
  const editing = commandOf(item, book)?.editing
  if (!editing) return rest
  const mine = editing.of(item.payload)
  const { patch, overlaps, taken } = mergeItem(item, { mine, theirs: now.fields, sets: editing.sets })
  if (overlaps.length > 0) return { ...rest, state: 'conflict', theirs: now }
  // An empty patch is replaced by the current server values, so that the item is sent and ends like every other. The item's own
  // values would remove what another device added to a set meanwhile.
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

/** Returns the names of all fields that were merged from other devices so far. */
export const noteOf = (item: OutboxItem, taken: readonly string[]): Pick<OutboxItem, 'merged'> => {
  const all = [...new Set([...(item.merged ?? []), ...taken])]
  return all.length > 0 ? { merged: all } : {}
}

/** Rebases the items that waited for this item, after this item about a versioned entity is done. */
export async function follow(
  tx: OwnTx,
  item: OutboxItem,
  now: Versioned | undefined,
  book: CommandRegistry,
): Promise<void> {
  for (const next of await openOf(tx, item.lane)) {
    // A damaged item is set aside when its turn comes; it must not prevent the item before it from ending.
    if (next.baseFrom !== item.id || isDamaged(next, book)) continue
    const { baseFrom: _over, ...rest } = next
    // An item that was sent past a damaged record is not rebased: the server detects a conflict by its version.
    await tx.put('outbox', now && !isFixed(next) ? rebased(next, now, book) : rest)
  }
}

/** Deletes an item that had no effect; later items get its base, or `instead`, the state that the person chose. */
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
    // The changes of an entity that was never created cannot be sent.
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
    // The author of a later item saw the words of this item, whether the later item is the next one or further behind.
    for (const [name, word] of shown) {
      if (!same(snapshot[name], word)) continue
      snapshot[name] = source[name]
      // The server may have applied these words, although it has forgotten the key.
      if (item.unsure) also[name] = word
    }
    const seen = Object.keys(also).length > 0 ? { snapshot, also } : { snapshot }
    if (from === item.id && !isFixed(next)) {
      const version = instead?.version ?? item.base?.version ?? 0
      const base: Base = { version, ...seen }
      const before = instead === undefined && item.baseFrom !== undefined ? { baseFrom: item.baseFrom } : {}
      const left: OutboxItem = { ...rest, base, ...before }
      // The deleted item had been merged with changes of another device that the author of the next item had not seen.
      const met = before.baseFrom === undefined && version > (next.base?.version ?? 0)
      await tx.put('outbox', met ? rebased(left, { version, fields: source }, book) : left)
    } else if (next.base) await tx.put('outbox', { ...next, base: { ...next.base, ...seen } })
    // Items after this one saw its value of these fields.
    for (const name of Object.keys(commandOf(next, book)?.editing?.of(next.payload) ?? {})) shown.delete(name)
  }
}

/**
 * Updates the later items of the lane after an item got other words before it had any effect. The author of a later item saw the
 * old words and is the same person, so the later item's snapshot takes the new words and its change still overwrites them. Sets
 * in the snapshot stay as they were.
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
    // For an entity that this item creates, every field that no item between has changed comes from this item.
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
