import {
  commandRegistry,
  commands,
  type AnyPayload,
  type CommandKind,
  type CommandRegistry,
  type Payloads,
} from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isQuota } from '../database/failures.ts'
import type { Base, OutboxItem } from '../database/records.ts'
import { userPartition } from '../database/schema.ts'
import { type Env, newId } from '../platform/env.ts'
import {
  itemTables,
  meta,
  neverLeft,
  numberOf,
  pictureTables,
  setNumber,
  soundOf,
  standingStill,
  withoutWords,
  type OwnStore,
} from './command.ts'
import { absorb, edit, type Placing } from './edit.ts'
import { dropHanded, type HandedDraft } from './handed-draft.ts'
import { returnAttachments, takeAttachments } from './message-attachments.ts'
import { entryOf, type PutResult } from './view.ts'

/** Stores a write. `pictures` are ids of photos to upload before it; `draft` is deleted when the write is stored. */
export type Put = <K extends CommandKind>(
  kind: K,
  payload: Payloads[K],
  base?: Base,
  pictures?: readonly string[],
  draft?: HandedDraft,
) => Promise<PutResult>

export interface PutPorts {
  env: Pick<Env, 'now' | 'randomBytes' | 'appVersion'>
  /** Returns the signed-in person. */
  user: () => { id: string } | undefined
  stores: { ownWithRoom: (partition: string) => Promise<OwnStore>; isDurable: (partition: string) => boolean }
  partitions: { guest: string; settle: () => Promise<void> }
  /** Resolves when everything typed so far is saved. */
  typed: () => Promise<unknown>
  /** Sends the waiting items of a partition, once. */
  sendOne: (partition: string) => Promise<unknown>
  /** Called after something was stored that must last. */
  written: () => void
  refresh: () => Promise<void>
  /** Called when a new item waits in the outbox. */
  waits: () => void
  log: (partition: string, event: string, about?: string) => void
}

/**
 * Returns the functions that accept a write. A result with `ok` comes after the commit, or, when nothing can be stored, after the
 * server accepted the write (I12).
 */
export function createPut(o: PutPorts) {
  const { env, stores, partitions, log } = o
  /** Writes with an unknown outcome, by their words. The same words again are the same write, so they get the same id and key. */
  const unsure = new Map<string, { id: string; payload: AnyPayload }>()
  /** Runs one direct send after another: a round that is under way would send the next call's item too. */
  const inTurn = createInTurn()
  /** Returns the partition for a new write. */
  const writer = () => {
    const user = o.user()
    return user ? userPartition(user.id) : partitions.guest
  }

  async function save(store: OwnStore, wish: Wish): Promise<PutResult> {
    try {
      return { ok: true, id: await enqueue(store, wish), kept: true }
    } catch (error) {
      return { ok: false, error: new AppError(isQuota(error) ? 'storage_full' : 'storage_unavailable') }
    }
  }

  /** Sends a write at once when nothing can be stored; if this fails, the form keeps the text. */
  async function sendAtOnce(
    store: OwnStore,
    partition: string,
    { draft, ...wish }: Wish,
  ): Promise<PutResult> {
    const id = await enqueue(store, wish)
    await o.sendOne(partition)
    return store.transaction('write', pictureTables, async (tx): Promise<PutResult> => {
      const item = await tx.get('outbox', id)
      // The item had its effect, or there was nothing to send.
      if (!item || item.state === 'done') {
        if (draft) await dropHanded(tx, draft)
        return { ok: true, id, kept: false }
      }
      // A write that is reported as failed must not be sent later without the person's knowledge.
      await tx.delete('outbox', id)
      await returnAttachments(tx, wish.blobIds ?? [], item)
      const { error } = entryOf(item)
      if (error) return { ok: false, error: new AppError(error.code, error) }
      const pause = (await numberOf(tx, meta.pause)) - env.now()
      if (pause > 0)
        return { ok: false, error: new AppError('rate_limited', { retryAfter: Math.ceil(pause / 1000) }) }
      return { ok: false, error: new AppError('network') }
    })
  }

  /** Accepts a write for a domain that has checked the signed-in user itself. */
  const accept: Put = async (kind, payload, base, pictures = [], draft) => {
    const { auth, merge } = commands[kind]
    if (auth === 'user' && !o.user()) return { ok: false, error: new AppError('unauthenticated') }
    const partition = writer()
    // On a full phone cached data is evicted, because a person's write has priority (S15).
    const store = await stores.ownWithRoom(partition)
    const now = env.now()
    // `timestamp` is not part of the words that are compared.
    const same = JSON.stringify([partition, kind, { ...payload, timestamp: 0 }])
    const before = unsure.get(same)
    const id = before?.id ?? newId(env)
    // A wish that replaces needs no entry: it has the same effect when done twice.
    if (merge === 'append') unsure.set(same, before ?? { id, payload })
    const asUser = auth === 'optional' && partition !== partitions.guest
    const wish: Wish = {
      id,
      kind,
      payload: before?.payload ?? payload,
      now,
      appVersion: env.appVersion,
      ...(asUser && { asUser }),
      ...(base && { base }),
      ...(pictures.length > 0 && { blobIds: [...pictures] }),
      ...(draft && { draft }),
    }
    let result = stores.isDurable(partition) ? await save(store, wish) : undefined
    // A database that failed during the write counts as not durable, so the write is sent at once.
    if (!result || (!result.ok && !stores.isDurable(partition))) {
      const standIn = await stores.ownWithRoom(partition)
      result = await inTurn(() => sendAtOnce(standIn, partition, wish))
    }
    if (result.ok) {
      unsure.delete(same)
      o.written()
      await o.refresh()
      o.waits()
    }
    return result
  }

  const put: Put = async (kind, payload, base, pictures, draft) => {
    const partition = writer()
    // A draft that is being typed must not be saved again after its words were sent.
    if (draft) await o.typed()
    // Another person may have signed in meanwhile, under whose name the write must not be sent (I7).
    if (writer() !== partition) return { ok: false, error: new AppError('unauthenticated') }
    // After the data of this person was deleted, `settle` has to finish before the partition opens again.
    const result = await accept(kind, payload, base, pictures, draft).catch(async () => {
      await partitions.settle()
      return accept(kind, payload, base, pictures, draft)
    })
    log(partition, result.ok ? `enqueue ${kind}` : `refused ${result.error.code}`, result.ok ? result.id : '')
    return result
  }
  return { put, accept }
}

