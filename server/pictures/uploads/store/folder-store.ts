// Pictures as files below one folder.
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { codeOf } from '../../../kernel/db/failures.ts'
import type { PictureStore } from './picture-store.ts'

/** What a missing file answers; every other failure is one. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Names of one page of a listing. */
const page = 1000

export function folderStore(dir: string): PictureStore {
  let writes = 0
  const put = async (name: string, bytes: Buffer): Promise<void> => {
    const path = join(dir, name)
    // Two processes may share the folder.
    const part = `${path}.${process.pid}-${++writes}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(part, bytes)
      await rename(part, path)
    } catch (error) {
      // A full disk keeps no halves.
      await rm(part, { force: true })
      throw error
    }
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
