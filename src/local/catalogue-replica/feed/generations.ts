import type { MarketTx, Rows } from '../chunks/rows.ts'
import { noMarket } from '../types.ts'
import type { MarketStatus } from '../../cache/kept.ts'

/**
 * How far the phone has come with the feed. There are at most two copies of the market: the one that is shown and,
 * while everything is fetched anew, a second one that takes its place in one step when it is complete.
 */
export interface Copy extends Rows {
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
export interface Copies {
  /** The last number given to a copy; no two share one. */
  last: number
  shown?: Copy
  /** Being fetched. */
  fresh?: Copy
  /** Copies whose rows are still to be cleared away. */
  stale: Rows[]
  /** The phone had no room for more than so many cars; when that was, by the server's clock. */
  full?: { window: number; at: number }
}

/** Rows with colours, equipment and tags; rows of another form are fetched anew beside what is shown. */
export const currentForm = 2

export const noCopies: Copies = { last: 0, stale: [] }

const rowsOf = (copy: Copy | undefined): Rows[] => (copy ? [{ set: copy.set, chunks: copy.chunks }] : [])

/** Begins to fetch everything anew; an unfinished attempt is given up, what is shown stays. */
export function begin({ fresh, last, ...rest }: Copies, window: number): Copies {
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
export function swap({ fresh, shown, ...rest }: Copies): Copies {
  if (!fresh) return { ...rest, ...(shown && { shown }) }
  return { ...rest, shown: fresh, stale: [...rest.stale, ...rowsOf(shown)] }
}

/**
 * A wish for more cars than the copy was made for needs all of them anew, unless it lacks none; so does a copy that lacks
 * something of each car.
 */
export function isTooSmall({ shown, fresh }: Copies, window: number): boolean {
  if (fresh) return fresh.form !== currentForm
  return !shown || shown.form !== currentForm || (shown.window < window && shown.floor !== null)
}

/** Cutting off the oldest is worth it from a tenth above the window on, or when the window became smaller. */
export function isTooLarge({ shown }: Copies, window: number): boolean {
  return shown !== undefined && (shown.grown > window / 10 || shown.window > window)
}

/** A phone that was full is believed to be so for this long. */
const fullFor = 7 * 86_400_000
/** Below this the market is not worth its room. */
export const smallestWindow = 250

/** How many cars the phone may keep, by what it had room for. */
export function roomFor({ full }: Copies, window: number, now: number): number {
  return full && Math.abs(now - full.at) < fullFor ? Math.min(window, full.window) : window
}

/** Whether the shown copy was made for another number of cars, or has outgrown it. */
export const isAmiss = (copies: Copies, window: number): boolean =>
  isTooSmall(copies, window) ||
  isTooLarge(copies, window) ||
  (copies.shown !== undefined && copies.shown.window !== window)

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

/** Row of the public `meta`. */
const stateKey = 'market'

/** What the phone has of the market. */
export async function readCopies(tx: Pick<MarketTx, 'get'>): Promise<Copies> {
  return ((await tx.get('meta', stateKey))?.v as Copies | undefined) ?? noCopies
}
export const writeCopies = (tx: MarketTx, copies: Copies) => tx.put('meta', { k: stateKey, v: copies })

/** The same in the words of a screen; `lists`: brands and places are here, by which a question is read. */
export function statusOf({ shown, fresh, full }: Copies, lists: boolean): MarketStatus {
  const progress = fresh && { cars: fresh.cars, of: Math.min(fresh.window, fresh.total || fresh.window) }
  const had: MarketStatus = shown
    ? {
        state: lists ? 'ready' : 'loading',
        searched: shown.cars,
        of: Math.max(shown.total, shown.cars),
        asOf: shown.asOf,
      }
    : { ...noMarket, state: fresh ? 'loading' : 'none' }
  const enough = shown && full && (shown.window > full.window || shown.floor === null)
  return { ...had, ...(progress && { progress }), ...(full && !enough && { room: full.window }) }
}
