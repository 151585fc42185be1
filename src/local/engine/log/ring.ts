import type { LogRow } from '../../database/records.ts'
import type { OwnStore } from '../../outbox/command.ts'

/**
 * What happened lately to one person's writes, for the support: names of events, ids and codes, and never anything a
 * person wrote. Lines wait in memory and are written together, off the way of every write; losing some is harmless.
 */
export interface Ring {
  /** A line about this partition, kept in its own database. */
  line: (partition: string, event: string, about?: string) => void
  /** Writes down what waits; never fails. */
  flush: () => Promise<void>
  /** Lines about someone who left are not written any more. */
  drop: (partition: string) => void
}
export interface RingPorts {
  /** Only what is open already: a line must not open a database, nor bring a deleted one back. */
  opened: (partition: string) => OwnStore | undefined
  now: () => number
  /** Runs work later; left out where the owner flushes by itself. */
  later?: (work: () => void) => void
}

/** Lines kept for each partition. */
export const ringSize = 500
/** The largest number of lines that wait in memory. */
const mostWaiting = 200
/** An id, a code or a count: words of a person have spaces, signs or no place here. */
const plain = /^[\w.:-]{1,80}$/

type Waiting = Omit<LogRow, 'n'>

export function createRing({ opened, now, later }: RingPorts): Ring {
  const waiting = new Map<string, Waiting[]>()
  let due = false

  async function flush() {
    due = false
    const all = [...waiting]
    waiting.clear()
    for (const [partition, lines] of all) {
      const store = opened(partition)
      // A full or dying database has more important things to do than this.
      if (store) await append(store, lines).catch(() => undefined)
    }
  }
  return {
    line(partition, event, about) {
      const lines = waiting.get(partition) ?? []
      waiting.set(partition, lines)
      lines.push({ at: now(), event, ...(about !== undefined && plain.test(about) ? { about } : {}) })
      if (lines.length > mostWaiting) lines.shift()
      if (due || !later) return
      due = true
      later(() => void flush())
    },
    flush,
    drop: (partition) => {
      waiting.delete(partition)
    },
  }
}

/** Numbers follow the last one in the same transaction, so page and worker never meet, whatever their clocks say. */
function append(store: OwnStore, lines: readonly Waiting[]): Promise<void> {
  return store.transaction('write', ['log'], async (tx) => {
    const rows = await tx.list('log')
    let n = rows.at(-1)?.n ?? 0
    for (const line of lines) {
      n = Math.max(n + 0.001, line.at)
      await tx.put('log', { n, ...line })
    }
    const tooMany = rows.length + lines.length - ringSize
    for (const row of rows.slice(0, Math.max(0, tooMany))) await tx.delete('log', row.n)
  })
}

/** The newest lines, oldest of them first. */
export function linesOf(store: OwnStore, most: number = ringSize): Promise<LogRow[]> {
  return store.transaction('read', ['log'], async (tx) => (await tx.list('log')).slice(-most))
}
