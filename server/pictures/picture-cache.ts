// Encoded pictures on disk, up to a sum of bytes, with the hottest in memory. Losing a file costs a drawing, no more.
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ByteLru } from './byte-lru.ts'

export interface PictureCache {
  get(name: string): Promise<Buffer | undefined>
  set(name: string, bytes: Buffer): Promise<void>
  /** Bytes on disk. */
  size(): Promise<number>
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Names are plain file names; the caller has checked them. */
export function pictureCache(dir: string, diskBytes: number, memoryBytes: number): PictureCache {
  const hot = new ByteLru<Buffer>(memoryBytes)
  const removing = new Set<Promise<void>>()
  const remove = (name: string) => {
    hot.delete(name)
    const done = rm(join(dir, name), { force: true }).finally(() => removing.delete(done))
    removing.add(done)
  }
  const disk = new ByteLru<true>(diskBytes, remove)
  let writes = 0

  /** Learns once what an earlier run left behind, oldest first. */
  let learned: Promise<void> | undefined
  const learn = async () => {
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
  }
  const ready = () => (learned ??= learn())

  return {
    async get(name) {
      await ready()
      if (!disk.get(name)) return undefined
      const kept = hot.get(name)
      if (kept) return kept
      try {
        const bytes = await readFile(join(dir, name))
        hot.set(name, bytes, bytes.length)
        return bytes
      } catch (error) {
        if (!isMissing(error)) throw error
        disk.delete(name)
        return undefined
      }
    },
    async set(name, bytes) {
      await ready()
      // A crash in the middle must never leave half a picture under its name.
      const part = join(dir, `${name}.${++writes}.part`)
      await writeFile(part, bytes)
      await rename(part, join(dir, name))
      disk.set(name, true, bytes.length)
      hot.set(name, bytes, bytes.length)
      await Promise.all(removing)
    },
    async size() {
      await ready()
      return disk.bytes
    },
  }
}
