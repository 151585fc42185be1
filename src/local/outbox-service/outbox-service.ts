import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { OutboxItem } from '../database/records.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Api, Identity, Surroundings } from '../sync/ports.ts'
import { createSender, type Sender } from '../sync/sender.ts'
import type { Reason } from '../sync/triggers.ts'
import type { Decisions } from './decisions.ts'
import { createPut, type Writes } from './put.ts'
import { createSending, type Sending } from './sending.ts'

/** The writes of this phone: accepted, sent, and decided about. */
export interface OutboxService extends Decisions, Writes {
  /** Something waits in the outbox, or does no more. */
  changed: () => Promise<void>
  sender: Sender<Reason>
  releaseUpgraded: Sending['releaseUpgraded']
}
export interface OutboxServicePorts {
  host: Surroundings & Identity & Api
  stores: Stores
  partitions: Partitions
  capabilities: Pick<Capabilities, 'wakeWorker'>
  /** Sends an item of the signed-in person past our server; undefined where that is not possible. */
  direct: (item: OutboxItem) => Promise<SendResult | undefined>
  /** Resolves when everything typed so far is saved. */
  typed: () => Promise<unknown>
  /** Something is kept that must last. */
  written: () => void
  /** Reads the views again. */
  refresh: () => Promise<void>
  /** Tells the other tabs. */
  notifyTabs: () => void
  log: (partition: string, event: string, about?: string) => void
}

export function createOutboxService(o: OutboxServicePorts): OutboxService {
  const { host, stores, partitions, log } = o
  const { env } = host
  const sending = createSending(
    host,
    stores,
    async () => {
      await partitions.keepTime().catch(ignoreExpected('keep-time', isPassing))
      await o.refresh()
    },
    log,
    o.direct,
  )
  const sender = createSender<Reason>({
    round: sending.all,
    skipBackoff: sending.skipBackoff,
    now: env.now,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    isVisible: env.isVisible,
    wakeWorker: o.capabilities.wakeWorker,
  })
  async function changed() {
    await o.refresh()
    sender.kick('enqueue')
    o.notifyTabs()
  }
  const { put, accept } = createPut({
    host,
    stores,
    partitions,
    sending,
    typed: o.typed,
    log,
    async saved() {
      o.written()
      await changed()
    },
  })
  /** Loaded when a person decides something; where it cannot be, everything stays as it is. */
  async function decisions() {
    const { createDeciding } = await import('./decisions.ts').catch(missingFile)
    return createDeciding({
      host,
      stores: () => Promise.all(partitions.shown().map(stores.own)),
      async changed(event, id) {
        log(partitions.active(), event, id)
        await o.refresh()
        o.notifyTabs()
      },
      send: () => {
        sender.kick('manual')
      },
    })
  }
  return {
    put,
    accept,
    changed,
    sender,
    retry: async (id) => (await decisions()).retry(id),
    remove: async (id) => (await decisions()).remove(id),
    revise: async (id, payload) => (await decisions()).revise(id, payload),
    resolve: async (id, how) => (await decisions()).resolve(id, how),
    releaseUpgraded: sending.releaseUpgraded,
  }
}
