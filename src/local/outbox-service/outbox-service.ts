import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import type { AnyPayload } from '#contract/commands.ts'
import { isPassing } from '../database/failures.ts'
import type { OwnStore } from '../outbox/command.ts'
import type * as decisions from '../outbox/decide.ts'
import { createPut, type PutPorts } from '../outbox/enqueue.ts'
import type { HandedDraft } from '../outbox/handed-draft.ts'
import type { RemoveResult, Resolution } from '../outbox/view.ts'
import type { Partitions } from '../partitions/partitions.ts'
import { type Capabilities, newId } from '../platform/env.ts'
import type { SendingPorts } from './send-round.ts'
import { createSender, createSending } from './sender.ts'

export interface OutboxServicePorts extends SendingPorts, Pick<PutPorts, 'typed' | 'written' | 'refresh'> {
  partitions: Partitions
  capabilities: Pick<Capabilities, 'wakeWorker'>
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
  function waits() {
    sender.kick('enqueue')
    o.notifyTabs()
  }
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
    ...createPut({ ...o, env, user: () => host.session.get().user, sendOne: sending.one, waits }),
    /** Something waits in the outbox, or does no more. */
    changed: async () => {
      await o.refresh()
      waits()
    },
    sender,
    async retry(id: string) {
      await decide('retry', id, ({ retry }, store) => retry(store, id, env.now()))
    },
    /** Takes an item back. What is nowhere any more may have been sent long ago. */
    remove: async (id: string): Promise<RemoveResult> =>
      (await decide('cancel', id, ({ remove }, store) => remove(store, id))) ?? 'unknown',
    /** Other words for an item that has certainly had no effect; false when that is not certain. Their draft goes with them. */
    async revise(id: string, payload: AnyPayload, draft?: HandedDraft) {
      if (draft) await o.typed()
      const done = await decide('revise', id, ({ revise }, store) =>
        revise(store, id, payload, undefined, draft),
      )
      return done ?? false
    },
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
