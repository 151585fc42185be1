import { ignoreExpected, named, tryAgain } from '#contract/values/expected.ts'
import { isPassing } from '#local/worker'
/**
 * Everything that may wake the worker sends what waits (S43). The browser gives up on a sync after three failed
 * tries, and other wakes promise no other one at all: where something is left, the next wake is requested.
 */
export interface WakePorts {
  /** Sends what waits, within so many milliseconds; true when nothing is left that sending could help. */
  drain: (limit: number) => Promise<boolean>
  /** Asks the browser to wake this worker when there is signal; fails where it does not know how. */
  again: () => Promise<void>
  /** Notifies open pages: a login that ends with its tab sends from there only. */
  notifyPages: () => Promise<void>
}
/** Milliseconds. The browser ends a sync event after three minutes and cares less for the others. */
export const wakeLimits = { sync: 120_000, nudge: 25_000, opening: 20_000 } as const

export function createWakes({ drain, again, notifyPages }: WakePorts) {
  /** Where it cannot be requested, as with no page open, the next start of the app sends. */
  const ask = () => again().catch(ignoreExpected('ask-for-sync', isPassing, named('InvalidAccessError')))

  async function look(limit: number): Promise<boolean> {
    const empty = await drain(limit).catch(ignoreExpected('drain', isPassing))
    if (!empty) await ask()
    return empty === true
  }
  return {
    /** Background Sync. Rejects while something waits, for that makes the browser come back. */
    sync: async (lastChance: boolean) => {
      await notifyPages().catch(ignoreExpected('notify-pages', isPassing))
      const empty = await drain(wakeLimits.sync).catch(ignoreExpected('drain', isPassing))
      if (empty) return
      // Before the last chance the browser comes back by itself, later and later; asking again would make it come at once.
      if (lastChance) await ask()
      throw tryAgain('Something waits.')
    },
    /** Now and then, and by a push of the server. Shows nothing by itself. */
    nudge: async () => {
      await notifyPages().catch(ignoreExpected('notify-pages', isPassing))
      await look(wakeLimits.nudge)
    },
    /** A page is being opened, or a new worker took over. */
    opening: async () => {
      await look(wakeLimits.opening)
    },
  }
}
