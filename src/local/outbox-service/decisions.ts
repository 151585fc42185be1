import type { Surroundings } from '../sync/ports.ts'
import { retry } from '../outbox/item-actions.ts'
import type { AnyPayload } from '#contract/commands.ts'
import type { OwnStore } from '../outbox/command.ts'
import { remove, resolve, revise } from '../outbox/decide.ts'
import { newId } from '../platform/env.ts'
import type { Resolution, RemoveResult } from '../outbox/view.ts'

export type Decisions = ReturnType<typeof createDeciding>
export interface DecidingPorts {
  host: Surroundings
  /** Every partition on screen may hold the item. */
  stores: () => Promise<OwnStore[]>
  /** After each change. */
  changed: (event: string, id: string) => Promise<void>
  /** The item may go now. */
  send: () => void
}

/** What a person does about one item that waits. */
export function createDeciding({ host, stores, changed, send }: DecidingPorts) {
  const { env } = host
  /** The first answer that means something: an item is in one partition only. */
  async function first<R>(event: string, id: string, work: (store: OwnStore) => Promise<R>) {
    let result: R | undefined
    for (const store of await stores()) {
      result = await work(store)
      if (result) break
    }
    await changed(event, id)
    return result
  }
  return {
    async retry(id: string) {
      for (const store of await stores()) await retry(store, id, env.now())
      await changed('retry', id)
      send()
    },
    /** Takes an item back, with the server's help where it may have left. */
    async remove(id: string): Promise<RemoveResult> {
      const result = await first('cancel', id, (store) => remove(store, id))
      if (result === 'cancelling') send()
      // What is nowhere any more may have been sent long ago.
      return result ?? 'unknown'
    },
    /** Other words for an item that has certainly had no effect; false when that is not certain. */
    async revise(id: string, payload: AnyPayload) {
      const done = await first('revise', id, (store) => revise(store, id, payload))
      if (done) send()
      return done ?? false
    },
    /** Settles a conflict; false when it is settled already. */
    async resolve(id: string, how: Resolution) {
      const o = { now: env.now(), newId: () => newId(env) }
      const done = await first(`resolve ${how.how}`, id, (store) => resolve(store, id, how, o))
      if (done) send()
      return done ?? false
    },
  }
}
