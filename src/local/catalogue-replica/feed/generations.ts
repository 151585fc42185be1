import type { ReplicaTx, Rows } from '../chunks/rows.ts'
import { noReplica } from '../types.ts'
import type { ReplicaStatus } from '../../cache/cached.ts'

/**
 * A copy of the replica and its position in the feed. There are at most two: the one that is shown and, while all cars are loaded
 * again, a second one that replaces it in one step when it is complete.
 */
export interface Generation extends Rows {
  /** Version of its rows' form; undefined in rows of the first app. */
  form?: number
  /** Position in the feed; undefined before the first page. */
  cursor?: string
  epoch?: string
  floor: string | null
  /** Number of cars for which it was made. */
  window: number
  /** Number of its cars. */
  cars: number
  /** Number of cars added since its size was last checked. */
  grown: number
  /** Number of writes of its rows, by any tab. */
  writes: number
  /** Number of rows at the last compaction. */
  looked: number
  /** Number of all cars for sale on the server. */
  total: number
  /** Server time up to which it is complete, in milliseconds. */
  asOf: number
}
export interface Generations {
  /** Last number given to a generation; each number is given once. */
  last: number
  shown?: Generation
  /** Generation that is being loaded. */
  fresh?: Generation
  /** Generations whose rows are still to be deleted. */
  stale: Rows[]
  /** Number of cars for which a full phone had room, and the server time of that. */
  full?: { window: number; at: number }
}

/** Form of rows with colours, equipment and tags; a generation of another form is loaded again while the old one is shown. */
export const currentForm = 2

const noGenerations: Generations = { last: 0, stale: [] }

const rowsOf = (generation: Generation | undefined): Rows[] =>
  generation ? [{ set: generation.set, chunks: generation.chunks }] : []

/** Begins to load all cars again. An unfinished attempt is dropped; the shown generation stays. */
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

/** Replaces the shown generation by the loaded one. */
export function swap({ fresh, shown, ...rest }: Generations): Generations {
  if (!fresh) return { ...rest, ...(shown && { shown }) }
  return { ...rest, shown: fresh, stale: [...rest.stale, ...rowsOf(shown)] }
}

/** Whether all cars must be loaded again: the window grew beyond an incomplete generation, or the form is outdated. */
export function isTooSmall({ shown, fresh }: Generations, window: number): boolean {
  if (fresh) return fresh.form !== currentForm
  return !shown || shown.form !== currentForm || (shown.window < window && shown.floor !== null)
}

/** Whether the oldest cars must go: the generation grew by over a tenth of the window, or the window shrank. */
export function isTooLarge({ shown }: Generations, window: number): boolean {
  return shown !== undefined && (shown.grown > window / 10 || shown.window > window)
}

/** Milliseconds for which a phone that was full counts as full. */
const fullFor = 7 * 86_400_000
/** Number of cars below which the replica is not worth its space. */
export const smallestWindow = 250

/** Returns the number of cars that the phone may store, limited by the room it had. */
export function windowFor({ full }: Generations, window: number, now: number): number {
  return full && Math.abs(now - full.at) < fullFor ? Math.min(window, full.window) : window
}

/** Whether the shown generation was made for another window, or has outgrown it. */
export const isAmiss = (generations: Generations, window: number): boolean =>
  isTooSmall(generations, window) ||
  isTooLarge(generations, window) ||
  (generations.shown !== undefined && generations.shown.window !== window)

/** Query of the next request to the feed. */
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

/** Key of a row of the public `meta`. */
export const generationsRow = 'market'

/** Reads the generations of the replica on the phone. */
export async function readGenerations(tx: Pick<ReplicaTx, 'get'>): Promise<Generations> {
  return ((await tx.get('meta', generationsRow))?.v as Generations | undefined) ?? noGenerations
}

/** Returns the status for screens; `lists` is whether makes and places, which a query is read against, are stored. */
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
