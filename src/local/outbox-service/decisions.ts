import type { Surroundings } from '../sync/ports.ts'
import { retry } from '../outbox/item-actions.ts'
import type { AnyPayload } from '#contract/commands.ts'
import type { OwnStore } from '../outbox/command.ts'
import { remove, resolve, revise } from '../outbox/decide.ts'
import { newId } from '../platform/env.ts'
import type { Resolution, RemoveResult } from '../outbox/view.ts'

/** What a person does about one item that waits. */
export interface Decisions {
  retry: (id: string) => Promise<void>
  /** Takes an item back, with the server's help where it may have left. */
  remove: (id: string) => Promise<RemoveResult>
  /** Other words for an item that has certainly had no effect; false when that is not certain. */
  revise: (id: string, payload: AnyPayload) => Promise<boolean>
  /** Settles a conflict; false when it is settled already. */
  resolve: (id: string, how: Resolution) => Promise<boolean>
}
export interface DecidingPorts {
  host: Surroundings
  /** Every partition on screen may hold the item. */
  stores: () => Promise<OwnStore[]>
  /** After each change. */
  changed: (event: string, id: string) => Promise<void>
  /** The item may go now. */
  send: () => void
}

export function createDeciding({ host, stores, changed, send }: DecidingPorts): Decisions {
  const { env } = host
  /** The first answer that means something: an item is in one partition only. */
  async function first<R>(work: (store: OwnStore) => Promise<R>, means: (result: R) => boolean) {
    for (const store of await stores()) {
      const result = await work(store)
      if (means(result)) return result
    }
    return undefined
  }
  return {
    async retry(id) {
      for (const store of await stores()) await retry(store, id, env.now())
      await changed('retry', id)
      send()
    },
    async remove(id) {
      const result = await first(
        (store) => remove(store, id),
        (found) => found !== undefined,
      )
      await changed('cancel', id)
      if (result === 'cancelling') send()
      // What is nowhere any more may have been sent long ago.
      return result ?? 'unknown'
    },
    async revise(id, payload) {
      const done = await first((store) => revise(store, id, payload), Boolean)
      await changed('revise', id)
      if (done) send()
      return done ?? false
    },
    async resolve(id, how) {
      const o = { now: env.now(), newId: () => newId(env) }
      const done = await first((store) => resolve(store, id, how, o), Boolean)
      await changed(`resolve ${how.how}`, id)
      if (done) send()
      return done ?? false
    },
  }
}
