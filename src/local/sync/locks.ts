import { meta, numberOf, type OwnStore } from '../outbox/command.ts'
import { deadAfter } from '../outbox/lead.ts'

/**
 * One sender at a time, for efficiency only: keys and fencing keep two senders correct (SYNC 4.7). `undefined` means
 * that someone else holds it.
 */
export interface SendLock {
  hold: <T>(name: string, steal: boolean, work: () => Promise<T>) => Promise<{ value: T } | undefined>
}
export interface LockApi {
  request: (
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean },
    callback: (lock: unknown) => Promise<unknown>,
  ) => Promise<unknown>
}

/** Shared by all tabs and the worker. */
export function webLock(locks: LockApi): SendLock {
  return {
    async hold<T>(name: string, steal: boolean, work: () => Promise<T>) {
      let result: { value: T } | undefined
      try {
        await locks.request(name, steal ? { steal } : { ifAvailable: true }, async (lock) => {
          if (lock) result = { value: await work() }
        })
      } catch (error) {
        // Robbed while working: the new holder has fenced this one off.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      }
      return result
    },
  }
}

/** Where there are no Web Locks: a row that is taken by compare-and-set and runs out with its owner's heartbeat. */
export function leaseLock(store: OwnStore, owner: string, now: () => number): SendLock {
  return {
    async hold(_name, steal, work) {
      const taken = await store.transaction('write', ['meta'], async (tx) => {
        const holder = (await tx.get('meta', meta.lease))?.v
        const alive = Math.abs(now() - (await numberOf(tx, meta.beat))) < deadAfter
        if (typeof holder === 'string' && holder !== owner && alive && !steal) return false
        await tx.put('meta', { k: meta.lease, v: owner })
        return true
      })
      if (!taken) return undefined
      try {
        return { value: await work() }
      } finally {
        await store.transaction('write', ['meta'], async (tx) => {
          if ((await tx.get('meta', meta.lease))?.v === owner) await tx.delete('meta', meta.lease)
        })
      }
    },
  }
}
