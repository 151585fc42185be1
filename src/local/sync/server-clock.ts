/**
 * The server's time as the phone can best know it. Ages and expiry are told by this clock, never by the phone's
 * own (I19). A `Date` header is cut to the second and travels, so small differences do not move the estimate.
 */
export interface ServerClock {
  now: () => number
  observe: (date: number) => void
  offset: () => number
}
const tolerance = 2000
/** Row of a person's `meta`: what must be added to this phone's clock; the worker cannot read the plain storage. */
export const offsetRow = 'offset'

export function createServerClock(
  now: () => number,
  known = 0,
  learnt: (offset: number) => void = () => undefined,
): ServerClock {
  let offset = Number.isFinite(known) ? known : 0
  return {
    now: () => now() + offset,
    offset: () => offset,
    observe(date) {
      const seen = date + 500 - now()
      if (Math.abs(seen - offset) < tolerance) return
      offset = seen
      learnt(offset)
    },
  }
}
