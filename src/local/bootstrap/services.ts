import { ignoreExpected } from '#contract/values/expected.ts'
import { createLazySelling } from '../ad-drafts/lazy-drafts.ts'
import { createCachedReads } from '../cache/cached-reads.ts'
import type { ReplicaService } from '../catalogue-replica/replica-service.ts'
import { createChatSide } from '../chat/chat-service.ts'
import { isPassing } from '../database/failures.ts'
import { writeReport } from '../diagnostics/write-report.ts'
import { createFormDrafts } from '../outbox-service/form-drafts.ts'
import { createOutboxService } from '../outbox-service/outbox-service.ts'
import { createForget } from '../partitions/forget.ts'
import { createHandOver } from '../partitions/hand-over.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import { createFavourites } from '../saved-cars/favourites.ts'
import { takeHearts } from '../saved-cars/guest-hearts.ts'
import { dropPictures } from '../saved-cars/names.ts'
import { createOwnCars } from '../saved-cars/own-cars.ts'
import { createPinService } from '../saved-cars/pin-service.ts'
import { createLasting } from '../storage-quota/persistence.ts'
import { createStorage } from '../storage-quota/storage.ts'
import type { Reason } from '../sync/triggers.ts'
import { createLazyPhotos } from '../upload/lazy-photos.ts'
import { followSession } from './follow-session.ts'
import type { Host } from './host.ts'
import type { OpenPartitions } from './open-partitions.ts'
import { changedMessage, connect } from './subscriptions.ts'
import type { Engine } from './types.ts'

export interface ServicesPorts extends OpenPartitions {
  host: Host
  stores: Stores
  capabilities: Capabilities
  replica: ReplicaService
}

/** Puts the services of the domains together; each gets the narrow port it needs. */
export function createServices({ host, stores, capabilities, replica, people, ring, views }: ServicesPorts) {
  const { env } = host
  const own = () => stores.own(people.active())
  const changed = views.refresh
  const base = { host, stores, people, capabilities, changed }
  const persistence = createLasting(capabilities, stores.shared)
  const tell = () => {
    subscriptions.tell(changedMessage)
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

  const chat = createChatSide(host, { stores, people, counted: changed })
  const drafts = createFormDrafts({ own, withRoom: stores.withRoom, now: env.now, saved })
  const outbox = createOutboxService({
    ...base,
    direct: (item) => chat.direct(item),
    typed: drafts.settled,
    written,
    refresh: changed,
    tell,
    log: ring.line,
  })
  const storage = createStorage({ ...base, persistence, pins: () => pins })
  const pins = createPinService({ ...base, quiet: outbox.sender.drained, loaded: storage.loaded })
  const selling = createLazySelling({ ...base, put: outbox.accept, sent: outbox.changed, written })
  const handOver = createHandOver({
    ...base,
    async adopted() {
      await changed()
      tell()
    },
    syncDrafts() {
      // When the page has nothing better to do.
      if ((host.views.get().drafts ?? 0) > 0)
        env.whenIdle(() => void selling().catch(ignoreExpected('sync-drafts', isPassing)))
    },
    takeHearts: (guest) =>
      takeHearts(guest, {
        user: () => host.session.get().user?.id,
        put: outbox.accept,
        dropPictures: () => dropPictures(capabilities, people.guest),
      }),
  })
  const kick = (reason: Reason) => {
    outbox.sender.kick(reason)
    replica.kick(reason)
    storage.kick(reason)
    pins.kick(reason)
  }
  const subscriptions = connect({ host, people, ring, capabilities, kick, persistence })
  const session = followSession({
    ...base,
    ring,
    views,
    chat,
    sender: outbox.sender,
    handOver,
    favourites: createFavourites(host, stores, people),
    pins,
  })
  const forget = createForget({
    ...base,
    ring,
    dropPictures: (partition) => dropPictures(capabilities, partition),
    tell: subscriptions.tell,
  })

  const engine: Omit<Engine, 'durable' | 'kick' | 'close'> = {
    ...outbox,
    drained: outbox.sender.drained,
    ...createOwnCars({
      ...base,
      heartKept() {
        saved()
        tell()
      },
    }),
    ...createCachedReads({
      env,
      serverNow: host.serverNow,
      shared: stores.shared,
      own,
      market: replica,
      durable: () => stores.durable,
      markHolding: host.markHolding,
      changed,
    }),
    photos: createLazyPhotos(
      () => {
        if (stores.durable) host.markHolding()
      },
      stores,
      people,
      { now: env.now },
    ),
    report: () => writeReport({ host, stores, people, ring, capabilities }),
    note(event, about) {
      ring.line(people.active(), event, about)
    },
    adopt: handOver.adopt,
    async noteEviction() {
      await stores.noteLost()
      await changed()
    },
    forget,
    // A database that fails here is broken for the worker as well.
    settled: () => people.settle().catch(ignoreExpected('settle', isPassing)),
    storage,
    market: replica,
    chat,
    drafts,
    selling,
    views,
    onOutsideChange: subscriptions.onOutsideChange,
  }
  return {
    engine,
    outbox,
    session,
    chat,
    forget,
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
