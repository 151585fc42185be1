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

/** What the services stand on: open databases, the people they belong to, and what screens see of them. */
export interface ServicesPorts {
  host: Host
  partitions: Partitions
  eventLog: EventLog
  views: ViewService
  stores: Stores
  capabilities: Capabilities
  replica: ReplicaService
}

/** The page may have slept: other tabs and the worker wrote, and connections died, without it hearing of that. */
const returns: ReadonlySet<Reason> = new Set(['visible', 'pageshow', 'resume', 'focus'])

/** Puts the services of the domains together; each gets the narrow port it needs. */
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
  /** Something is stored that must last; the first time is enough, for each note of it is a write. */
  function written() {
    if (noted) return
    noted = true
    host.markHolding()
    void persistence.ask('written')
  }
  /** The same, where it is stored at all. */
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
  /** Ads that are being written. Few people sell: what it needs is loaded when it is asked for. */
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
    /** False where the browser keeps nothing: a write then goes out at once or fails. */
    get durable() {
      return stores.durable
    },
    /** Resolves when the attempt to send that is now under way, or about to be, has ended. */
    drained: outbox.sender.drained,
    /** Pictures on their way into a write; their code is loaded when it is requested. */
    photos: loadOnce(async () => {
      const { createPhotos } = await import('../upload/picked-photos.ts').catch(missingFile)
      return createPhotos(stores, partitions, {
        now: env.now,
        chosen() {
          if (stores.durable) host.markHolding()
        },
      })
    }),
    /** What happened on this phone lately, for the support; nothing a person wrote, and no name. */
    async report() {
      const { writeReport } = await import('../diagnostics/report.ts').catch(missingFile)
      return writeReport(o)
    },
    /** A line of the log of this phone, in words of our own. */
    note(event: string, about?: string) {
      eventLog.line(partitions.active(), event, about)
    },
    adopt: handOver.adopt,
    /** The person has read that the browser threw data away. */
    async noteEviction() {
      await stores.noteLost()
      await changed()
    },
    forget,
    /**
     * Resolves when the databases know who is signed in now: the worker sends in their name only. One that fails here is
     * broken for the worker as well.
     */
    settled: () => partitions.settle().catch(ignoreExpected('settle', isPassing)),
    kick(reason: Reason) {
      // What is read here is only news; the next read has it as well.
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
    /** What screens watch, read from the databases. */
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

/** The half that stores and sends; loaded when this phone holds data or is about to. */
export type Engine = ReturnType<typeof createServices>['engine']
