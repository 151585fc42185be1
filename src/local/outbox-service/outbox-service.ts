import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing, isQuota } from '../database/failures.ts'
import type { Base } from '../database/records.ts'
import { userPartition } from '../database/schema.ts'
import type { Partitions } from '../partitions/partitions.ts'
import { type Capabilities, newId } from '../platform/env.ts'
import type { SendingPorts } from './send-round.ts'
import { createSender, createSending, type Sending } from './sender.ts'
import { commands, type AnyPayload, type CommandKind, type Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { returnAttachments } from '../outbox/message-attachments.ts'
import { meta, numberOf, type OwnStore } from '../outbox/command.ts'
import type * as decisions from '../outbox/decide.ts'
import { enqueue, type Wish } from '../outbox/enqueue.ts'
import { entryOf, type PutResult, type RemoveResult, type Resolution } from '../outbox/view.ts'

export interface OutboxServicePorts extends SendingPorts {
  partitions: Partitions
  capabilities: Pick<Capabilities, 'wakeWorker'>
  /** Resolves when everything typed so far is saved. */
  typed: () => Promise<unknown>
  /** Something is stored that must last. */
  written: () => void
  /** Reads the views again. */
  refresh: () => Promise<void>
  /** Notifies the other tabs. */
  notifyTabs: () => void
}

/** The writes of this phone: accepted, sent, and decided about. */
export function createOutboxService(o: OutboxServicePorts) {
  const { host, stores, partitions, log } = o
  const { env } = host
  const sending = createSending(o, async () => {
    await partitions.keepTime().catch(ignoreExpected('keep-time', isPassing))
    await o.refresh()
  })
  const { skipBackoff, all: round } = sending
  const sender = createSender({ ...env, round, skipBackoff, wakeWorker: o.capabilities.wakeWorker })
  /** Something waits in the outbox, or does no more. */
  async function changed() {
    await o.refresh()
    sender.kick('enqueue')
    o.notifyTabs()
  }
  const { put, accept } = createPut(o, sending, async () => {
    o.written()
    await changed()
  })
  /**
   * Decides about one item, which is in one of the partitions on screen: the first answer that means something. Loaded when
   * a person decides; where it cannot be, everything stays as it is.
   */
  async function decide<R>(
    event: string,
    id: string,
    work: (actions: typeof decisions, store: OwnStore) => Promise<R>,
  ): Promise<R | undefined> {
    const actions = await import('../outbox/decide.ts').catch(missingFile)
    let result: R | undefined
    for (const partition of partitions.shown()) {
      result = await work(actions, await stores.own(partition))
      if (result) break
    }
    log(partitions.active(), event, id)
    await o.refresh()
    o.notifyTabs()
    // It may go now, or the server is to be asked about it.
    if (result === true || result === 'cancelling') sender.kick('manual')
    return result
  }
  return {
    put,
    accept,
    changed,
    sender,
    async retry(id: string) {
      await decide('retry', id, ({ retry }, store) => retry(store, id, env.now()))
    },
    /** Takes an item back. What is nowhere any more may have been sent long ago. */
    remove: async (id: string): Promise<RemoveResult> =>
      (await decide('cancel', id, ({ remove }, store) => remove(store, id))) ?? 'unknown',
    /** Other words for an item that has certainly had no effect; false when that is not certain. */
    revise: async (id: string, payload: AnyPayload) =>
      (await decide('revise', id, ({ revise }, store) => revise(store, id, payload))) ?? false,
    /** Settles a conflict; false when it is settled already. */
    resolve: async (id: string, how: Resolution) => {
      const given = { now: env.now(), newId: () => newId(env) }
      return (
        (await decide(`resolve ${how.how}`, id, ({ resolve }, store) => resolve(store, id, how, given))) ??
        false
      )
    },
    releaseUpgraded: sending.releaseUpgraded,
  }
}

/** `pictures` are ids of kept photos that must be on the server first; `draft` goes when the write is stored. */
export type Put = <K extends CommandKind>(
  kind: K,
  payload: Payloads[K],
  base?: Base,
  pictures?: readonly string[],
  draft?: string,
) => Promise<PutResult>

/** Accepts a write. `ok` is returned after the commit, or, where nothing can be stored, after the server took it (I12). */
function createPut(
  { host, stores, partitions, typed, log }: OutboxServicePorts,
  sending: Pick<Sending, 'one'>,
  saved: () => Promise<void>,
) {
  const { env } = host
  /** Words whose fate is unknown keep their id, and with it their key: the same words again are the same write. */
  const unsure = new Map<string, { id: string; payload: AnyPayload }>()
  /** One after another: a round that is under way would take the next one's item with it. */
  const inTurn = createInTurn()
  /** Where a new write goes: a guest's stays a guest's. */
  const writer = () => {
    const { user } = host.session.get()
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
  async function sendAtOnce(store: OwnStore, partition: string, wish: Wish): Promise<PutResult> {
    const id = await enqueue(store, wish)
    await sending.one(partition)
    return store.transaction(
      'write',
      ['outbox', 'meta', 'drafts', 'blobs'],
      async (tx): Promise<PutResult> => {
        const item = await tx.get('outbox', id)
        // Nothing is left to do, or it is done.
        if (!item || item.state === 'done') return { ok: true, id, kept: false }
        // What is called failed must not go out later, behind the back of the person.
        await tx.delete('outbox', id)
        await returnAttachments(tx, wish.blobIds ?? [], item)
        const { error } = entryOf(item)
        if (error) return { ok: false, error: new AppError(error.code, error) }
        const pause = (await numberOf(tx, meta.pause)) - env.now()
        if (pause > 0)
          return { ok: false, error: new AppError('rate_limited', { retryAfter: Math.ceil(pause / 1000) }) }
        return { ok: false, error: new AppError('network') }
      },
    )
  }

  /** Accepts a write of a domain that has looked at who is here itself. */
  const accept: Put = async (kind, payload, base, pictures = [], draft) => {
    const { auth, merge } = commands[kind]
    if (auth === 'user' && !host.session.get().user) {
      return { ok: false, error: new AppError('unauthenticated') }
    }
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
      ...(draft !== undefined && { draft }),
    }
    let result = stores.isDurable(partition) ? await save(store, wish) : undefined
    // Also when the database died under it: what cannot be stored goes out at once.
    if (!result || (!result.ok && !stores.isDurable(partition))) {
      const standIn = await stores.own(partition)
      result = await inTurn(() => sendAtOnce(standIn, partition, wish))
    }
    if (result.ok) {
      unsure.delete(same)
      await saved()
    }
    return result
  }

  /** Accepts a write of a person. */
  const put: Put = async (kind, payload, base, pictures, draft) => {
    const partition = writer()
    // What is being typed must not come back after it was sent.
    if (draft !== undefined) await typed()
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
