import { ignoreExpected } from '#contract/values/expected.ts'
import type { PublicStore } from '../cache/eviction.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Capabilities } from '../platform/env.ts'

/** Rows of the public `meta`: the reason of the last request, and the browser's response. */
const askedRow = 'persist'
const answerRow = 'persist-said'

/**
 * Requests persistent storage (S16): when there is data worth it, and once more after the app was installed. It never asks at the
 * start, and not repeatedly, because some browsers ask the person.
 */
export function createPersistence(capabilities: Capabilities, shared: PublicStore) {
  let requested = false

  const valueOf = async (k: string) =>
    (await shared.transaction('read', ['meta'], async (tx) => tx.get('meta', k)))?.v
  async function askNow(): Promise<boolean> {
    const lastAnswer = (await capabilities.persist?.()) ?? false
    // If this write fails, the browser still keeps its decision.
    await shared
      .transaction('write', ['meta'], (tx) => tx.put('meta', { k: answerRow, v: lastAnswer }))
      .catch(ignoreExpected('note-persist', isStorageFailure))
    return lastAnswer
  }
  async function ask(why: 'written' | 'installed'): Promise<boolean | undefined> {
    if (!capabilities.persist || (requested && why === 'written')) return undefined
    requested = true
    const before = await valueOf(askedRow)
    if (before === 'installed' || before === why) return undefined
    if (await capabilities.persisted?.()) return true
    await shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: askedRow, v: why }))
    return askNow()
  }
  return {
    /** Requests persistent storage; never fails. Without it the data is stored too, but the browser may evict it. */
    ask: (why: 'written' | 'installed') => ask(why).catch(ignoreExpected('persist', isStorageFailure)),
    /** Requests persistent storage because the person wants it. */
    askNow,
    /** Returns the browser's last response; undefined when there was no request. */
    async lastAnswer(): Promise<boolean | undefined> {
      const v = await valueOf(answerRow)
      return typeof v === 'boolean' ? v : undefined
    },
  }
}

export type DataUse = ReturnType<typeof createDataUse>
/** Row of the public `meta`. */
export const useRow = 'data-use'
/** Bytes, or milliseconds, after which the count is stored. */
const flushAfter = { bytes: 256 * 1024, ms: 15_000 }
/** Number of months that are stored. */
const mostMonths = 2

type Months = Record<string, number>

/** Returns the month by this phone's calendar: `2026-11`. */
export function monthOf(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`
}
const monthsOf = (v: unknown): Months => (typeof v === 'object' && v !== null ? (v as Months) : {})

/**
 * Counts the bytes that this app loaded, by month. The sums reveal nothing about a person. They are stored at intervals, so a
 * killed page loses the last ones.
 */
export function createDataUse(o: {
  shared: PublicStore
  /** Returns the server time: a phone's own clock may be years wrong. */
  now: () => number
  later: (work: () => void, ms: number) => unknown
}) {
  let pending = 0
  let planned = false

  async function flush() {
    planned = false
    const bytes = pending
    if (bytes === 0) return
    pending = 0
    try {
      // The sum is computed inside the transaction, because other tabs count too.
      await o.shared.transaction('write', ['meta'], async (tx) => {
        const months = monthsOf((await tx.get('meta', useRow))?.v)
        const month = monthOf(o.now())
        const all = Object.entries({ ...months, [month]: (months[month] ?? 0) + bytes })
        const newest = all.sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, mostMonths)
        await tx.put('meta', { k: useRow, v: Object.fromEntries(newest) })
      })
    } catch (error) {
      ignoreExpected('count-bytes', isStorageFailure)(error)
      // A failed write is not reported; the next bytes retry it.
      pending += bytes
    }
  }
  return {
    add: (bytes: number) => {
      if (!Number.isFinite(bytes) || bytes <= 0) return
      pending += bytes
      if (pending >= flushAfter.bytes) void flush()
      else if (!planned) {
        planned = true
        o.later(() => void flush(), flushAfter.ms)
      }
    },
    /** Returns the bytes of this month. */
    read: async () => {
      await flush()
      const month = monthOf(o.now())
      const row = await o.shared.transaction('read', ['meta'], (tx) => tx.get('meta', useRow))
      return { month, bytes: monthsOf(row?.v)[month] ?? 0 }
    },
    flush,
  }
}
