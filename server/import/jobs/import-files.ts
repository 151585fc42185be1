import { ignoreExpected } from '#contract/values/expected.ts'
import { isFileFailure, unlessMissing } from '../../kernel/place.ts'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { importLimits } from '#contract/selling/import.ts'
import type { Config } from '../../kernel/config.ts'

const end = '.table'
const half = '.part'
/** Milliseconds without new bytes after which an upload counts as abandoned. */
const patience = 3_600_000
const tooLarge = () =>
  new AppError('payload_too_large', {
    msg: `A table may have up to ${importLimits.file / 1_000_000} MB. Packed with gzip it takes a fraction of that.`,
  })

/** Storage of uploaded tables until they are processed. */
export type ImportFiles = ReturnType<typeof importFiles>

export function importFiles(config: Pick<Config, 'dataDir'>) {
  const home = join(resolve(config.dataDir), 'imports')
  const names = async (): Promise<string[]> => (await unlessMissing(readdir(home))) ?? []
  const pathOf = (job: string): string => {
    if (!/^[\w-]{1,64}$/.test(job)) throw new AppError('not_found')
    return join(home, job + end)
  }

  async function take(part: string, bytes: Readable | Buffer) {
    const digest = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length
        digest.update(chunk)
        done(size > importLimits.file ? tooLarge() : null, chunk)
      },
    })
    const from = Buffer.isBuffer(bytes) ? [bytes] : bytes
    try {
      await pipeline(from, counted, createWriteStream(part, { flush: true }))
    } catch (error) {
      if (error instanceof AppError || isFileFailure(error)) throw error
      // The connection is broken, so nobody receives this response.
      throw new AppError('bad_json', { msg: 'The file did not arrive whole.' })
    }
    return { size, sha256: digest.digest('hex') }
  }

  return {
    pathOf,
    has: (job: string) => existsSync(pathOf(job)),
    /** Stores the bytes as they arrive, up to the limit. The file exists only when it is complete, also after a power failure. */
    async keep(job: string, bytes: Readable | Buffer) {
      mkdirSync(home, { recursive: true })
      const part = pathOf(job) + half
      try {
        const stored = await take(part, bytes)
        if (stored.size === 0) throw new AppError('validation_failed', { msg: 'The file is empty.' })
        await rename(part, pathOf(job))
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    drop: (job: string) => rm(pathOf(job), { force: true }),
    /** Deletes incomplete files of processes that died. */
    async dropParts() {
      for (const name of await names()) {
        if (!name.endsWith(half)) continue
        const path = join(home, name)
        const written = await stat(path).catch(ignoreExpected('look-at-part', isFileFailure))
        if (written && Date.now() - written.mtimeMs > patience) await rm(path, { force: true })
      }
    },
    /** Returns the jobs that have a file here. */
    all: async () =>
      (await names()).filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length)),
  }
}
