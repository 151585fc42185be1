import { ignoreExpected, isRefused, missingFile } from '#contract/values/expected.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Api, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import { logLinesOf, type EventLog } from './event-log.ts'

export interface ReportPorts {
  host: Surroundings & ServerTime & Pick<Identity, 'session'> & Pick<Api, 'connection'>
  stores: { opened: (partition: string) => OwnStore | undefined; readonly durable: boolean }
  partitions: { shown: () => string[] }
  eventLog: Pick<EventLog, 'flush'>
  capabilities: Pick<Capabilities, 'persisted'>
}

/** What happened on this phone lately, as plain text for the support. */
export async function writeReport({
  host,
  stores,
  partitions,
  eventLog,
  capabilities,
}: ReportPorts): Promise<string> {
  const { env } = host
  await eventLog.flush()
  const read = async (partition: string) => {
    const store = stores.opened(partition)
    if (!store) return { items: [], lines: [] }
    const items = await store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
    return { items, lines: await logLinesOf(store) }
  }
  const all = await Promise.all(partitions.shown().map(read))
  const persisted = await capabilities.persisted?.().catch(ignoreExpected('persisted', isRefused))
  const { reportOf } = await import('./report.ts').catch(missingFile)
  return reportOf({
    appVersion: env.appVersion,
    now: env.now(),
    offset: host.serverNow() - env.now(),
    connection: host.connection.get(),
    durable: stores.durable,
    persisted,
    signedIn: host.session.get().user !== undefined,
    items: all.flatMap(({ items }) => items),
    lines: all.flatMap(({ lines }) => lines),
  })
}
