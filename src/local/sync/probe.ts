/** While our server is out of reach and someone is looking, ask now and then; any answer ends it. */
export interface ProbePorts {
  isReachable: () => boolean
  isVisible: () => boolean
  ping: () => Promise<unknown>
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
}
export interface Probe {
  /** The state may have changed: start asking, or stop. */
  review: () => void
  /** Something happened that makes a try worth it now. */
  now: () => void
  start: () => void
  stop: () => void
}
const delays = [3000, 5000, 10_000, 20_000, 40_000, 60_000]

export function createProbe(p: ProbePorts): Probe {
  let timer: unknown
  let round = 0
  let asking = false
  let stopped = true

  function clear() {
    if (timer !== undefined) p.clearTimeout(timer)
    timer = undefined
  }
  function review() {
    if (p.isReachable()) {
      clear()
      round = 0
    } else if (timer === undefined && !asking && !stopped && p.isVisible()) {
      timer = p.setTimeout(now, delays[Math.min(round, delays.length - 1)] ?? 60_000)
      round++
    }
  }
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
