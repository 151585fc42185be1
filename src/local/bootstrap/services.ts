import type { EventLog } from '../diagnostics/event-log.ts'
import { createForget, type Partitions } from '../partitions/partitions.ts'
import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { loadOnce } from '#contract/values/load-once.ts'
import type { ReplicaService } from '../catalogue-replica/replica-service.ts'
import { createChatService } from '../chat/chat-service.ts'
import { isPassing } from '../database/failures.ts'
import { createFormDrafts } from '../outbox-service/form-drafts.ts'
import { createOutboxService } from '../outbox-service/outbox-service.ts'
import { createHandOver } from '../partitions/hand-over.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import { createFavourites, takeHearts } from '../saved-cars/favourites.ts'
import { dropPictures } from '../saved-cars/names.ts'
import { createPinService } from '../saved-cars/pin-service.ts'
import { createPersistence } from '../storage-quota/data-use.ts'
import { createStorage } from '../storage-quota/storage.ts'
import type { Reason } from '../sync/triggers.ts'
import { followSession, changedMessage, connect } from './subscriptions.ts'
import type { Host } from './host.ts'
import { createOwnCars } from '../saved-cars/own-cars.ts'
import type { ViewService } from './views.ts'
import { createCachedReads, type PublicPhone } from '../cache/cached-reads.ts'

/** Ports of the services: open databases, their partitions, and the views. */
export interface ServicesPorts {
  host: Host
  partitions: Partitions
  eventLog: EventLog
  views: ViewService
  stores: Stores
  capabilities: Capabilities
  replica: ReplicaService
}

/** Reasons after a possible suspension: the page missed writes of other tabs, and connections may have died. */
const returns: ReadonlySet<Reason> = new Set(['visible', 'pageshow', 'resume', 'focus'])

/** Composes the services of the domains; each gets only the ports that it needs. */
export function createServices(o: ServicesPorts) {
  const { host, stores, capabilities, replica, partitions, eventLog, views } = o
  const { env } = host
  const own = () => stores.own(partitions.active())
  const changed = views.refresh
  const base = { host, stores, partitions, capabilities, changed }
  const persistence = createPersistence(capabilities, stores.shared)
  const notifyTabs = () => {
    subscriptions.notifyTabs(changedMessage)
  }
  let noted = false
  /** Called after data was stored that must last. Only the first call of a page has an effect, because each note is a write. */
  function written() {
    if (noted) return
    noted = true
    host.markHolding()
    void persistence.ask('written')
  }
  /** Calls `written` if the data is durable. */
  const saved = () => {
    if (stores.durable) written()
  }

  const chat = createChatService(host, { stores, counted: changed })
  const drafts = createFormDrafts({
    own: () => stores.ownWithRoom(partitions.active()),
    handed: () => session.handed(),
    now: env.now,
    saved,
  })
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
  /** Service for drafts of ads. Few people sell, so its code is loaded on demand. */
  const adDrafts = loadOnce(async () => {
    const { createAdDraftService } = await import('../ad-drafts/draft-service.ts').catch(missingFile)
    return createAdDraftService({ ...base, put: outbox.put, sent: outbox.changed, written })
  })
  const handOver = createHandOver({
    ...base,
    async adopted() {
      await changed()
      notifyTabs()
    },
    syncDrafts() {
      // The drafts are sent when the page is idle.
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
  const forget = createForget({
    ...base,
    eventLog,
    dropPictures: (partition) => dropPictures(capabilities, partition),
    notifyTabs: subscriptions.notifyTabs,
  })
  const session = followSession({
    ...base,
    eventLog,
    views,
    chat,
    sender: outbox.sender,
    handOver,
    favourites: createFavourites(host, stores),
    pins,
    forget,
  })

  const engine = {
    ...outbox,
    ...createOwnCars({
      ...base,
      heartSaved() {
        saved()
        notifyTabs()
      },
    }),
    ...createCachedReads({
      env,
      serverNow: host.serverNow,
      shared: stores.shared,
      own,
      replica,
      durable: () => stores.durable,
      markHolding: host.markHolding,
      changed,
    }),
    /** Whether the browser stores data: if not, a write is sent at once or fails. */
    get durable() {
      return stores.durable
    },
    /** Resolves when the current or scheduled sending attempt has ended. */
    drained: outbox.sender.drained,
    /** Service for pictures of writes; its code is loaded on demand. */
    photos: loadOnce(async () => {
      const { createPhotos } = await import('../upload/picked-photos.ts').catch(missingFile)
      return createPhotos(stores, partitions, {
        now: env.now,
        chosen() {
          if (stores.durable) host.markHolding()
        },
      })
    }),
    /** Returns the recent events of this phone, for support, without names or text that a person wrote. */
    async report() {
      const { writeReport } = await import('../diagnostics/report.ts').catch(missingFile)
      return writeReport(o)
    },
    /** Writes a line of this phone's log; `event` is a text of our own. */
    note(event: string, about?: string) {
      eventLog.line(partitions.active(), event, about)
    },
    adopt: handOver.adopt,
    /** Called after the person has read the notice of an eviction. */
    async noteEviction() {
      await stores.noteLost()
      await changed()
    },
    forget,
    /** Resolves when the databases know the signed-in person. One that fails here fails for the worker too. */
    settled: () => partitions.settle().catch(ignoreExpected('settle', isPassing)),
    kick(reason: Reason) {
      // A failed read here is harmless, because the next read includes the changes.
      if (returns.has(reason)) {
        chat.follow()
        stores.check().then(changed).catch(ignoreExpected('read-again', isPassing))
      }
      kick(reason)
    },
    storage,
    replica,
    chat,
    drafts,
    adDrafts,
    /** Views of screens, read from the databases. */
    views,
    outsideChanges: subscriptions.outsideChanges,
    close: () => {
      outbox.sender.stop()
      session.close()
      subscriptions.close()
      replica.close()
      chat.close()
      storage.close()
      pins.close()
      stores.close()
    },
  }
  return { engine, session }
}

/** Called when the public database is readable. */
export type Readied = (phone: PublicPhone) => void

/** The part that stores and sends; loaded when this phone holds data or is about to. */
export type Engine = ReturnType<typeof createServices>['engine']
