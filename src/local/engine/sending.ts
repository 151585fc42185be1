import { backlog } from '../outbox/sending/lead.ts'
import { hurry, release } from '../outbox/acts.ts'
import type { OwnStore } from '../outbox/command.ts'
import { checkRecords } from '../outbox/damage.ts'
import { createDeliver } from '../sync/deliver.ts'
import { drainOnce, type Round } from '../sync/drain.ts'
import { leaseLock, webLock } from '../sync/locks.ts'
import { userPartition } from '../session/partition.ts'
import { createPrepare, sweepBlobs } from '../upload/prepare.ts'
import type { Host } from './face.ts'
import { deviceRow, type Stores } from './stores.ts'

/** A database that failed is looked at again after this long, beside the others that wait. */
const healing = 6000

/** Rounds of sending over every partition of this phone; each item goes in the name of its own. */
export interface Sending {
  one: (partition: string) => Promise<Round>
  all: () => Promise<Omit<Round, 'delivered'>>
  hurryAll: () => Promise<void>
  /** At the start: what is damaged is set aside in sight, and what only a newer app could send gets its chance. */
  releaseUpgraded: () => Promise<void>
}

async function deviceOf(store: OwnStore, fallback: string): Promise<string> {
  const v = await store.transaction('read', ['meta'], async (tx) => (await tx.get('meta', deviceRow))?.v)
  return typeof v === 'string' ? v : fallback
}

export function createSending(
  host: Host,
  stores: Stores,
  changed: () => Promise<void>,
  log: (partition: string, event: string, about?: string) => void,
): Sending {
  const { env } = host
  // Two tabs of one phone are two senders.
  const owner = `${host.device}:${env.random()}`
  const token = () => Promise.resolve(host.token())
  const tokenOf = (partition: string) => {
    const session = host.token()
    return session && userPartition(session.sub) === partition ? session.token : undefined
  }

  /** A full phone must still be able to write down what was delivered. */
  const roomy = (store: OwnStore): OwnStore => ({
    ...store,
    transaction: (...of) => stores.withRoom(() => store.transaction(...of)),
  })

  async function one(partition: string): Promise<Round> {
    const store = roomy(await stores.own(partition))
    const ports = {
      wire: host.wire,
      // Someone else may have signed in while the first try was under way (I7).
      renewed: () => Promise.resolve(tokenOf(partition)),
      drop: host.dropToken,
    }
    const round = await drainOnce({
      partition,
      store,
      // What is in memory is this tab's alone; a lock of all tabs would only make its writes fail.
      lock: env.locks && stores.isDurable(partition) ? webLock(env.locks) : leaseLock(store, owner, env.now),
      token,
      send: createDeliver({ ...ports, device: await deviceOf(store, host.device) }),
      prepare: createPrepare({ ...ports, store, now: env.now }),
      now: env.now,
      random: env.random,
      log: (event, about) => {
        log(partition, event, about)
      },
    })
    if (round.delivered > 0) await sweepBlobs(store)
    await changed()
    return round
  }
  const eachStore = async (work: (store: OwnStore, partition: string) => Promise<void>) => {
    for (const partition of await stores.known()) {
      try {
        await work(await stores.own(partition), partition)
      } catch {
        // One database that is broken must not stop what waits in the others.
      }
    }
  }
  return {
    one,
    async all() {
      const total = { busy: false, failed: false, waiting: 0, nextAt: undefined as number | undefined }
      const add = (round: Omit<Round, 'delivered'>) => {
        total.busy ||= round.busy
        total.failed ||= round.failed
        total.waiting += round.waiting
        if (round.nextAt !== undefined) total.nextAt = Math.min(total.nextAt ?? Infinity, round.nextAt)
      }
      for (const partition of await stores.known()) {
        try {
          const store = await stores.own(partition)
          // What is in memory was sent at once or called failed: nothing of it goes out unseen.
          if (!stores.isDurable(partition)) continue
          // Most partitions are empty most of the time; taking the lead there would only write.
          if ((await backlog(store, tokenOf(partition) !== undefined)).waiting === 0) continue
          add(await one(partition))
        } catch {
          add({ busy: false, failed: false, waiting: 1, nextAt: env.now() + healing })
        }
      }
      return total
    },
    hurryAll: () =>
      eachStore(async (store, partition) => {
        await hurry(store, env.now())
        // Another tab or the worker may have held what this tab's login can send.
        if (tokenOf(partition) !== undefined) await release(store, 'auth')
      }),
    releaseUpgraded: () =>
      eachStore(async (store) => {
        await checkRecords(store, env.now())
        await release(store, 'upgrade')
        // Of what the worker delivered.
        await sweepBlobs(store)
      }),
  }
}
