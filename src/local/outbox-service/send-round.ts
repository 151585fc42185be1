import type { OwnStore } from '../outbox/command.ts'
import type { OutboxItem } from '../database/records.ts'
import { backlog } from '../outbox/sending/turn.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import { createDeliver } from '../sync/deliver.ts'
import { drainOnce, type Round } from '../sync/drain.ts'
import { leaseLock, webLock } from '../sync/locks.ts'
import { createPrepare, sweepBlobs } from '../upload/prepare.ts'
import { loginOf, type Api, type Identity, type Surroundings } from '../sync/ports.ts'

export { backlog, sweepBlobs }

export interface SendRoundPorts {
  partition: string
  store: OwnStore
  /** Other tabs and the worker see this database too. */
  durable: boolean
  /** Who sends, in the eyes of other senders. */
  owner: string
  /** In whose name the writes of this database count. */
  device: string
  /** Sends an item past our server; undefined where that is not possible. */
  direct: (item: OutboxItem) => Promise<SendResult | undefined>
  log: (event: string, about?: string) => void
}

/** One round of sending for one partition, in the name of its own person. */
export async function sendRound(host: Surroundings & Identity & Api, o: SendRoundPorts): Promise<Round> {
  const { env } = host
  const { partition, store, log } = o
  const ports = {
    http: host.http,
    // Someone else may have signed in while the first try was under way.
    renewed: loginOf(host, partition).renewed,
    drop: host.dropToken,
  }
  const deliver = createDeliver({ ...ports, device: o.device })
  const round = await drainOnce({
    partition,
    store,
    lock: env.locks && o.durable ? webLock(env.locks) : leaseLock(store, o.owner, env.now),
    token: () => Promise.resolve(host.token()),
    send: async (item, given) => (await o.direct(item)) ?? deliver(item, given),
    prepare: createPrepare({ ...ports, store, now: env.now }),
    now: env.now,
    random: env.random,
    log,
  })
  if (round.delivered > 0) await sweepBlobs(store)
  return round
}