/**
 * A wish to put into the outbox. Two wishes merge only while the older one has certainly had no effect; an item that may have
 * been sent keeps its payload (I6).
 */
export interface Wish extends Pick<
  OutboxItem,
  'id' | 'kind' | 'payload' | 'appVersion' | 'asUser' | 'base' | 'blobIds'
> {
  now: number
  /** Draft of these words, which is deleted with them. */
  draft?: HandedDraft
}

/**
 * Puts a wish into the outbox, in one transaction that may be repeated. Resolves to the id of its item: the id of an older item
 * when the wish was merged into it.
 */
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
      // A damaged record must not prevent a new wish from being saved (scenario 57).
      soundOf(tx, lane, wish.now, book),
    ])
    // The transaction is repeated although the first attempt did commit.
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
    if (draft) await dropHanded(tx, draft)
    const [id] = await Promise.all([place({ tx, fresh, command, open, book }), setNumber(tx, meta.seq, seq)])
    return id
  })
}

async function place(p: Placing): Promise<string> {
  const { merge, editing } = p.command
  if (merge === 'absorb') return absorb(p)
  if (editing) return edit(p, editing)
  if (merge === 'replace') return replace(p)
  await p.tx.put('outbox', p.fresh)
  return p.fresh.id
}

const heldAs = ({ state, hold }: OutboxItem): Pick<OutboxItem, 'state' | 'hold'> =>
  state === 'held' && hold ? { state, hold } : { state: 'queued' }

/** Stores a wish that replaces: it takes the place of an unsent item and deletes refused ones. */
async function replace({ tx, fresh, open }: Placing): Promise<string> {
  const tail = open.at(-1)
  for (const older of open) {
    if (older !== tail && standingStill.has(older.state) && !older.cancel) await tx.delete('outbox', older.id)
  }
  if (tail && neverLeft(tail) && !tail.cancel) {
    await tx.put('outbox', { ...fresh, id: tail.id, rev: tail.rev, ...heldAs(tail) })
    return tail.id
  }
  // The person decided again about the same thing, so the refused item is obsolete.
  if (tail && standingStill.has(tail.state) && !tail.cancel) await tx.delete('outbox', tail.id)
  await tx.put('outbox', fresh)
  return fresh.id
}
