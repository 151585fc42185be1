// Serves every width and format of an uploaded picture: from memory, from disk, from the store, or encoded now, once for
// all requests of a moment.
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
  /** Takes the picture away in every size. */
  remove(key: string): Promise<void>
}

/** The name of a whole picture in the store. */
export const masterName = (key: string): string => `masters/${key}.webp`
const variantName = ({ key, width, format }: WantedPicture): string => `variants/${key}/${width}.${format}`

/** Milliseconds for which a far store is not asked again whether it has a picture, and pictures this is known of. */
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
  // Read in its turn: masters of all who wait would fill the memory.
  const draw = (wanted: WantedPicture): Promise<Buffer | undefined> =>
    encodings.run(async () => {
      const master = await store.get(masterName(wanted.key))
      return master && encodeVariant(master, wanted.width, wanted.format)
    })
  /** Leaves it for the other processes; the caller gets it even if that fails. */
  const leave = async (wanted: WantedPicture, bytes: Buffer): Promise<void> => {
    await store.put(variantName(wanted), bytes)
    // Removed by another process meanwhile.
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
      // A picture that was removed is gone in every size.
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
