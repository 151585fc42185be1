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

/** How a wish about something with versions meets those before it: a change is folded into them, a deletion makes them moot. */

/** A wish on its way into its lane. */
export interface Placing {
  tx: OwnTx
  fresh: OutboxItem
  command: Rules
  /** The unfinished items of the lane. */
  open: readonly OutboxItem[]
  book: CommandRegistry
}

type Editing = NonNullable<Rules['editing']>

/** A change that depends on what the person saw. */
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
 * What the person saw. A form may have been opened over an own wish that went away since: its words never were on the
 * server, and whoever says them again must not pass for someone who changes nothing. What stood beneath them is what
 * stands there now, or, where the form was older than that, nobody knows, and a person is asked. Without a form it is
 * what this phone shows.
 */
async function seenBase({ tx, fresh, open, book }: Placing, words: Fields): Promise<Base> {
  const { base, lane } = fresh
  const row = await tx.get('entities', lane)
  // Version 0 is nobody's: the server then shows how things are, and a person decides.
  if (!base) return { version: row?.version ?? 0, snapshot: entityView(row, open, book)?.fields ?? {} }
  if (!row) return base
  const through = (items: readonly OutboxItem[]) =>
    items.map((_, n) => entityView(row, items.slice(0, n + 1), book)?.fields ?? {})
  const now = [row.fields, ...through(open)]
  const shown = now.at(-1) ?? row.fields
  // What is being taken back may have had its effect all the same.
  const possible = [...now, ...through(open.map(({ cancel, ...item }) => (cancel ? item : { ...item })))]
  const snapshot: Record<string, unknown> = { ...base.snapshot }
  for (const [name, value] of Object.entries(snapshot)) {
    if (possible.some((fields) => same(fields[name], value))) continue
    if (row.version === base.version) snapshot[name] = shown[name]
    else if (same(words[name], value)) delete snapshot[name]
  }
  return { ...base, snapshot }
}

/** Two changes as one. Each field keeps what was seen when it was first touched, and the older version (I9). */
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
  // A person is asked about all of it at once; a refusal is answered by the new words.
  return older.state === 'conflict' ? withFreshKey(next) : requeued(withFreshKey(next))
}

/** What was never sent need not be: with the birth of the thing still here, nothing of it is (I8). */
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
    // Nobody will mend what stands still any more: the server is asked to refuse it, and the lane goes on.
    else if (standingStill.has(item.state)) await tx.put('outbox', requeued(item, { cancel: true }))
  }
  await tx.put('outbox', fresh)
  return fresh.id
}
