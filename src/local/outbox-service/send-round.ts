import type { OutboxItem } from '../database/records.ts'
import { textIn } from '../outbox/command.ts'
import { backlog } from '../outbox/sending/turn.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import { deviceRow } from '../database/register.ts'
import type { Stores } from '../partitions/stores.ts'
import { createDeliver, underLogin } from '../sync/deliver.ts'
import { drainOnce, type Round } from '../sync/drain.ts'
import { leaseLock, webLock } from '../sync/locks.ts'
import { createPrepare, sweepBlobs } from '../upload/prepare.ts'
import { loginOf } from '../partitions/partitions.ts'
import type { Api, Identity, Surroundings } from '../sync/ports.ts'

export { sweepBlobs }

export interface SendingPorts {
  host: Surroundings & Identity & Api
  stores: Stores
  /** Sends a message of the signed-in person directly to the chat server; undefined where that is not possible. */
  direct: (message: OutboxItem) => Promise<SendResult | undefined>
  log: (partition: string, event: string, about?: string) => void
}

/**
 * Runs one round of sending for one partition, as its own person; undefined when sending could not help any waiting item. `owner`
 * identifies this sender to other senders.
 */
export async function sendRound(
  { host, stores, direct, log }: SendingPorts,
  { partition, owner }: { partition: string; owner: string },
): Promise<Round | undefined> {
  const { env, http } = host
  // On a full phone the outcome of a delivery must still be stored, so room is made first.
  const store = await stores.ownWithRoom(partition)
  // Another person may sign in during an attempt, so the login is the one of this partition.
  const login = loginOf(host, partition)
  // Reading needs no leadership; taking the lead writes.
  if ((await backlog(store, login.token() !== undefined)).waiting === 0) return undefined
  const ports = { http, renewed: login.renewed, drop: host.dropToken }
  const device = await store.transaction('read', ['meta'], (tx) => textIn(tx, deviceRow))
  const deliver = createDeliver({ ...ports, device: device ?? host.device })
  const round = await drainOnce({
    partition,
    store,
    // A database in memory belongs to this tab alone; a lock across tabs would only make its writes fail.
    lock: env.locks && stores.isDurable(partition) ? webLock(env.locks) : leaseLock(store, owner, env.now),
    token: () => Promise.resolve(host.token()),
    send: async (item, given) => {
      // Only messages have another server that accepts them.
      const mayPass = item.kind === 'chat.send' && login.token() !== undefined
      return (mayPass ? await direct(item) : undefined) ?? deliver(item, given)
    },
    prepare: createPrepare({ http, store, now: env.now, signed: (given) => underLogin(given, ports) }),
    now: env.now,
    random: env.random,
    log: (event, about) => log(partition, event, about),
  })
  if (round.delivered > 0) await sweepBlobs(store)
  return round
}
