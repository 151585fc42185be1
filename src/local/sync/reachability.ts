import type { Readable } from '../platform/cell.ts'
import type { Env } from '../platform/env.ts'

export type Reach = 'online' | 'weak' | 'offline'
export interface Connection {
  state: Reach
  /** Server time of the last response. */
  lastContact: number | undefined
}
export interface ReachabilityPorts extends Pick<Env, 'now' | 'saysOnline'> {
  changed: (connection: Connection) => void
}
/** Calls `back` each time the server becomes reachable again. Returns an unsubscribe function. */
export function onReconnect(connection: Readable<Connection>, back: () => void): () => void {
  let before = connection.get().state
  return connection.subscribe(() => {
    const { state } = connection.get()
    const returned = state === 'online' && before !== 'online'
    before = state
    if (returned) back()
  })
}

/** Milliseconds for which a response outweighs the browser's report. */
export const freshContact = 30_000
/** Number of consecutive failures after which the state is offline. */
const failuresToOffline = 2

/** Tracks whether our server responds: `navigator.onLine` is true behind a captive portal and false on some VPNs (S08). */
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
    /** Called after each request. */
    observe: (reached: boolean, serverNow: number) => {
      failures = reached ? 0 : failures + 1
      if (reached) contactAt = now()
      publish(reached ? serverNow : connection.lastContact)
    },
    /** Called when the browser's report has changed. */
    hint: () => {
      publish(connection.lastContact)
    },
  }
}

/** Ports of the probe, which sends requests while our server is unreachable and the page visible, until a response. */
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
  /** Starts or stops the probe after the state may have changed. */
  function review() {
    if (p.isReachable()) {
      clear()
      round = 0
    } else if (timer === undefined && !asking && !stopped && p.isVisible()) {
      timer = p.setTimeout(now, delays[Math.min(round, delays.length - 1)] ?? 60_000)
      round++
    }
  }
  /** Sends a request now, because an event makes success likely. */
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
/** Row of a person's `meta`: milliseconds from phone to server time, for the worker, which cannot read the plain storage. */
export const offsetRow = 'offset'

/**
 * Creates the estimate of the server time. Ages and expiry are counted by this clock, never by the phone's own (I19). A `Date`
 * header is cut to the second and delayed by the network, so small differences do not change the estimate.
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
