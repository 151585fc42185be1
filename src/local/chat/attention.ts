import type { Env } from '../platform/env.ts'

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
  const undo: (() => void)[] = []
  let timer: unknown
  let isHere = false

  function come() {
    env.clearTimeout(timer)
    const was = isHere
    isHere = true
    if (was) o.hint('page')
    else o.here()
  }
  function go() {
    env.clearTimeout(timer)
    if (!isHere) return
    isHere = false
    o.away()
  }
  function look() {
    if (env.isVisible()) {
      come()
      return
    }
    env.clearTimeout(timer)
    timer = env.setTimeout(go, awayAfter)
  }
  const on = (target: Env['window'], type: string, work: () => void) => {
    target?.addEventListener(type, work)
    undo.push(() => target?.removeEventListener(type, work))
  }
  on(env.document, 'visibilitychange', look)
  on(env.document, 'resume', look)
  on(env.window, 'pageshow', look)
  // A page with an open connection cannot be cached for the way back.
  on(env.window, 'pagehide', go)
  on(env.window, 'online', () => {
    if (isHere) o.hint('network')
  })
  on(env.window, 'offline', () => {
    if (isHere) o.offline()
  })
  if (env.isVisible()) come()
  else look()
  return () => {
    env.clearTimeout(timer)
    for (const off of undo) off()
  }
}
