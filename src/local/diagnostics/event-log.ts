import { ignoreExpected, type Kind } from '#contract/values/expected.ts'
import type { LogLine, LogRow } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'

export type EventLog = ReturnType<typeof createEventLog>
export interface EventLogPorts {
  /** Only what is open already: a line must not open a database, nor bring a deleted one back. */
  opened: (partition: string) => OwnStore | undefined
  now: () => number
  /** What a database may answer instead of taking lines. */
  mayFail: Kind
  /** Runs work later; left out where the owner flushes by itself. */
  later?: (work: () => void) => void
}

/** Lines stored for each partition. */
export const ringSize = 500
/** The largest number of lines that wait in memory. */
const mostWaiting = 200
/** An id, a code or a count: words of a person have spaces, signs or no place here. */
const plain = /^[\w.:-]{1,80}$/

/**
 * What happened lately to one person's writes, for the support: names of events, ids and codes, and never anything a
 * person wrote. Lines wait in memory and are written together, off the way of every write; losing some is harmless.
 */
export function createEventLog({ opened, now, later, mayFail }: EventLogPorts) {
  const waiting = new Map<string, LogLine[]>()
  let due = false

  async function flush() {
    due = false
    const all = [...waiting]
    waiting.clear()
    for (const [partition, lines] of all) {
      const store = opened(partition)
      // A full or dying database has more important things to do than this.
      if (store) await append(store, lines).catch(ignoreExpected('log', mayFail))
    }
  }
  return {
    /** A line about this partition, stored in its own database. */
    line: (partition: string, event: string, about?: string) => {
      const lines = waiting.get(partition) ?? []
      waiting.set(partition, lines)
      lines.push({ at: now(), event, ...(about !== undefined && plain.test(about) ? { about } : {}) })
      if (lines.length > mostWaiting) lines.shift()
      if (due || !later) return
      due = true
      later(() => void flush())
    },
    /** Writes down what waits; never fails. */
    flush,
    /** Lines about someone who left are not written any more. */
    drop: (partition: string) => {
      waiting.delete(partition)
    },
  }
}

const sizeOf = ({ more = [] }: LogRow) => 1 + more.length

/**
 * Lines that were gathered are one row: hundreds of rows would slow down the very sending they tell of. Numbers follow
 * the last one in the same transaction, so page and worker never meet, whatever their clocks say.
 */
function append(store: OwnStore, [first, ...more]: readonly LogLine[]): Promise<void> {
  return store.transaction('write', ['log'], async (tx) => {
    if (!first) return
    const rows = await tx.list('log')
    const n = Math.max((rows.at(-1)?.n ?? 0) + 0.001, first.at)
    await tx.put('log', { n, ...first, ...(more.length > 0 && { more }) })
    let left = rows.reduce((count, row) => count + sizeOf(row), 1 + more.length)
    for (const row of rows) {
      left -= sizeOf(row)
      if (left < ringSize) break
      await tx.delete('log', row.n)
    }
  })
}

/** The newest lines, oldest of them first. */
export function logLinesOf(store: OwnStore, most: number = ringSize): Promise<LogLine[]> {
  return store.transaction('read', ['log'], async (tx) => {
    const rows = await tx.list('log')
    return rows.flatMap(({ n: _n, more = [], ...first }) => [first, ...more]).slice(-most)
  })
}
