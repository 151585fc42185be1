import { isQuota } from '../database/failures.ts'
import type { PublicStore } from './eviction.ts'

/**
 * Room for what a person writes on a phone that is full (S15). What the browser says about free space is
 * fiction: only the refusal of a write tells the truth, so a row of ballast is kept to be given up then,
 * and after it the caches, the cheapest first.
 */
export interface MakeRoom {
  /**
   * Runs work that writes. Where the browser refuses it for want of room, something is given up and the work is run
   * again, until it passes or nothing is left; the refusal is thrown then, and the caller keeps the text and says
   * so. Work may be run several times and must be safe to repeat; any other error is thrown at once.
   */
  withRoom: <R>(work: () => Promise<R>) => Promise<R>
  /** The same for what can be loaded again: it takes no ballast, and no place of anything worth more. */
  withSpare: <R>(work: () => Promise<R>) => Promise<R>
  /** Lays the ballast where it is missing; not soon after it had to be given up. True when it lies. */
  lay: () => Promise<boolean>
  /** Whether the ballast lies, as far as this page knows. */
  readonly lies: boolean
}
/** What can be given up, in the order in which it goes. What a person wrote is not in this list. */
export const steps = [
  'answers',
  'otherPictures',
  'viewedPictures',
  'thumbs',
  'viewed',
  'replica',
  'morePictures',
  'firstPictures',
  'favourites',
] as const
export type EvictionStep = (typeof steps)[number]
/** One thing that can be given up. */
export interface Evictable {
  step: EvictionStep
  free: () => Promise<unknown>
}
export interface MakeRoomPorts {
  shared: PublicStore
  now: () => number
  randomBytes: (count: number) => Uint8Array
  /** What can be given up, in this order. */
  evictables: readonly Evictable[]
}
/** What the worker keeps of the network. */
export const runtimeCaches = ['listings', 'pictures', 'documents'] as const
export type RuntimeCache = (typeof runtimeCaches)[number]

/** Row of the public `meta`. */
export const ballastRow = 'ballast'
export const ballastBytes = 2 * 1024 * 1024
/** As much as a browser gives out at once. */
const mostRandom = 65_536
/** A phone that was full is left alone for this long. */
export const fullFor = 10 * 60_000
/** Cheaper than a person's favourites. */
const spare: ReadonlySet<EvictionStep> = new Set([
  'answers',
  'otherPictures',
  'viewedPictures',
  'thumbs',
  'viewed',
])

export function createMakeRoom({ shared, now, randomBytes, evictables }: MakeRoomPorts): MakeRoom {
  let full: number | undefined
  let lies = false

  type Free = () => Promise<unknown>
  function throwOff() {
    lies = false
    return shared.transaction('write', ['meta'], (tx) => tx.delete('meta', ballastRow))
  }
  async function making<R>(work: () => Promise<R>, frees: readonly Free[]): Promise<R> {
    let refusal: unknown
    for (const free of [undefined, ...frees]) {
      try {
        await free?.()
      } catch {
        // What cannot be given up is passed over; the next step may free enough.
      }
      try {
        return await work()
      } catch (error) {
        if (!isQuota(error)) throw error
        refusal = error
        full = now()
      }
    }
    throw refusal
  }
  /** Nothing that a disk could fold away. */
  function ballast(): ArrayBuffer {
    const bytes = new Uint8Array(ballastBytes)
    for (let at = 0; at < ballastBytes; at += mostRandom) bytes.set(randomBytes(mostRandom), at)
    return bytes.buffer
  }
  return {
    withRoom: (work) => making(work, [throwOff, ...evictables.map(({ free }) => free)]),
    withSpare: (work) =>
      making(
        work,
        evictables.filter(({ step }) => spare.has(step)).map(({ free }) => free),
      ),
    async lay() {
      if (full !== undefined && Math.abs(now() - full) < fullFor) return false
      try {
        const row = await shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))
        if (!row) {
          const v = ballast()
          await shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: ballastRow, v }))
        }
        lies = true
        return true
      } catch {
        full = now()
        return false
      }
    },
    get lies() {
      return lies
    },
  }
}
