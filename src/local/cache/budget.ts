import { steps, type EvictionStep } from './eviction.ts'

/**
 * How much of a phone this app takes, as one table. Sizes are counted by ourselves: what a browser says
 * about its quota is fiction.
 */
const KB = 1024
const MB = 1024 * KB

export interface Bucket {
  /** Bytes it is made to take, and the most it may. */
  target: number
  hard: number
  /** What of it can be given up, the cheapest first; nothing of what a machine must never delete. */
  gives: readonly EvictionStep[]
}
export const buckets = {
  /** The app itself. */
  shell: { target: 0.6 * MB, hard: 1.5 * MB, gives: [] },
  /** Outbox, drafts, lists of favourites and looks, session, log. */
  words: { target: MB, hard: 5 * MB, gives: [] },
  /** Photos of one's own ads, until they are sent. */
  photos: { target: 5 * MB, hard: 60 * MB, gives: [] },
  replica: { target: 1.2 * MB, hard: 4 * MB, gives: ['replica'] },
  favourites: { target: 20 * MB, hard: 40 * MB, gives: ['morePictures', 'firstPictures', 'favourites'] },
  viewed: { target: 0.4 * MB, hard: MB, gives: ['viewed'] },
  viewedPictures: { target: 10 * MB, hard: 20 * MB, gives: ['otherPictures', 'viewedPictures'] },
  thumbs: { target: 3.6 * MB, hard: 8 * MB, gives: ['thumbs'] },
  /** Answers to searches, as the page and the worker keep them, and the lists they are read against. */
  answers: { target: MB, hard: 3 * MB, gives: ['answers'] },
} as const satisfies Record<string, Bucket>
export type BucketName = keyof typeof buckets
export const bucketNames = Object.keys(buckets) as BucketName[]

/** Everything together, before and after the browser promised to keep it. */
export const softCap = { usual: 100 * MB, lasting: 200 * MB } as const

export type Sizes = Readonly<Record<BucketName, number>>

/**
 * What must go next, when anything must: a bucket above its own cap gives first, then everybody in order until the
 * whole is small enough. `given` is what has been given up already.
 */
export function nextToGo(
  sizes: Sizes,
  lasting: boolean,
  given: ReadonlySet<EvictionStep>,
): EvictionStep | undefined {
  const ofItsOwn = bucketNames
    .filter((name) => sizes[name] > buckets[name].hard)
    .flatMap((name): readonly EvictionStep[] => buckets[name].gives)
    .find((step) => !given.has(step))
  if (ofItsOwn !== undefined) return ofItsOwn
  const total = bucketNames.reduce((sum, name) => sum + sizes[name], 0)
  if (total <= (lasting ? softCap.lasting : softCap.usual)) return undefined
  const holds = (step: EvictionStep) =>
    bucketNames.some(
      (name) => sizes[name] > 0 && (buckets[name].gives as readonly EvictionStep[]).includes(step),
    )
  return steps.find((step) => !given.has(step) && holds(step))
}
