import { access, constants, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { codeOf } from '../../kernel/db/failures.ts'
import { syncPath, unlessMissing, writeWhole } from '../../kernel/place.ts'

/**
 * Storage of uploaded pictures, by names like `masters/img_….webp`: a folder, or an S3-compatible store that several processes
 * share. A store that does not respond throws `unavailable`; this never counts as a missing picture.
 */
export interface PictureStore {
  /** Stores a picture. It exists only when it is complete, also after a power failure. */
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer | undefined>
  has: (name: string) => Promise<boolean>
  /** Deletes a picture; a missing picture is no error. */
  remove: (name: string) => Promise<void>
  /** Yields the file names in a folder, page by page. */
  list: (folder: string) => AsyncIterable<string[]>
  /** Throws `unavailable` with a sentence when the store cannot be reached; `write` also tries to write a file. */
  check: (write?: boolean) => Promise<void>
  /** Whether a request costs a round trip: then encoded pictures are stored there, too, and responses are cached. */
  far: boolean
  close: () => void
}

// Pictures as files below one folder.

/** Maximum number of names of one page of a listing. */
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
