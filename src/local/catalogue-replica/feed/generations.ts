import type { ReplicaTx, Rows } from '../chunks/rows.ts'
import { noReplica } from '../types.ts'
import type { ReplicaStatus } from '../../cache/cached.ts'

/**
 * How far the phone has come with the feed. There are at most two generations of the replica: the one that is shown and,
 * while everything is fetched again, a second one that takes its place in one step when it is complete.
 */
export interface Generation extends Rows {
  /** What its rows hold; undefined in those of the first app. */
  form?: number
  /** Undefined before the first page. */
  cursor?: string
  epoch?: string
  floor: string | null
  /** Cars this copy was made for. */
  window: number
  /** Cars in it. */
  cars: number
  /** Cars that came on top since its size was looked at. */
  grown: number
  /** Times its rows were written, by whichever tab. */
  writes: number
  /** How many rows there were when it was last looked through for what can go. */
  looked: number
  /** All cars for sale on the server. */
  total: number
  /** Server time up to which it is right, in milliseconds. */
  asOf: number
}
export interface Generations {
  /** The last number given to a copy; no two share one. */
  last: number
  shown?: Generation
  /** Being fetched. */
  fresh?: Generation
  /** Generations whose rows are still to be cleared away. */
  stale: Rows[]
  /** The phone had no room for more than so many cars; when that was, by the server's clock. */
  full?: { window: number; at: number }
}

/** Rows with colours, equipment and tags; rows of another form are fetched again beside what is shown. */
export const currentForm = 2

const noGenerations: Generations = { last: 0, stale: [] }

const rowsOf = (generation: Generation | undefined): Rows[] =>
  generation ? [{ set: generation.set, chunks: generation.chunks }] : []

/** Begins to fetch everything again; an unfinished attempt is given up, what is shown stays. */
export function begin({ fresh, last, ...rest }: Generations, window: number): Generations {
  const set = last + 1
  return {
    ...rest,
    last: set,
    stale: [...rest.stale, ...rowsOf(fresh)],
    fresh: {
      set,
      form: currentForm,
      chunks: 0,
      writes: 0,
      floor: null,
      window,
      cars: 0,
      grown: 0,
      looked: 0,
      total: 0,
      asOf: 0,
    },
  }
}

/** The fetched copy takes the place of the shown one. */
export function swap({ fresh, shown, ...rest }: Generations): Generations {
  if (!fresh) return { ...rest, ...(shown && { shown }) }
  return { ...rest, shown: fresh, stale: [...rest.stale, ...rowsOf(shown)] }
}

/**
 * A wish for more cars than the copy was made for needs all of them again, unless it lacks none; so does a copy that lacks
 * something of each car.
 */
export function isTooSmall({ shown, fresh }: Generations, window: number): boolean {
  if (fresh) return fresh.form !== currentForm
  return !shown || shown.form !== currentForm || (shown.window < window && shown.floor !== null)
}

/** Cutting off the oldest is worth it from a tenth above the window on, or when the window became smaller. */
export function isTooLarge({ shown }: Generations, window: number): boolean {
  return shown !== undefined && (shown.grown > window / 10 || shown.window > window)
}

/** A phone that was full is believed to be so for this long. */
const fullFor = 7 * 86_400_000
/** Below this the replica is not worth its room. */
export const smallestWindow = 250

/** How many cars the phone may keep, by what it had room for. */
export function windowFor({ full }: Generations, window: number, now: number): number {
  return full && Math.abs(now - full.at) < fullFor ? Math.min(window, full.window) : window
}

/** Whether the shown copy was made for another number of cars, or has outgrown it. */
export const isAmiss = (generations: Generations, window: number): boolean =>
  isTooSmall(generations, window) ||
  isTooLarge(generations, window) ||
  (generations.shown !== undefined && generations.shown.window !== window)

/** What to ask for next. */
export interface FeedRequest {
  cursor?: string
  window: number
  floor?: string
}
export function nextPosition({ shown, fresh }: Generations, window: number): FeedRequest {
  const generation = fresh ?? shown
  const cursor = generation?.cursor
  const floor = fresh ? null : generation?.floor
  return {
    window: generation?.window ?? window,
    ...(cursor !== undefined && { cursor }),
    ...(floor != null && { floor }),
  }
}

/** Row of the public `meta`. */
export const generationsRow = 'market'

/** What the phone has of the replica. */
export async function readGenerations(tx: Pick<ReplicaTx, 'get'>): Promise<Generations> {
  return ((await tx.get('meta', generationsRow))?.v as Generations | undefined) ?? noGenerations
}

/** The same in the words of a screen; `lists`: brands and places are here, by which a question is read. */
export function statusOf({ shown, fresh, full }: Generations, lists: boolean): ReplicaStatus {
  const progress = fresh && { cars: fresh.cars, of: Math.min(fresh.window, fresh.total || fresh.window) }
  const had: ReplicaStatus = shown
    ? {
        state: lists ? 'ready' : 'loading',
        searched: shown.cars,
        of: Math.max(shown.total, shown.cars),
        asOf: shown.asOf,
      }
    : { ...noReplica, state: fresh ? 'loading' : 'none' }
  const enough = shown && full && (shown.window > full.window || shown.floor === null)
  return { ...had, ...(progress && { progress }), ...(full && !enough && { room: full.window }) }
}
