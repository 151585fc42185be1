import { onEvents, type Env } from '../platform/env.ts'

/** Callbacks for changes of attention. A hidden page receives nothing, because mobile data costs money. */
export interface AttentionPorts {
  /** Called when the page becomes visible, unless it was hidden for less than a minute. */
  here: () => void
  away: () => void
  /** Called when a lost connection may work again: the network came back, or the page became visible or was resumed. */
  hint: (about: 'network' | 'page') => void
  offline: () => void
}
/** Milliseconds that a page may be hidden before `away` is called. */
const awayAfter = 60_000

/** Watches the page; calls `here` at once when it is visible. Returns an unsubscribe function. */
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
    // Browsers do not put a page with an open connection into the back/forward cache.
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
