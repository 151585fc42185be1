import type { Capabilities } from '../platform/env.ts'

/** The part of `PerformanceObserver` that is used. */
export type LoadObserver = new (counted: (list: { getEntries: () => readonly Load[] }) => void) => {
  observe: (o: { type: string; buffered: boolean }) => void
  disconnect: () => void
}
interface Load {
  initiatorType?: string
  /** Bytes that came over the network, headers included; 0 for what was kept, or is not to be told. */
  transferSize?: number
}
/** Calls are counted where they are made, also those of a worker, which this page would not hear of. */
const calls = new Set(['fetch', 'xmlhttprequest', 'beacon'])

/** The files a page loads by itself: its own script and style, pictures, fonts. */
export const watchLoads =
  (Observer: LoadObserver): NonNullable<Capabilities['loads']> =>
  (counted) => {
    const observer = new Observer((list) => {
      for (const { initiatorType = '', transferSize = 0 } of list.getEntries())
        if (transferSize > 0 && !calls.has(initiatorType)) counted(transferSize)
    })
    for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
    return () => {
      observer.disconnect()
    }
  }
