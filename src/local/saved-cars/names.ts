import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Capabilities } from '../platform/env.ts'

/**
 * Prefixes of the caches of favourites' pictures, which are separate from the cache of viewed pictures. Each person has two,
 * which are deleted with that person's data and never touched by the worker's cleanup. The worker looks for a picture in every
 * cache.
 */
const ofAll = 'pins-'
const more = `${ofAll}more-`
export const cachesOf = (partition: string) => ({
  first: `${ofAll}first-${partition}`,
  more: `${more}${partition}`,
})
export const isPinCache = (name: string) => name.startsWith(ofAll)
export const isMoreCache = (name: string) => name.startsWith(more)

/** Returns the path of an absolute address; a relative one is a path already. */
export const picturePathOf = (url: string) => url.replace(/^[a-z]+:\/\/[^/]+/, '')

/** Deletes the pictures that were stored for a person's favourites. */
export async function dropPictures({ caches }: Capabilities, partition: string): Promise<void> {
  for (const cache of Object.values(cachesOf(partition)))
    await caches?.delete(cache).catch(ignoreExpected('drop-pictures', isStorageFailure))
}
