import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { Capabilities } from '../platform/env.ts'

/**
 * Pictures of favourites, kept apart from those that only passed by: in two caches of the person's own, so that they
 * go with that person and are never counted among what the worker tidies. The worker looks into every cache.
 */
const ofAll = 'pins-'
const more = `${ofAll}more-`
export const cachesOf = (partition: string) => ({
  first: `${ofAll}first-${partition}`,
  more: `${more}${partition}`,
})
export const isPinCache = (name: string) => name.startsWith(ofAll)
export const isMoreCache = (name: string) => name.startsWith(more)

/** Of an absolute address; a relative one is a path already. */
export const picturePathOf = (url: string) => url.replace(/^[a-z]+:\/\/[^/]+/, '')

/** Deletes the pictures that were stored for somebody's favourites. */
export async function dropPictures({ caches }: Capabilities, partition: string): Promise<void> {
  for (const cache of Object.values(cachesOf(partition)))
    await caches?.delete(cache).catch(ignoreExpected('drop-pictures', isStorageFailure))
}
