import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { LockApi } from '../platform/env.ts'
import { deadAfter, meta, numberOf, type OwnStore, type OwnTx } from '../outbox/command.ts'

/**
 * One sender at a time, for efficiency only: keys and fencing keep two senders correct (I2, I17). `undefined` means
 * that someone else holds it.
 */
export interface SendLock {
  hold: <T>(name: string, steal: boolean, work: () => Promise<T>) => Promise<{ value: T } | undefined>
}

/** Shared by all tabs and the worker. */
export function webLock(locks: LockApi): SendLock {
  return {
    async hold<T>(name: string, steal: boolean, work: () => Promise<T>) {
      let called = false
      let result: { value: T } | undefined
      // Kept apart from what the lock itself throws: a database aborts under the same name as a theft.
      let failure: { reason: unknown } | undefined
      try {
        await locks.request(name, steal ? { steal } : { ifAvailable: true }, async (lock) => {
          called = true
          if (!lock) return
          try {
            result = { value: await work() }
          } catch (reason) {
            failure = { reason }
          }
        })
      } catch {
        // Stolen while working: the new holder has fenced this one off. A browser that gives no locks here at all
        // must not keep anything from being sent.
        if (!called) return { value: await work() }
      }
      if (failure) throw failure.reason
      return result
    },
  }
}

/** A lease that nobody renewed lasts this long. */
export const leaseFor = 15_000

interface Lease {
  owner: string
  /** Of the partition when it was taken; its holder then leads under the next one. */
  epoch: number
  until: number
}

/** Where there are no Web Locks: a row that is taken by compare-and-set and runs out with its owner's heartbeat. */
export function leaseLock(store: OwnStore, owner: string, now: () => number): SendLock {
  return {
    async hold(_name, steal, work) {
      const taken = await store.transaction('write', ['meta'], async (tx) => {
        const lease = await leaseIn(tx)
        if (lease && lease.owner !== owner && !steal && (await isAlive(tx, lease, now()))) return false
        const mine: Lease = { owner, epoch: await numberOf(tx, meta.epoch), until: now() + leaseFor }
        await tx.put('meta', { k: meta.lease, v: mine })
        return true
      })
      if (!taken) return undefined
      try {
        return { value: await work() }
      } finally {
        // What cannot be given back runs out by itself.
        await release(store, owner).catch(ignoreExpected('release', isStorageFailure))
      }
    },
  }
}

/** A clock that was set back makes every time far away, and far away in either direction is dead. */
async function isAlive(tx: OwnTx, lease: Lease, now: number): Promise<boolean> {
  // Someone else has led since: its holder is fenced off already.
  if ((await numberOf(tx, meta.epoch)) > lease.epoch + 1) return false
  if (lease.until > now && lease.until <= now + leaseFor) return true
  return Math.abs(now - (await numberOf(tx, meta.beat))) < deadAfter
}

const leaseIn = async (tx: OwnTx) => (await tx.get('meta', meta.lease))?.v as Lease | undefined

function release(store: OwnStore, owner: string): Promise<void> {
  return store.transaction('write', ['meta'], async (tx) => {
    if ((await leaseIn(tx))?.owner === owner) await tx.delete('meta', meta.lease)
  })
}
