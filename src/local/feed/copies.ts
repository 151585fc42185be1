/**
 * How far the phone has come with the feed. There are at most two copies of the market: the one that is shown and,
 * while everything is fetched anew, a second one that takes its place in one step when it is complete.
 */
export interface Copy {
  /** The number its rows are kept under; no two copies share one. */
  set: number
  /** Undefined before the first page. */
  cursor?: string
  epoch?: string
  floor: string | null
  /** Cars this copy was made for. */
  window: number
  /** Cars that came on top since its size was looked at. */
  grown: number
  /** All cars for sale on the server. */
  total: number
  /** Server time up to which it is right, in milliseconds. */
  asOf: number
}
export interface Copies {
  /** The last number given to a copy. */
  last: number
  shown?: Copy
  /** Being fetched. */
  fresh?: Copy
  /** Numbers whose rows are still to be cleared away. */
  stale: number[]
}

export const noCopies: Copies = { last: 0, stale: [] }

/** Begins to fetch everything anew; an unfinished attempt is given up, what is shown stays. */
export function begin({ fresh, last, ...rest }: Copies, window: number): Copies {
  const set = last + 1
  return {
    ...rest,
    last: set,
    stale: fresh ? [...rest.stale, fresh.set] : rest.stale,
    fresh: { set, floor: null, window, grown: 0, total: 0, asOf: 0 },
  }
}

/** The fetched copy takes the place of the shown one. */
export function swap({ fresh, shown, stale, last }: Copies): Copies {
  if (!fresh) return { last, stale, ...(shown && { shown }) }
  return { last, shown: fresh, stale: shown ? [...stale, shown.set] : stale }
}

/** A wish for more cars than the copy was made for needs all of them anew, unless it lacks none. */
export function isTooSmall({ shown, fresh }: Copies, window: number): boolean {
  if (fresh) return false
  return !shown || (shown.window < window && shown.floor !== null)
}

/** Cutting off the oldest is worth it from a tenth above the window on, or when the window became smaller. */
export function isTooLarge({ shown }: Copies, window: number): boolean {
  return shown !== undefined && (shown.grown > window / 10 || shown.window > window)
}

/** What to ask for next. */
export interface Asked {
  cursor?: string
  window: number
  floor?: string
}
export function nextAsk({ shown, fresh }: Copies, window: number): Asked {
  const copy = fresh ?? shown
  const cursor = copy?.cursor
  const floor = fresh ? null : copy?.floor
  return {
    window: copy?.window ?? window,
    ...(cursor !== undefined && { cursor }),
    ...(floor != null && { floor }),
  }
}
