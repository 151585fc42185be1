import type { CommandRegistry, Fields } from '#contract/commands.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { unlink } from './chain.ts'
import {
  answeredNo,
  commandOf,
  meta,
  neverLeft,
  picturesOf,
  provenNothing,
  requeued,
  standingStill,
  withFreshKey,
  type OwnTx,
  type Rules,
} from './command.ts'
import { same } from './merge.ts'
import { entityView } from './view.ts'

/** Combines a wish about a versioned entity with earlier ones: a change is merged into them, a deletion removes them. */

/** A wish to be placed into its lane. */
export interface Placing {
  tx: OwnTx
  fresh: OutboxItem
  command: Rules
  /** Unfinished items of the lane. */
  open: readonly OutboxItem[]
  book: CommandRegistry
}

type Editing = NonNullable<Rules['editing']>

/** Stores a change that depends on what the person saw; returns the id of its item. */
export async function edit(p: Placing, editing: Editing): Promise<string> {
  const { tx, fresh, open, book } = p
  const base = await seenBase(p, editing.of(fresh.payload))
  const tail = open.at(-1)
  const like = tail?.kind === fresh.kind && tail.v === fresh.v && !tail.cancel ? tail : undefined
  if (like && (neverLeft(like) || answeredNo(like))) {
    await tx.put('outbox', folded(like, { ...fresh, base }, editing))
    return like.id
  }
  const before = open.findLast((item) => commandOf(item, book)?.versioned)
  await tx.put('outbox', { ...fresh, base, ...(before ? { baseFrom: before.id } : {}) })
  return fresh.id
}

/**
 * Returns the state that the person saw. A form may have been opened over an own wish that was deleted since. The words of that
 * wish never reached the server, so a person who repeats them must not count as changing nothing. The current value replaces such
 * a word in the snapshot; if the form is older than the current base, the value beneath is unknown, and the person is asked.
 * Without a form the state is what this phone shows.
 */
async function seenBase({ tx, fresh, open, book }: Placing, words: Fields): Promise<Base> {
  const { base, lane } = fresh
  const row = await tx.get('entities', lane)
  // No entity has version 0: the server then answers with the current state, and the person decides.
  if (!base) return { version: row?.version ?? 0, snapshot: entityView(row, open, book)?.fields ?? {} }
  if (!row) return base
  const through = (items: readonly OutboxItem[]) =>
    items.map((_, n) => entityView(row, items.slice(0, n + 1), book)?.fields ?? {})
  const now = [row.fields, ...through(open)]
  const shown = now.at(-1) ?? row.fields
  // An item that is being taken back may still have had its effect.
  const possible = [...now, ...through(open.map(({ cancel, ...item }) => (cancel ? item : { ...item })))]
  const snapshot: Record<string, unknown> = { ...base.snapshot }
  for (const [name, value] of Object.entries(snapshot)) {
    if (possible.some((fields) => same(fields[name], value))) continue
    if (row.version === base.version) snapshot[name] = shown[name]
    else if (same(words[name], value)) delete snapshot[name]
  }
  return { ...base, snapshot }
}

/** Merges two changes into one. Each field keeps the value seen when it was first changed, and the older version (I9). */
function folded(older: OutboxItem, newer: OutboxItem & { base: Base }, editing: Editing): OutboxItem {
  const { of, with: into } = editing
  const first = of(older.payload)
  const snapshot: Record<string, unknown> = { ...newer.base.snapshot }
  for (const name of Object.keys(first)) snapshot[name] = older.base?.snapshot[name]
  const also = { ...newer.base.also, ...older.base?.also }
  const payload = into(newer.payload, { ...first, ...of(newer.payload) })
  const next: OutboxItem = {
    ...older,
    seq: newer.seq,
    payload,
    base: {
      version: older.base?.version ?? newer.base.version,
      snapshot,
      ...(Object.keys(also).length > 0 ? { also } : {}),
    },
    ...(older.blobIds || newer.blobIds ? { blobIds: picturesOf(payload, [older, newer]) } : {}),
    appVersion: newer.appVersion,
  }
  if (neverLeft(older)) return next
  // In a conflict the person decides about all changes at once; after a refusal the new words are sent.
  return older.state === 'conflict' ? withFreshKey(next) : requeued(withFreshKey(next))
}

/** Stores a deletion and removes the unsent changes before it. If the creation was never sent either, nothing is sent (I8). */
export async function absorb({ tx, fresh, open, book }: Placing): Promise<string> {
  const already = open.find((item) => item.kind === fresh.kind && !item.cancel)
  if (already && !standingStill.has(already.state)) return already.id
  const harmless = (item: OutboxItem) => neverLeft(item) || provenNothing(item)
  const birth = open.find((item) => commandOf(item, book)?.creates)
  if (birth && harmless(birth)) {
    await unlink(tx, birth, book)
    await tx.put('meta', { k: meta.absorbed, v: fresh.id })
    return fresh.id
  }
  for (const item of open) {
    if (harmless(item)) await tx.delete('outbox', item.id)
    // The person will not decide about these items: the server is asked to refuse their keys, and the lane continues.
    else if (standingStill.has(item.state)) await tx.put('outbox', requeued(item, { cancel: true }))
  }
  await tx.put('outbox', fresh)
  return fresh.id
}
