import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'

export type Reach = 'online' | 'weak' | 'offline'
export interface Connection {
  state: Reach
  /** Server time of the last answer. */
  lastContact: number | undefined
}
export interface ReachabilityPorts extends Pick<Env, 'now' | 'saysOnline'> {
  changed: (connection: Connection) => void
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
const failuresToOffline = 2

/**
 * Whether our server can be reached, by real answers only: `navigator.onLine` says true behind a captive portal
 * and false on some VPNs (S08).
 */
export function createReachability({ now, saysOnline, changed }: ReachabilityPorts) {
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
    /** After each call. */
    observe: (reached: boolean, serverNow: number) => {
      failures = reached ? 0 : failures + 1
      if (reached) contactAt = now()
      publish(reached ? serverNow : connection.lastContact)
    },
    /** The browser's own opinion changed. */
    hint: () => {
      publish(connection.lastContact)
    },
  }
}

/** While our server is out of reach and someone is looking, ask now and then; any answer ends it. */
export interface ProbePorts extends Pick<Env, 'isVisible' | 'setTimeout' | 'clearTimeout'> {
  isReachable: () => boolean
  ping: () => Promise<unknown>
}
const delays = [3000, 5000, 10_000, 20_000, 40_000, 60_000]

export function createProbe(p: ProbePorts) {
  let timer: unknown
  let round = 0
  let asking = false
  let stopped = true

  function clear() {
    if (timer !== undefined) p.clearTimeout(timer)
    timer = undefined
  }
  /** The state may have changed: start asking, or stop. */
  function review() {
    if (p.isReachable()) {
      clear()
      round = 0
    } else if (timer === undefined && !asking && !stopped && p.isVisible()) {
      timer = p.setTimeout(now, delays[Math.min(round, delays.length - 1)] ?? 60_000)
      round++
    }
  }
  /** Something happened that makes a try worth it now. */
  function now() {
    clear()
    if (asking || stopped || p.isReachable() || !p.isVisible()) return
    asking = true
    void p.ping().finally(() => {
      asking = false
      review()
    })
  }
  return {
    review,
    now,
    start() {
      stopped = false
      review()
    },
    stop() {
      stopped = true
      clear()
    },
  }
}

const tolerance = 2000
/** Row of a person's `meta`: what must be added to this phone's clock; the worker cannot read the plain storage. */
export const offsetRow = 'offset'

/**
 * The server's time as the phone can best know it. Ages and expiry are counted by this clock, never by the phone's
 * own (I19). A `Date` header is cut to the second and travels, so small differences do not move the estimate.
 */
export function createServerClock(
  now: () => number,
  known = 0,
  learnt: (offset: number) => void = () => undefined,
) {
  let offset = Number.isFinite(known) ? known : 0
  return {
    now: () => now() + offset,
    offset: () => offset,
    observe(date: number) {
      const seen = date + 500 - now()
      if (Math.abs(seen - offset) < tolerance) return
      offset = seen
      learnt(offset)
    },
  }
}
