// Serves every width and format of an uploaded picture: from memory, from disk, from the store, or encoded on demand. Concurrent
// requests share the work.
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'
import { join } from 'node:path'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { WantedPicture } from '../../kernel/deps.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { encodeVariant, pictureServiceLimits, type ServedPictures } from '../picture-files.ts'
import { pictureCache } from '../picture-cache.ts'
import type { PictureStore } from './picture-store.ts'

export interface PhotoService extends ServedPictures {
  /** Deletes the picture in every size. */
  remove(key: string): Promise<void>
}

/** Returns the name of a whole picture in the store. */
export const masterName = (key: string): string => `masters/${key}.webp`
const variantName = ({ key, width, format }: WantedPicture): string => `variants/${key}/${width}.${format}`

/** Milliseconds for which it is cached that a remote store has a picture, and maximum number of such pictures. */
const cachedFor = 60_000
const mostCached = 20_000

export function createPhotoService(dir: string, store: PictureStore, now: () => number): PhotoService {
  const cache = pictureCache<Buffer | undefined>(join(dir, 'photos'), pictureServiceLimits)
  const encodings = new Semaphore(pictureServiceLimits.places, pictureServiceLimits.waiting)
  const knownUntil = new ByteLru<number>(mostCached)

  const has = async (key: string): Promise<boolean> => {
    if (store.far && now() < (knownUntil.get(key) ?? 0)) return true
    const there = await store.has(masterName(key))
    if (there) knownUntil.set(key, now() + cachedFor, 1)
    else knownUntil.delete(key)
    return there
  }
  // The master is read only when an encoding may start: the masters of all waiting requests would fill the memory.
  const draw = (wanted: WantedPicture): Promise<Buffer | undefined> =>
    encodings.run(async () => {
      const master = await store.get(masterName(wanted.key))
      return master && encodeVariant(master, wanted.width, wanted.format)
    })
  /** Stores an encoded picture for the other processes. The caller ignores a failure. */
  const leave = async (wanted: WantedPicture, bytes: Buffer): Promise<void> => {
    await store.put(variantName(wanted), bytes)
    // Another process may have removed the picture meanwhile.
    if (!(await store.has(masterName(wanted.key)))) await store.remove(variantName(wanted))
  }
  const find = async (wanted: WantedPicture): Promise<Buffer | undefined> => {
    if (!store.far) return draw(wanted)
    const cached = await store.get(variantName(wanted))
    if (cached) return cached
    const bytes = await draw(wanted)
    if (bytes) await leave(wanted, bytes).catch(ignoreExpected('leave-picture', isOffline))
    return bytes
  }
  return {
    has,
    async get(wanted) {
      // Checked first, because a removed picture must not be served from the cache in any size.
      if (!(await has(wanted.key))) return undefined
      return cache.get(`${wanted.key}.${wanted.width}.${wanted.format}`, () => find(wanted))
    },
    async remove(key) {
      knownUntil.delete(key)
      await store.remove(masterName(key))
      if (!store.far) return
      for (const width of pictureWidths)
        for (const format of pictureFormats) await store.remove(variantName({ key, width, format }))
    },
  }
}
