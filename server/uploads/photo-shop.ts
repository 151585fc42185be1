// Every width and format of an uploaded picture: from memory, from disk, or made now, once however many ask.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../kernel/db/failures.ts'
import { DrawingDesk } from '../pictures/drawing-desk.ts'
import { encodeVariant } from '../pictures/encode.ts'
import { pictureCache } from '../pictures/picture-cache.ts'
import { shopLimits, type Wanted } from '../pictures/picture-shop.ts'

export interface PhotoShop {
  /** The file, or undefined when there is no such picture (any more). */
  get(wanted: Wanted): Promise<Buffer | undefined>
  has(key: string): Promise<boolean>
}

/** Whether there is a file. */
export async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

export function photoShop(dir: string, masterOf: (key: string) => string): PhotoShop {
  const cache = pictureCache(join(dir, 'photos'), shopLimits.diskBytes, shopLimits.memoryBytes)
  const desk = new DrawingDesk(shopLimits.places, shopLimits.waiting)
  const underway = new Map<string, Promise<Buffer>>()

  const make = async (name: string, { key, width, format }: Wanted): Promise<Buffer> => {
    const kept = await cache.get(name)
    if (kept) return kept
    const bytes = await desk.run(async () => encodeVariant(await readFile(masterOf(key)), width, format))
    await cache.set(name, bytes)
    return bytes
  }
  const has = (key: string) => isThere(masterOf(key))
  return {
    has,
    async get(wanted) {
      // A picture that was removed is gone in every size.
      if (!(await has(wanted.key))) return undefined
      const name = `${wanted.key}.${wanted.width}.${wanted.format}`
      const shared = underway.get(name)
      if (shared) return shared
      const made = make(name, wanted).finally(() => underway.delete(name))
      underway.set(name, made)
      return made
    },
  }
}
