import { backlog } from '../outbox/lead.ts'
import { hurry, release } from '../outbox/acts.ts'
import type { OwnStore } from '../outbox/command.ts'
import { createDeliver } from '../sync/deliver.ts'
import { drainOnce, type Round } from '../sync/drain.ts'
import { leaseLock, webLock } from '../sync/locks.ts'
import type { Host } from './face.ts'
import { deviceRow, type Stores } from './stores.ts'

/** Rounds of sending over every partition of this phone; each item goes in the name of its own. */
export interface Sending {
  one: (partition: string) => Promise<Round>
  all: () => Promise<Omit<Round, 'delivered'>>
  hurryAll: () => Promise<void>
  /** After an update of the app: what only a newer one could send gets its chance. */
  releaseUpgraded: () => Promise<void>
}

async function deviceOf(store: OwnStore, fallback: string): Promise<string> {
  const v = await store.transaction('read', ['meta'], async (tx) => (await tx.get('meta', deviceRow))?.v)
  return typeof v === 'string' ? v : fallback
}

export function createSending(host: Host, stores: Stores, changed: () => Promise<void>): Sending {
  const { env } = host
  // Two tabs of one phone are two senders.
  const owner = `${host.device}:${env.random()}`
  const token = () => Promise.resolve(host.token())

  async function one(partition: string): Promise<Round> {
    const store = await stores.own(partition)
    const round = await drainOnce({
      partition,
      store,
      lock: env.locks ? webLock(env.locks) : leaseLock(store, owner, env.now),
      token,
      send: createDeliver({
        wire: host.wire,
        device: await deviceOf(store, host.device),
        renewed: async () => (await token())?.token,
        drop: host.dropToken,
      }),
      now: env.now,
      random: env.random,
      log: () => undefined,
    })
    await changed()
    return round
  }
  const eachStore = async (work: (store: OwnStore) => Promise<void>) => {
    for (const partition of await stores.known()) await work(await stores.own(partition))
  }
  return {
    one,
    async all() {
      const total = { busy: false, failed: false, waiting: 0, nextAt: undefined as number | undefined }
      for (const partition of await stores.known()) {
        // Most partitions are empty most of the time; taking the lead there would only write.
        if ((await backlog(await stores.own(partition), true)).waiting === 0) continue
        const round = await one(partition)
        total.busy ||= round.busy
        total.failed ||= round.failed
        total.waiting += round.waiting
        if (round.nextAt !== undefined) total.nextAt = Math.min(total.nextAt ?? Infinity, round.nextAt)
      }
      return total
    },
    hurryAll: () => eachStore(hurry),
    releaseUpgraded: () => eachStore((store) => release(store, 'upgrade')),
  }
}
