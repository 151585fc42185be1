// Cache of encoded pictures on disk, limited in bytes, with the most recently used ones in memory. A lost file is encoded again.
import { ignoreExpected } from '#contract/values/expected.ts'
import { isFileFailure, writeWhole } from '../kernel/place.ts'
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ByteLru } from '../kernel/byte-lru.ts'

/** `T` is the result of making a picture: its bytes, or undefined. */
interface PictureCache<T extends Buffer | undefined> {
  /** Returns the picture of a name and makes it if it is missing; concurrent calls share the work. */
  get(name: string, make: () => Promise<T>): Promise<Buffer | T>
  /** Returns the bytes on disk. */
  size(): Promise<number>
}

/** Creates a cache in `dir`. Names must be valid file names. If the disk fails, only the memory is used. */
export function pictureCache<T extends Buffer | undefined>(
  dir: string,
  { diskBytes, memoryBytes }: { diskBytes: number; memoryBytes: number },
): PictureCache<T> {
  const hot = new ByteLru<Buffer>(memoryBytes)
  const removing = new Set<Promise<void>>()
  const remove = (name: string) => {
    hot.delete(name)
    // If the file cannot be removed, the next start finds it again.
    const done = rm(join(dir, name), { force: true })
      .catch(ignoreExpected('remove-picture', isFileFailure))
      .finally(() => removing.delete(done))
    removing.add(done)
  }
  const disk = new ByteLru<true>(diskBytes, remove)

  /** Listing of the files of an earlier run, oldest first; repeated until it succeeds. */
  let learned: Promise<boolean> | undefined
  const learn = async (): Promise<boolean> => {
    await mkdir(dir, { recursive: true })
    const found = await Promise.all(
      (await readdir(dir)).map(async (name) => {
        const { size, mtimeMs } = await stat(join(dir, name))
        return { name, size, mtimeMs }
      }),
    )
    for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (name.endsWith('.part')) remove(name)
      else disk.set(name, true, size)
    }
    await Promise.all(removing)
    return true
  }
  const ready = (): Promise<boolean> => {
    learned ??= learn().catch((error: unknown) => {
      ignoreExpected('learn-pictures', isFileFailure)(error)
      learned = undefined
      return false
    })
    return learned
  }

  /** Writes a file; returns whether it is complete on disk. */
  const write = async (name: string, bytes: Buffer): Promise<boolean> => {
    try {
      await writeWhole(join(dir, name), bytes, { flush: false })
      return true
    } catch (error) {
      ignoreExpected('keep-picture', isFileFailure)(error)
      return false
    }
  }

  const find = async (name: string): Promise<Buffer | undefined> => {
    await ready()
    const cached = hot.get(name)
    if (cached) {
      disk.get(name)
      return cached
    }
    if (!disk.get(name)) return undefined
    try {
      const bytes = await readFile(join(dir, name))
      hot.set(name, bytes, bytes.length)
      return bytes
    } catch {
      disk.delete(name)
      return undefined
    }
  }
  const findOrMake = async (name: string, make: () => Promise<T>): Promise<Buffer | T> => {
    const found = await find(name)
    if (found) return found
    const bytes = await make()
    if (!bytes) return bytes
    const there = (await ready()) && (await write(name, bytes))
    hot.set(name, bytes, bytes.length)
    if (there) disk.set(name, true, bytes.length)
    await Promise.all(removing)
    return bytes
  }

  const underway = new Map<string, Promise<Buffer | T>>()
  return {
    get(name, make) {
      const shared = underway.get(name)
      if (shared) return shared
      const made = findOrMake(name, make).finally(() => underway.delete(name))
      underway.set(name, made)
      return made
    },
    async size() {
      await ready()
      return disk.bytes
    },
  }
}
