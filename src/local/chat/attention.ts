import { onEvents, type Env } from '../platform/env.ts'

/** Data costs money: a page that nobody looks at receives nothing. */
export interface AttentionPorts {
  /** Somebody looks, or did within the last minute. */
  here: () => void
  away: () => void
  /** A connection that was lost may work again. */
  hint: (about: 'network' | 'page') => void
  offline: () => void
}
/** Milliseconds in the background. */
const awayAfter = 60_000

/** Reports at once whether somebody is here. Returns an unsubscribe function. */
export function watchAttention(
  env: Pick<Env, 'setTimeout' | 'clearTimeout' | 'isVisible' | 'window' | 'document'>,
  o: AttentionPorts,
): () => void {
  let timer: unknown
  let isHere = false

  function go() {
    env.clearTimeout(timer)
    if (!isHere) return
    isHere = false
    o.away()
  }
  function look() {
    env.clearTimeout(timer)
    if (!env.isVisible()) {
      timer = env.setTimeout(go, awayAfter)
      return
    }
    const was = isHere
    isHere = true
    if (was) o.hint('page')
    else o.here()
  }
  const off = onEvents([
    [env.document, 'visibilitychange', look],
    [env.document, 'resume', look],
    [env.window, 'pageshow', look],
    // A page with an open connection cannot be cached for the way back.
    [env.window, 'pagehide', go],
    [env.window, 'online', () => isHere && o.hint('network')],
    [env.window, 'offline', () => isHere && o.offline()],
  ])
  look()
  return () => {
    env.clearTimeout(timer)
    off()
  }
}
