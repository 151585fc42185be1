import { steps, type EvictionStep } from './eviction.ts'

/** Storage that this app uses on a phone. The app counts the sizes itself, because browsers report false quotas. */
const KB = 1024
const MB = 1024 * KB

export interface Bucket {
  /** Planned bytes and maximum bytes. */
  target: number
  hard: number
  /** Eviction steps that shrink this bucket, the cheapest first. Data that a machine must never delete has none. */
  gives: readonly EvictionStep[]
}
export const buckets = {
  /** Files of the app itself. */
  shell: { target: 0.6 * MB, hard: 1.5 * MB, gives: [] },
  /** Outbox, drafts, lists of favourites and views, session, log. */
  words: { target: MB, hard: 5 * MB, gives: [] },
  /** Photos of the person's own ads, until they are sent. */
  photos: { target: 5 * MB, hard: 60 * MB, gives: [] },
  replica: { target: 1.2 * MB, hard: 4 * MB, gives: ['replica'] },
  favourites: { target: 20 * MB, hard: 40 * MB, gives: ['morePictures', 'firstPictures', 'favourites'] },
  viewed: { target: 0.4 * MB, hard: MB, gives: ['viewed'] },
  viewedPictures: { target: 10 * MB, hard: 20 * MB, gives: ['otherPictures', 'viewedPictures'] },
  thumbs: { target: 3.6 * MB, hard: 8 * MB, gives: ['thumbs'] },
  /** Search responses stored by the page and the worker, and the reference lists. */
  answers: { target: MB, hard: 3 * MB, gives: ['answers'] },
} as const satisfies Record<string, Bucket>
export type BucketName = keyof typeof buckets
export const bucketNames = Object.keys(buckets) as BucketName[]

/** Maximum of all buckets together, before and after the browser granted persistent storage. */
export const softCap = { usual: 100 * MB, lasting: 200 * MB } as const

export type Sizes = Readonly<Record<BucketName, number>>

/**
 * Returns the next eviction step, if one is needed. A bucket above its own maximum is evicted first; then the steps follow in
 * order until the total is small enough. `given` are the steps already taken.
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
