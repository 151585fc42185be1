import { ignoreExpected, type Kind } from '#contract/values/expected.ts'
import type { LogLine, LogRow } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'

export type EventLog = ReturnType<typeof createEventLog>
export interface EventLogPorts {
  /** Returns the store if it is open already: a line must neither open a database nor create a deleted one again. */
  opened: (partition: string) => OwnStore | undefined
  now: () => number
  /** Whether an error of a database is expected, so that the lines are dropped. */
  mayFail: Kind
  /** Runs work later; left out when the caller flushes. */
  later?: (work: () => void) => void
}

/** Number of lines stored for each partition. */
export const ringSize = 500
/** Maximum number of lines that wait in memory. */
const mostWaiting = 200
/** Pattern of an id, a code or a count; text of a person does not match. */
const plain = /^[\w.:-]{1,80}$/

/**
 * Returns the log of one person's recent writes, for support: names of events, ids and codes, and never text that a person wrote.
 * Lines wait in memory and are written together, apart from other writes; losing some is harmless.
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
      // On a full or failing database the lines are dropped.
      if (store) await append(store, lines).catch(ignoreExpected('log', mayFail))
    }
  }
  return {
    /** Adds a line about this partition, stored in its own database. */
    line: (partition: string, event: string, about?: string) => {
      const lines = waiting.get(partition) ?? []
      waiting.set(partition, lines)
      lines.push({ at: now(), event, ...(about !== undefined && plain.test(about) ? { about } : {}) })
      if (lines.length > mostWaiting) lines.shift()
      if (due || !later) return
      due = true
      later(() => void flush())
    },
    /** Writes the waiting lines; never fails. */
    flush,
    /** Drops the waiting lines of a person who left. */
    drop: (partition: string) => {
      waiting.delete(partition)
    },
  }
}

const sizeOf = ({ more = [] }: LogRow) => 1 + more.length

/**
 * Writes lines as one row, because hundreds of rows would slow down the sending that they describe. The row's number follows the
 * last one in the same transaction, so that page and worker never use the same one, whatever their clocks show.
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

/** Returns the newest lines, in chronological order. */
export function logLinesOf(store: OwnStore, most: number = ringSize): Promise<LogLine[]> {
  return store.transaction('read', ['log'], async (tx) => {
    const rows = await tx.list('log')
    return rows.flatMap(({ n: _n, more = [], ...first }) => [first, ...more]).slice(-most)
  })
}
