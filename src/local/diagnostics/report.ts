import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import type { LogLine, OutboxItem } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Capabilities } from '../platform/env.ts'
import type { Api, Identity, ServerTime, Surroundings } from '../sync/ports.ts'
import type { Connection } from '../sync/reachability.ts'
import { logLinesOf, type EventLog } from './event-log.ts'

/**
 * Data of a report for support, in plain text: states, counts, ids and codes. It never holds text that a person wrote, nor their
 * identity, so it may be published.
 */
export interface Reported {
  appVersion: string
  /** Milliseconds of the phone's clock. */
  now: number
  /** Milliseconds from the phone's clock to the server's. */
  offset: number
  connection: Connection
  durable: boolean
  /** Whether the browser granted persistent storage; undefined when unknown. */
  persisted: boolean | undefined
  signedIn: boolean
  items: readonly OutboxItem[]
  lines: readonly LogLine[]
}
const linesShown = 100

/** Returns a duration in the largest unit that is still precise enough. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

/** Returns the value that a share of all values does not exceed. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
const shown = (ms: number | undefined) => (ms === undefined ? 'none' : span(ms))
const yes = (value: boolean | undefined) => (value === undefined ? 'unknown' : value ? 'yes' : 'no')
/** Returns the time as text; a wrong clock must not make the report fail. */
const instant = (ms: number) => (Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : 'no time')

/** Events that are counted; the text of a line may continue after the word. */
const counted = 'replayed conflict merged fenced steal reopened quota evicted bug'.split(' ')

function countersOf({ items, lines, now }: Reported): string[] {
  const open = items.filter((item) => item.state !== 'done')
  const done = items.filter((item) => item.state === 'done')
  const oldest = open.length > 0 ? now - Math.min(...open.map((item) => item.createdAt)) : undefined
  const times = done
    .map((item) => Math.max(0, (item.doneAt ?? item.createdAt) - item.createdAt))
    .sort((a, b) => a - b)
  // The attempt that succeeded is not counted in the item.
  const tries = done.reduce((sum, item) => sum + item.tries + item.netFails + 1, 0)
  const events = counted.map((word) => {
    const count = lines.filter(({ event }) => event === word || event.startsWith(`${word} `)).length
    return `${word} ${count}`
  })
  return [
    `waiting ${open.length}, oldest ${shown(oldest)}`,
    `sent ${done.length}, tries each ${done.length > 0 ? (tries / done.length).toFixed(1) : 'none'}`,
    `time until sent: half within ${shown(percentile(times, 0.5))}, 95 % within ${shown(percentile(times, 0.95))}`,
    events.join(', '),
  ]
}

function lineOf(item: OutboxItem, now: number): string {
  const { id, kind, state, hold, lastError } = item
  const words = [id, kind, state, hold, item.cancel ? 'cancelling' : undefined, lastError?.code]
  const tries = `tries ${item.tries}+${item.netFails}`
  return [...words.filter(Boolean), tries, `age ${span(now - item.createdAt)}`].join(' ')
}

export function reportOf(o: Reported): string {
  const { connection, items, now, offset } = o
  const open = items.filter((item) => item.state !== 'done').sort((a, b) => a.seq - b.seq)
  const lines = [...o.lines].sort((a, b) => a.at - b.at).slice(-linesShown)
  const contact = connection.lastContact
  return [
    `Motorkin ${o.appVersion}`,
    `time ${instant(now + offset)}, this phone is ${offset < 0 ? 'ahead' : 'behind'} by ${span(Math.abs(offset))}`,
    `connection ${connection.state}, last answer ${contact === undefined ? 'none yet' : `${span(now + offset - contact)} ago`}`,
    `storage durable ${yes(o.durable)}, persisted ${yes(o.persisted)}, signed in ${yes(o.signedIn)}`,
    ...countersOf(o),
    '',
    `Not sent yet: ${open.length}`,
    ...open.map((item) => lineOf(item, now)),
    '',
    `Last ${lines.length} events`,
    ...lines.map(({ at, event, about }) => [instant(at), event, about].filter(Boolean).join(' ')),
    '',
  ].join('\n')
}

export interface ReportPorts {
  host: Surroundings & ServerTime & Pick<Identity, 'session'> & Pick<Api, 'connection'>
  stores: { opened: (partition: string) => OwnStore | undefined; readonly durable: boolean }
  partitions: { shown: () => string[] }
  eventLog: Pick<EventLog, 'flush'>
  capabilities: Pick<Capabilities, 'persisted'>
}

/** Returns the recent events of this phone as plain text, for support. */
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
