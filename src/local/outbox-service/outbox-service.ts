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
  notifyTabs: () => void
}

/** Returns the service that accepts, sends and decides about the writes of this phone. */
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
   * Applies a decision to one item, in the first of the partitions on screen that returns a result. The code of decisions is
   * loaded on demand; if that fails, nothing changes.
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
    // The item may be ready to send now, or the server has to be asked to refuse it.
    if (result === true || result === 'cancelling') sender.kick('manual')
    return result
  }
  return {
    ...createPut({ ...o, env, user: () => host.session.get().user, sendOne: sending.one, waits }),
    /** Called when the waiting items of the outbox have changed. */
    changed: async () => {
      await o.refresh()
      waits()
    },
    sender,
    async retry(id: string) {
      await decide('retry', id, ({ retry }, store) => retry(store, id, env.now()))
    },
    /** Takes an item back. `unknown` when it is not found: it may have been sent long ago. */
    remove: async (id: string): Promise<RemoveResult> =>
      (await decide('cancel', id, ({ remove }, store) => remove(store, id))) ?? 'unknown',
    /** Gives an item other words if it certainly had no effect, and deletes their draft; returns false otherwise. */
    async revise(id: string, payload: AnyPayload, draft?: HandedDraft) {
      if (draft) await o.typed()
      const done = await decide('revise', id, ({ revise }, store) =>
        revise(store, id, payload, undefined, draft),
      )
      return done ?? false
    },
    /** Settles a conflict; returns false when it is settled already. */
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
