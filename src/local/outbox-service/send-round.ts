import type { OwnStore } from '../outbox/command.ts'
import type { OutboxItem } from '../database/records.ts'
import { backlog } from '../outbox/sending/turn.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Renewal } from '../session/session.ts'
import { createDeliver } from '../sync/deliver.ts'
import { drainOnce, type Round } from '../sync/drain.ts'
import { leaseLock, webLock } from '../sync/locks.ts'
import { createPrepare, sweepBlobs } from '../upload/prepare.ts'
import type { Api, Identity, Surroundings } from '../sync/ports.ts'

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
  /** The token, when it is of this partition's person. */
  tokenOf: () => string | undefined
  /** Sends an item past our server; undefined where that is not possible. */
  direct: (item: OutboxItem) => Promise<SendResult | undefined>
  log: (event: string, about?: string) => void
}

/** One round of sending for one partition, in the name of its own person. */
export async function sendRound(host: Surroundings & Identity & Api, o: SendRoundPorts): Promise<Round> {
  const { env } = host
  const { partition, store, tokenOf, log } = o
  const ports = {
    http: host.http,
    // Someone else may have signed in while the first try was under way (I7).
    renewed: (refused: string): Promise<Renewal> => {
      const mine = tokenOf()
      if (mine === undefined) return Promise.resolve({ is: 'over' })
      return mine === refused ? host.renew(refused) : Promise.resolve({ is: 'new', token: mine })
    },
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
