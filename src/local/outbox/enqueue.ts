import { commandRegistry, type CommandRegistry, type Fields } from '#contract/commands.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { unlink } from './chain.ts'
import { takeAttachments } from './message-attachments.ts'
import {
  answeredNo,
  commandOf,
  itemTables,
  meta,
  neverLeft,
  numberOf,
  picturesOf,
  pictureTables,
  provenNothing,
  requeued,
  setNumber,
  soundOf,
  standingStill,
  withFreshKey,
  withoutWords,
  type OwnStore,
  type OwnTx,
  type Rules,
} from './command.ts'
import { same } from './merge.ts'
import { entityView } from './view.ts'

/**
 * Puts a wish into the outbox, in one transaction that may be repeated. Two wishes merge only while the older one has
 * certainly had no effect; what may have been sent keeps its payload for ever (I6).
 */
export interface Wish extends Pick<
  OutboxItem,
  'id' | 'kind' | 'payload' | 'appVersion' | 'asUser' | 'base' | 'blobIds'
> {
  now: number
  /** The draft of these words, which goes with them. */
  draft?: string
}

/** The id under which the wish is stored; an older one when it merged. */
export function enqueue(
  store: OwnStore,
  wish: Wish,
  book: CommandRegistry = commandRegistry,
): Promise<string> {
  const command = book[wish.kind]
  if (!command) throw new RangeError(`No kind ${wish.kind}`)
  return store.transaction('write', wish.blobIds ? pictureTables : itemTables, async (tx) => {
    const lane = command.lane(wish.payload, wish.id)
    // Each IndexedDB request is a round trip, so all are made at once.
    const [known, absorbed, last, { sound: open, damaged }] = await Promise.all([
      tx.get('outbox', wish.id),
      tx.get('meta', meta.absorbed),
      numberOf(tx, meta.seq),
      // A damaged record must not keep a new wish from being saved (scenario 57).
      soundOf(tx, lane, wish.now, book),
    ])
    // A repeated transaction of which the first try did commit after all.
    if (known || absorbed?.v === wish.id) return wish.id
    const seq = last + 1
    const blobIds = wish.blobIds && (await takeAttachments(tx, wish.blobIds, { lane, now: wish.now }))
    const { now, draft, base: given, ...words } = wish
    const base = damaged.reduce(
      (seen, item) => seen && withoutWords(seen, item, { between: open, book }),
      given,
    )
    const fresh: OutboxItem = {
      ...words,
      ...(blobIds && { blobIds }),
      ...(base && { base }),
      seq,
      lane,
      v: command.v,
      deps: [],
      rev: 0,
      state: 'queued',
      tries: 0,
      netFails: 0,
      nextAt: 0,
      sentEver: false,
      createdAt: now,
    }
    if (draft !== undefined) await tx.delete('drafts', draft)
    const [id] = await Promise.all([place({ tx, fresh, command, open, book }), setNumber(tx, meta.seq, seq)])
    return id
  })
}

/** A wish on its way into its lane. */
interface Placing {
  tx: OwnTx
  fresh: OutboxItem
  command: Rules
  /** The unfinished items of the lane. */
  open: readonly OutboxItem[]
  book: CommandRegistry
}

async function place(p: Placing): Promise<string> {
  const { merge, editing } = p.command
  if (merge === 'absorb') return absorb(p)
  if (editing) return edit(p, editing)
  if (merge === 'replace') return replace(p)
  await p.tx.put('outbox', p.fresh)
  return p.fresh.id
}

type Editing = NonNullable<Rules['editing']>

const heldAs = ({ state, hold }: OutboxItem): Pick<OutboxItem, 'state' | 'hold'> =>
  state === 'held' && hold ? { state, hold } : { state: 'queued' }

/** The last word counts: it takes the place of what has not left, and answers what was refused. */
async function replace({ tx, fresh, open }: Placing): Promise<string> {
  const tail = open.at(-1)
  for (const older of open) {
    if (older !== tail && standingStill.has(older.state) && !older.cancel) await tx.delete('outbox', older.id)
  }
  if (tail && neverLeft(tail) && !tail.cancel) {
    await tx.put('outbox', { ...fresh, id: tail.id, rev: tail.rev, ...heldAs(tail) })
    return tail.id
  }
  // The person decided again about the same thing: what was refused for good is answered by that.
  if (tail && standingStill.has(tail.state) && !tail.cancel) await tx.delete('outbox', tail.id)
  await tx.put('outbox', fresh)
  return fresh.id
}

/** A change that depends on what the person saw. */
async function edit(p: Placing, editing: Editing): Promise<string> {
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
async function absorb({ tx, fresh, open, book }: Placing): Promise<string> {
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
