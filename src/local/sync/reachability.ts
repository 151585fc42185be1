import type { Readable } from '../platform/cell.ts'

/**
 * Whether our server can be reached, told by real answers only: `navigator.onLine` says true behind a captive portal
 * and false on some VPNs (S08).
 */
export type Reach = 'online' | 'weak' | 'offline'
export interface Connection {
  state: Reach
  /** Server time of the last answer. */
  lastContact: number | undefined
}
export interface ReachabilityPorts {
  now: () => number
  saysOnline: () => boolean
  changed: (connection: Connection) => void
}
export interface Reachability {
  state: () => Connection
  /** After each call. */
  observe: (reached: boolean, serverNow: number) => void
  /** The browser's own opinion changed. */
  hint: () => void
}

/** Calls back each time our server can be reached again. Returns an unsubscribe function. */
export function onReconnect(connection: Readable<Connection>, back: () => void): () => void {
  let before = connection.get().state
  return connection.subscribe(() => {
    const { state } = connection.get()
    const returned = state === 'online' && before !== 'online'
    before = state
    if (returned) back()
  })
}

/** An answer this young outweighs what the browser says. */
export const freshContact = 30_000
/** Failures in a row after which we call it offline. */
export const failuresToOffline = 2

export function createReachability({ now, saysOnline, changed }: ReachabilityPorts): Reachability {
  let failures = 0
  let contactAt: number | undefined
  let connection: Connection = { state: saysOnline() ? 'online' : 'offline', lastContact: undefined }

  function judge(): Reach {
    if (failures >= failuresToOffline) return 'offline'
    const fresh = contactAt !== undefined && Math.abs(now() - contactAt) < freshContact
    if (!fresh && !saysOnline()) return 'offline'
    return failures > 0 ? 'weak' : 'online'
  }
  function publish(lastContact: number | undefined) {
    const state = judge()
    if (state === connection.state && lastContact === connection.lastContact) return
    connection = { state, lastContact }
    changed(connection)
  }
  return {
    state: () => connection,
    observe(reached, serverNow) {
      failures = reached ? 0 : failures + 1
      if (reached) contactAt = now()
      publish(reached ? serverNow : connection.lastContact)
    },
    hint() {
      publish(connection.lastContact)
    },
  }
}
