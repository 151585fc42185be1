import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { LockApi } from '../platform/env.ts'
import { deadAfter, meta, numberOf, type OwnStore, type OwnTx } from '../outbox/command.ts'

/**
 * Lock that allows one sender at a time. It only saves work: keys and fencing keep two senders correct (I2, I17). `undefined`
 * means that another sender holds it.
 */
export interface SendLock {
  hold: <T>(name: string, steal: boolean, work: () => Promise<T>) => Promise<{ value: T } | undefined>
}

/** Returns a lock that all tabs and the worker share. */
export function webLock(locks: LockApi): SendLock {
  return {
    async hold<T>(name: string, steal: boolean, work: () => Promise<T>) {
      let called = false
      let result: { value: T } | undefined
      // An error of the work is kept separate from those of the lock: a database aborts with the same error name as a stolen
      // lock.
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
        // If the work was called, the lock was stolen, and the new holder has fenced this sender off. A browser without working
        // locks must not prevent sending, so the work runs without one.
        if (!called) return { value: await work() }
      }
      if (failure) throw failure.reason
      return result
    },
  }
}

/** Milliseconds for which a lease lasts without renewal. */
export const leaseFor = 15_000

interface Lease {
  owner: string
  /** Epoch of the partition when the lease was taken; its holder leads under the next one. */
  epoch: number
  until: number
}

/** Returns a lock without Web Locks: a row taken by compare-and-set, which expires with its owner's heartbeat. */
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
        // A lease that could not be released expires by itself.
        await release(store, owner).catch(ignoreExpected('release', isStorageFailure))
      }
    },
  }
}

/** Whether the holder of the lease lives. After a clock change a time far away in either direction counts as dead. */
async function isAlive(tx: OwnTx, lease: Lease, now: number): Promise<boolean> {
  // Another sender has led since, so the holder is already fenced off.
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
