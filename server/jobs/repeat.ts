// Work of the process that comes round again and again, never twice at a time.
import { setTimeout as pause } from 'node:timers/promises'

export interface Repeated {
  /** Does it now, or waits for the round under way. */
  now: () => Promise<void>
  /** Begins no other round, and waits for the one under way for a moment. */
  stop: () => Promise<void>
}

/** Milliseconds the round under way has when the process ends. */
const goodbye = 3000

/** Does `work` every so many milliseconds; what it throws is reported and does not stop the next round. */
export function repeat(
  work: (stopping: AbortSignal) => Promise<unknown>,
  every: number,
  failed: (error: unknown) => void,
): Repeated {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const round = (): Promise<void> => {
    running ??= work(stopping.signal)
      .then(() => undefined, failed)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => void round(), every).unref()
  return {
    now: round,
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await Promise.race([running, pause(goodbye, undefined, { ref: false })])
    },
  }
}
