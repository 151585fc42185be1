import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { createPublicPhone } from '../cache/cached-reads.ts'
import { createReplicaService } from '../catalogue-replica/replica-service.ts'
import { isPassing } from '../database/failures.ts'
import { openStores, type StoreNews } from '../partitions/stores.ts'
import { leavingIn } from '../partitions/pending-deletes.ts'
import { createEvictables } from '../storage-quota/evictables.ts'
import type { Reason } from '../sync/triggers.ts'
import { browserCapabilities } from './browser-capabilities.ts'
import type { Host } from './host.ts'
import { noteStart, openPartitions } from './open-partitions.ts'
import { engineOf } from './engine-of.ts'
import { createServices } from './services.ts'
import type { Engine, Readied } from './types.ts'

/** The page may have slept: other tabs and the worker wrote, and connections died, without it hearing of that. */
const returns: ReadonlySet<Reason> = new Set(['visible', 'pageshow', 'resume', 'focus'])

/** Opens the half that stores and sends. `readable` is called when the public database is readable. */
export async function openEngine(host: Host, readable: Readied): Promise<Engine> {
  const { env } = host
  const capabilities = env.capabilities ?? browserCapabilities()
  const { dropCache: drop, caches } = capabilities
  let started = false
  const early: StoreNews[] = []
  let onStoreEvent = (news: StoreNews): void => void early.push(news)

  const stores = await openStores(env, {
    onEvent: (news) => onStoreEvent(news),
    evictables: (shared) => createEvictables({ shared, now: env.now, drop, caches }),
  })
  const replica = createReplicaService(host, stores, capabilities)
  readable(createPublicPhone(stores.shared, replica))
  const opened = await openPartitions({
    host,
    stores,
    capabilities,
    // What is found out while the phone is being opened is followed by its start, which does both.
    evicted() {
      if (started) session.askForFavourites()
    },
    recovered() {
      if (started) outbox.sender.kick('start')
    },
  })
  ;({ onStoreEvent } = opened)
  for (const news of early) onStoreEvent(news)
  await noteStart(host, stores, opened)

  const { partitions, views } = opened
  const ports = { ...opened, host, stores, capabilities, replica }
  const services = createServices(ports)
  const { outbox, session, chat, forget } = services
  for (const account of leavingIn(host)) {
    await forget(account).catch(ignoreExpected('forget', isPassing))
    // They may be back already, under a new login, and write.
    await partitions.settle().catch(ignoreExpected('settle', isPassing))
  }
  await outbox.releaseUpgraded()
  await session.takeOver()
  await views.refresh()
  started = true
  outbox.sender.kick('start')
  replica.kick('start')
  chat.follow()
  session.askForFavourites()
  if (stores.durable) capabilities.wakeDaily?.().catch(ignoreExpected('wake-daily', isRefused))

  return {
    ...engineOf(ports, services),
    get durable() {
      return stores.durable
    },
    kick(reason) {
      // What is read here is only news; the next read has it as well.
      if (returns.has(reason)) chat.follow()
      if (returns.has(reason))
        stores.check().then(views.refresh).catch(ignoreExpected('read-again', isPassing))
      services.kick(reason)
    },
    close() {
      services.close()
      stores.close()
    },
  }
}
