// Deletes unused uploads, and every file that no row refers to.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { repeat, type Repeated } from '../../kernel/semaphore.ts'
import type { UploadService } from './upload-service.ts'
import { forgetUploads, referencedNames } from './uploads-store.ts'

const hour = 3_600_000
/** Milliseconds for which an upload is stored after its last use. */
export const uploadLife = { open: 24 * hour, done: 7 * 24 * hour } as const
/** Maximum number of names in one query. */
const batch = 500

const imageOf = (name: string): string => /img_[0-9a-f]{32}/.exec(name)?.[0] ?? ''

/** Removes the files for which no row has the name that `named` returns; returns how many. */
async function removeUnnamed(
  deps: Deps,
  uploads: UploadService,
  files: readonly string[],
  o: {
    column: 'file' | 'image_id'
    named: (file: string) => string
    remove: (file: string) => Promise<void>
  },
): Promise<number> {
  let removed = 0
  for (let at = 0; at < files.length; at += batch) {
    const some = files.slice(at, at + batch)
    const referenced = await referencedNames(deps.db, o.column, some.map(o.named))
    for (const file of some.filter((name) => !referenced.has(o.named(name)))) {
      await uploads.locks.run(imageOf(file), async () => {
        // Checked again under the lock, because a request may have started the upload again.
        if ((await referencedNames(deps.db, o.column, [o.named(file)])).size > 0) return
        await o.remove(file)
        removed += 1
      })
    }
  }
  return removed
}

async function sweepParts(deps: Deps, uploads: UploadService): Promise<number> {
  const remove = (file: string) => rm(join(uploads.parts, file), { force: true })
  const files = await readdir(uploads.parts)
  return removeUnnamed(deps, uploads, files, { column: 'file', named: (file) => file, remove })
}

async function sweepPictures(deps: Deps, uploads: UploadService): Promise<number> {
  const { store, pictures } = uploads
  // A file with another name, such as an incomplete file after a power failure, is removed by its own name.
  const remove = (file: string) =>
    file === `${imageOf(file)}.webp` ? pictures.remove(imageOf(file)) : store.remove(`masters/${file}`)
  let removed = 0
  for await (const files of store.list('masters')) {
    removed += await removeUnnamed(deps, uploads, files, { column: 'image_id', named: imageOf, remove })
  }
  return removed
}

/** Runs one round; returns the number of deleted rows and files. */
export async function reapUploads(
  deps: Deps,
  uploads: UploadService,
): Promise<{ rows: number; files: number }> {
  const now = deps.now().getTime()
  const rows = await forgetUploads(deps.db, {
    open: new Date(now - uploadLife.open),
    done: new Date(now - uploadLife.done),
  })
  const files = (await sweepParts(deps, uploads)) + (await sweepPictures(deps, uploads))
  return { rows, files }
}

/** Runs a round every hour while the server listens. */
export function startReaper(app: FastifyInstance, deps: Deps, uploads: UploadService): void {
  let rounds: Repeated | undefined
  app.addHook('onListen', async () => {
    const reap = () => reapUploads(deps, uploads)
    rounds = repeat(reap, hour, app.log, 'old uploads could not be removed')
    void rounds.now()
  })
  app.addHook('onClose', () => rounds?.stop())
}
