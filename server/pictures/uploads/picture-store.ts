import { access, constants, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { codeOf } from '../../kernel/db/failures.ts'
import { syncPath, unlessMissing, writeWhole } from '../../kernel/place.ts'

/**
 * Where pictures lie that people uploaded, by names like `masters/img_….webp`: a folder, or an S3-compatible store that
 * several processes share. A store that does not answer throws `unavailable`, and is never taken for an empty one.
 */
export interface PictureStore {
  /** There whole, also after a power cut, or not there. */
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer | undefined>
  has: (name: string) => Promise<boolean>
  /** Taking away what is not there changes nothing. */
  remove: (name: string) => Promise<void>
  /** File names in a folder, some at a time. */
  list: (folder: string) => AsyncIterable<string[]>
  /** Throws `unavailable` with a sentence when the store cannot be reached; `write` tries a file of its own as well. */
  check: (write?: boolean) => Promise<void>
  /** A question costs a round trip: what was made from a picture is kept there too, and answers are cached. */
  far: boolean
  close: () => void
}

// Pictures as files below one folder.

/** Names of one page of a listing. */
const page = 1000

export function folderStore(dir: string): PictureStore {
  const put = async (name: string, bytes: Buffer): Promise<void> => {
    const path = join(dir, name)
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, bytes, { flush: true })
    await syncPath(dirname(path))
  }
  return {
    far: false,
    put,
    get: (name) => unlessMissing(readFile(join(dir, name))),
    has: async (name) => (await unlessMissing(stat(join(dir, name))))?.isFile() ?? false,
    remove: (name) => rm(join(dir, name), { force: true }),
    async *list(folder) {
      const names = (await unlessMissing(readdir(join(dir, folder)))) ?? []
      for (let at = 0; at < names.length; at += page) yield names.slice(at, at + page)
    },
    async check(write = false) {
      try {
        await mkdir(dir, { recursive: true })
        await access(dir, constants.R_OK | constants.W_OK)
        if (!write) return
        await put('check', Buffer.from('check'))
        await rm(join(dir, 'check'))
      } catch (error) {
        throw new AppError('unavailable', { msg: `Pictures cannot be kept in ${dir} (${codeOf(error)}).` })
      }
    },
    close: () => undefined,
  }
}
