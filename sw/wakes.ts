import { ignoreExpected, named, tryAgain } from '#contract/values/expected.ts'
import { isPassing } from '#local/worker'
/**
 * Functions that the handlers of wakes need. Everything that may wake the worker sends what waits (S43). The browser gives up
 * on a sync after three failed tries, and other wakes promise no further one: the worker requests the next wake while
 * something waits.
 */
export interface WakePorts {
  /** Sends what waits, within `limit` milliseconds; returns true when nothing is left that sending could help. */
  drain: (limit: number) => Promise<boolean>
  /** Asks the browser to wake this worker when there is signal; rejects where the browser does not support that. */
  again: () => Promise<void>
  /** Notifies open pages: only the tab of a login that ends with its tab can send for that login. */
  notifyPages: () => Promise<void>
}
/**
 * Milliseconds for sending, by kind of wake. The browser ends a sync event after three minutes and gives less time to the
 * others.
 */
export const wakeLimits = { sync: 120_000, nudge: 25_000, opening: 20_000 } as const

export function createWakes({ drain, again, notifyPages }: WakePorts) {
  /** Requests the next wake. Without an open page it cannot be requested; the next start of the app sends then. */
  const ask = () => again().catch(ignoreExpected('ask-for-sync', isPassing, named('InvalidAccessError')))

  async function look(limit: number): Promise<boolean> {
    const empty = await drain(limit).catch(ignoreExpected('drain', isPassing))
    if (!empty) await ask()
    return empty === true
  }
  return {
    /** Handles Background Sync. Rejects while something waits, because the browser then retries. */
    sync: async (lastChance: boolean) => {
      await notifyPages().catch(ignoreExpected('notify-pages', isPassing))
      const empty = await drain(wakeLimits.sync).catch(ignoreExpected('drain', isPassing))
      if (empty) return
      // Before the last chance the browser retries by itself, at growing intervals; a request would make it retry at once.
      if (lastChance) await ask()
      throw tryAgain('Something waits.')
    },
    /** Handles periodic syncs and pushes of the server. Shows nothing. */
    nudge: async () => {
      await notifyPages().catch(ignoreExpected('notify-pages', isPassing))
      await look(wakeLimits.nudge)
    },
    /** Handles the opening of a page and the activation of a new worker. */
    opening: async () => {
      await look(wakeLimits.opening)
    },
  }
}
