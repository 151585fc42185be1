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

/** A write is accepted and put into the outbox: from the wish of a person to its row. */

/** `pictures` are ids of kept photos that must be on the server first; `draft` goes when the write is stored. */
export type Put = <K extends CommandKind>(
  kind: K,
  payload: Payloads[K],
  base?: Base,
  pictures?: readonly string[],
  draft?: HandedDraft,
) => Promise<PutResult>

export interface PutPorts {
  env: Pick<Env, 'now' | 'randomBytes' | 'appVersion'>
  /** Who is signed in. */
  user: () => { id: string } | undefined
  stores: { ownWithRoom: (partition: string) => Promise<OwnStore>; isDurable: (partition: string) => boolean }
  partitions: { guest: string; settle: () => Promise<void> }
  /** Resolves when everything typed so far is saved. */
  typed: () => Promise<unknown>
  /** Sends what waits in a partition, once. */
  sendOne: (partition: string) => Promise<unknown>
  /** Something is stored that must last. */
  written: () => void
  /** Reads the views again. */
  refresh: () => Promise<void>
  /** Something waits in the outbox that did not. */
  waits: () => void
  log: (partition: string, event: string, about?: string) => void
}

/** Accepts a write. `ok` is returned after the commit, or, where nothing can be stored, after the server took it (I12). */
export function createPut(o: PutPorts) {
  const { env, stores, partitions, log } = o
  /** Words whose fate is unknown keep their id, and with it their key: the same words again are the same write. */
  const unsure = new Map<string, { id: string; payload: AnyPayload }>()
  /** One after another: a round that is under way would take the next one's item with it. */
  const inTurn = createInTurn()
  /** Where a new write goes: a guest's stays a guest's. */
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

  /** Nothing can be stored here: it goes out now or it fails, and the form keeps the text. */
  async function sendAtOnce(
    store: OwnStore,
    partition: string,
    { draft, ...wish }: Wish,
  ): Promise<PutResult> {
    const id = await enqueue(store, wish)
    await o.sendOne(partition)
    return store.transaction('write', pictureTables, async (tx): Promise<PutResult> => {
      const item = await tx.get('outbox', id)
      // Nothing is left to do, or it is done.
      if (!item || item.state === 'done') {
        if (draft) await dropHanded(tx, draft)
        return { ok: true, id, kept: false }
      }
      // What is called failed must not go out later, behind the back of the person.
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

  /** Accepts a write of a domain that has looked at who is here itself. */
  const accept: Put = async (kind, payload, base, pictures = [], draft) => {
    const { auth, merge } = commands[kind]
    if (auth === 'user' && !o.user()) return { ok: false, error: new AppError('unauthenticated') }
    const partition = writer()
    // What a person wrote is worth more than what they looked at (S15).
    const store = await stores.ownWithRoom(partition)
    const now = env.now()
    // The time of the words is not among them.
    const same = JSON.stringify([partition, kind, { ...payload, timestamp: 0 }])
    const before = unsure.get(same)
    const id = before?.id ?? newId(env)
    // A wish that replaces needs no memory: done twice it is the same.
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
    // Also when the database died under it: what cannot be stored goes out at once.
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

  /** Accepts a write of a person. */
  const put: Put = async (kind, payload, base, pictures, draft) => {
    const partition = writer()
    // What is being typed must not come back after it was sent.
    if (draft) await o.typed()
    // Nor may it go out under the name of a person who came meanwhile (I7).
    if (writer() !== partition) return { ok: false, error: new AppError('unauthenticated') }
    // A person who comes back after everything of theirs was deleted is let in a moment later.
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
 * Puts a wish into the outbox, in one transaction that may be repeated. Two wishes merge only while the older one has
 * certainly had no effect; what may have been sent keeps its payload for ever (I6).
 */
export interface Wish extends Pick<
  OutboxItem,
  'id' | 'kind' | 'payload' | 'appVersion' | 'asUser' | 'base' | 'blobIds'
> {
  now: number
  /** The draft of these words, which goes with them. */
  draft?: HandedDraft
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
