import { ignoreExpected } from '#contract/values/expected.ts'
import { createCachedReads } from '../cache/cached-reads.ts'
import { isPassing } from '../database/failures.ts'
import { writeReport } from '../diagnostics/write-report.ts'
import { createOwnCars } from '../saved-cars/own-cars.ts'
import { createLazyPhotos } from '../upload/lazy-photos.ts'
import type { Services, ServicesPorts } from './services.ts'
import type { Engine } from './types.ts'

/** What screens can ask the services for. */
export function engineOf(
  { host, stores, capabilities, replica, partitions, eventLog, views }: ServicesPorts,
  services: Services,
): Omit<Engine, 'durable' | 'kick' | 'close'> {
  const { env } = host
  const { outbox, handOver, storage, chat, drafts, adDrafts, subscriptions } = services
  const changed = views.refresh
  return {
    ...outbox,
    drained: outbox.sender.drained,
    ...createOwnCars({
      host,
      stores,
      partitions,
      changed,
      heartSaved() {
        if (stores.durable) services.written()
        services.notifyTabs()
      },
    }),
    ...createCachedReads({
      env,
      serverNow: host.serverNow,
      shared: stores.shared,
      own: () => stores.own(partitions.active()),
      replica,
      durable: () => stores.durable,
      markHolding: host.markHolding,
      changed,
    }),
    photos: createLazyPhotos(
      () => {
        if (stores.durable) host.markHolding()
      },
      stores,
      partitions,
      { now: env.now },
    ),
    report: () => writeReport({ host, stores, partitions, eventLog, capabilities }),
    note(event, about) {
      eventLog.line(partitions.active(), event, about)
    },
    adopt: handOver.adopt,
    async noteEviction() {
      await stores.noteLost()
      await changed()
    },
    forget: services.forget,
    // A database that fails here is broken for the worker as well.
    settled: () => partitions.settle().catch(ignoreExpected('settle', isPassing)),
    storage,
    replica,
    chat,
    drafts,
    adDrafts,
    views,
    onOutsideChange: subscriptions.onOutsideChange,
  }
}
