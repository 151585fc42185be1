import { dropCached } from '../cache/reference.ts'
import { type EvictionStep, tidy, type PublicStore } from '../cache/eviction.ts'
import type { CacheBox } from '../platform/env.ts'
import { isMoreCache, isPinCache, picturePathOf } from '../saved-cars/names.ts'

export interface FreeingPorts {
  shared: PublicStore
  now: () => number
  caches: CacheBox | undefined
  /** Halves the number of cars of the replica. */
  shrinkReplica?: () => Promise<unknown>
}

const car = /^\/media\/.+\/(\d+)\.(?:avif|webp)$/
/** Maximum width of a picture of a list, in px. */
const thumbWidth = 480
export type PictureKind = 'thumbs' | 'viewedPictures' | 'otherPictures'
export function kindOf(path: string): PictureKind {
  const [, width] = car.exec(path) ?? []
  if (width === undefined) return 'otherPictures'
  return Number(width) <= thumbWidth ? 'thumbs' : 'viewedPictures'
}

/** Returns the function of each eviction step. */
export function waysToFree({
  shared,
  now,
  caches,
  ...o
}: FreeingPorts): Record<EvictionStep, () => Promise<unknown>> {
  async function shrinkReplica() {
    const { createReplicaStore } = await import('../catalogue-replica/feed/replica-store.ts')
    await createReplicaStore(shared).shrink(now())
  }
  const shed = (kind: PictureKind) => async () => {
    if (!caches || !(await caches.has('pictures'))) return
    const cache = await caches.open('pictures')
    for (const { url } of await cache.keys())
      if (kindOf(picturePathOf(url)) === kind) await cache.delete(picturePathOf(url))
  }
  const dropCaches = (which: (name: string) => boolean) => async () => {
    for (const name of (await caches?.keys()) ?? []) if (which(name)) await caches?.delete(name)
  }
  return {
    // A step that fails must not stop the others.
    answers: () =>
      Promise.allSettled([
        caches?.delete('listings'),
        caches?.delete('documents'),
        tidy(shared, now(), 0, ['lists', 'cards']),
        dropCached(shared),
      ]),
    otherPictures: shed('otherPictures'),
    viewedPictures: shed('viewedPictures'),
    thumbs: shed('thumbs'),
    viewed: () => tidy(shared, now(), 0, ['details']),
    replica: o.shrinkReplica ?? shrinkReplica,
    morePictures: dropCaches(isMoreCache),
    firstPictures: dropCaches(isPinCache),
    favourites: () =>
      shared.transaction('write', ['details'], async (tx) => {
        for (const { id } of await tx.list('details')) await tx.delete('details', id)
      }),
  }
}
