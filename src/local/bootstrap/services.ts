import { ignoreExpected } from '#contract/values/expected.ts'
import { createLazyAdDrafts } from '../ad-drafts/lazy-drafts.ts'
import type { ReplicaService } from '../catalogue-replica/replica-service.ts'
import { createChatService } from '../chat/chat-service.ts'
import { isPassing } from '../database/failures.ts'
import { createFormDrafts } from '../outbox-service/form-drafts.ts'
import { createOutboxService } from '../outbox-service/outbox-service.ts'
import { createForget } from '../partitions/forget.ts'
import { createHandOver } from '../partitions/hand-over.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import { createFavourites } from '../saved-cars/favourites.ts'
import { takeHearts } from '../saved-cars/guest-hearts.ts'
import { dropPictures } from '../saved-cars/names.ts'
import { createPinService } from '../saved-cars/pin-service.ts'
import { createPersistence } from '../storage-quota/persistence.ts'
import { createStorage } from '../storage-quota/storage.ts'
import type { Reason } from '../sync/triggers.ts'
import { followSession } from './follow-session.ts'
import type { Host } from './host.ts'
import type { OpenPartitions } from './open-partitions.ts'
import { changedMessage, connect } from './subscriptions.ts'

export interface ServicesPorts extends OpenPartitions {
  host: Host
  stores: Stores
  capabilities: Capabilities
  replica: ReplicaService
}

export type Services = ReturnType<typeof createServices>

/** Puts the services of the domains together; each gets the narrow port it needs. */
export function createServices({
  host,
  stores,
  capabilities,
  replica,
  partitions,
  eventLog,
  views,
}: ServicesPorts) {
  const { env } = host
  const own = () => stores.own(partitions.active())
  const changed = views.refresh
  const base = { host, stores, partitions, capabilities, changed }
  const persistence = createPersistence(capabilities, stores.shared)
  const notifyTabs = () => {
    subscriptions.notifyTabs(changedMessage)
  }
  /** Something is kept that must last. */
  function written() {
    host.markHolding()
    void persistence.ask('written')
  }
  /** The same, where it is kept at all. */
  const saved = () => {
    if (stores.durable) written()
  }

  const chat = createChatService(host, { stores, partitions, counted: changed })
  const drafts = createFormDrafts({ own, withRoom: stores.withRoom, now: env.now, saved })
  const outbox = createOutboxService({
    ...base,
    direct: (item) => chat.direct(item),
    typed: drafts.settled,
    written,
    refresh: changed,
    notifyTabs,
    log: eventLog.line,
  })
  const storage = createStorage({ ...base, persistence, pins: () => pins })
  const pins = createPinService({ ...base, quiet: outbox.sender.drained, loaded: storage.loaded })
  const adDrafts = createLazyAdDrafts({ ...base, put: outbox.accept, sent: outbox.changed, written })
  const handOver = createHandOver({
    ...base,
    async adopted() {
      await changed()
      notifyTabs()
    },
    syncDrafts() {
      // When the page has nothing better to do.
      if ((host.views.get().drafts ?? 0) > 0)
        env.whenIdle(() => void adDrafts().catch(ignoreExpected('sync-drafts', isPassing)))
    },
    takeHearts: (guest) =>
      takeHearts(guest, {
        user: () => host.session.get().user?.id,
        put: outbox.accept,
        dropPictures: () => dropPictures(capabilities, partitions.guest),
      }),
  })
  const kick = (reason: Reason) => {
    outbox.sender.kick(reason)
    replica.kick(reason)
    storage.kick(reason)
    pins.kick(reason)
  }
  const subscriptions = connect({ host, partitions, eventLog, capabilities, kick, persistence })
  const session = followSession({
    ...base,
    eventLog,
    views,
    chat,
    sender: outbox.sender,
    handOver,
    favourites: createFavourites(host, stores, partitions),
    pins,
  })
  const forget = createForget({
    ...base,
    eventLog,
    dropPictures: (partition) => dropPictures(capabilities, partition),
    notifyTabs: subscriptions.notifyTabs,
  })

  return {
    outbox,
    session,
    chat,
    forget,
    handOver,
    storage,
    drafts,
    adDrafts,
    subscriptions,
    written,
    notifyTabs,
    kick,
    close() {
      outbox.sender.stop()
      session.close()
      subscriptions.close()
      replica.close()
      chat.close()
      storage.close()
      pins.close()
    },
  }
}
