import { ignoreExpected } from '#contract/values/expected.ts'
import type { PublicStore } from '../cache/eviction.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Capabilities } from '../platform/env.ts'

/** Rows of the public `meta`: when it was requested, and the browser's answer. */
const askedRow = 'persist'
const answerRow = 'persist-said'

/**
 * Asks the browser not to throw this phone's data away (S16): when there is something worth keeping and once
 * more when the app was installed, never at the start and not again and again, for some browsers ask the person.
 */
export function createPersistence(capabilities: Capabilities, shared: PublicStore) {
  let requested = false

  const valueOf = async (k: string) =>
    (await shared.transaction('read', ['meta'], async (tx) => tx.get('meta', k)))?.v
  async function askNow(): Promise<boolean> {
    const lastAnswer = (await capabilities.persist?.()) ?? false
    // Only remembered: where it cannot be, the browser keeps its answer all the same.
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
    /** Never fails: what the browser refuses is stored all the same, as long as it likes. */
    ask: (why: 'written' | 'installed') => ask(why).catch(ignoreExpected('persist', isStorageFailure)),
    /** The person wants it requested. */
    askNow,
    /** The browser's last answer; undefined when there was no request. */
    async lastAnswer(): Promise<boolean | undefined> {
      const v = await valueOf(answerRow)
      return typeof v === 'boolean' ? v : undefined
    },
  }
}

export type DataUse = ReturnType<typeof createDataUse>
/** Row of the public `meta`. */
export const useRow = 'data-use'
/** Written down after so many bytes, or so many milliseconds. */
const flushAfter = { bytes: 256 * 1024, ms: 15_000 }
/** Months that are remembered. */
const mostMonths = 2

type Months = Record<string, number>

/** A month as this phone's calendar has it: `2026-11`. */
export function monthOf(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`
}
const monthsOf = (v: unknown): Months => (typeof v === 'object' && v !== null ? (v as Months) : {})

/**
 * How many bytes this app loaded, month by month: a sum and nothing else, so it reveals nothing about anybody. It is
 * written down now and then; a page that is killed loses the last moments of it.
 */
export function createDataUse(o: {
  shared: PublicStore
  /** The server's time: a phone's own clock may be years off. */
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
      // Added inside the transaction: other tabs count as well.
      await o.shared.transaction('write', ['meta'], async (tx) => {
        const months = monthsOf((await tx.get('meta', useRow))?.v)
        const month = monthOf(o.now())
        const all = Object.entries({ ...months, [month]: (months[month] ?? 0) + bytes })
        const newest = all.sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, mostMonths)
        await tx.put('meta', { k: useRow, v: Object.fromEntries(newest) })
      })
    } catch (error) {
      ignoreExpected('count-bytes', isStorageFailure)(error)
      // Counting is worth no failure; it is tried again with the next bytes.
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
    /** This month so far. */
    read: async () => {
      await flush()
      const month = monthOf(o.now())
      const row = await o.shared.transaction('read', ['meta'], (tx) => tx.get('meta', useRow))
      return { month, bytes: monthsOf(row?.v)[month] ?? 0 }
    },
    flush,
  }
}
