// Forgets uploads nobody came back for, and removes every file that no row names any more.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../kernel/deps.ts'
import type { UploadHouse } from './upload-house.ts'
import { forgetUploads, stillNamed } from './uploads-store.ts'

const hour = 3_600_000
/** Milliseconds an upload is kept after someone last asked for it. */
export const uploadLife = { open: 24 * hour, done: 7 * 24 * hour } as const
/** Names asked for at once. */
const batch = 500

const imageOf = (name: string): string => /img_[0-9a-f]{32}/.exec(name)?.[0] ?? ''

async function sweep(deps: Deps, house: UploadHouse, kind: 'parts' | 'masters'): Promise<number> {
  const dir = house[kind]
  const column = kind === 'parts' ? 'file' : 'image_id'
  const named = (name: string) => (kind === 'parts' ? name : imageOf(name))
  const files = await readdir(dir)
  let removed = 0
  for (let at = 0; at < files.length; at += batch) {
    const some = files.slice(at, at + batch)
    const kept = await stillNamed(deps.db, column, some.map(named))
    for (const file of some.filter((name) => !kept.has(named(name)))) {
      await house.turns.run(imageOf(file), async () => {
        // Asked again in its turn: someone may have begun it anew.
        if ((await stillNamed(deps.db, column, [named(file)])).size > 0) return
        await rm(join(dir, file), { force: true })
        removed += 1
      })
    }
  }
  return removed
}

/** One round; says how many rows and files went. */
export async function reapUploads(deps: Deps, house: UploadHouse): Promise<{ rows: number; files: number }> {
  const now = deps.now().getTime()
  const rows = await forgetUploads(deps.db, {
    open: new Date(now - uploadLife.open),
    done: new Date(now - uploadLife.done),
  })
  const files = (await sweep(deps, house, 'parts')) + (await sweep(deps, house, 'masters'))
  return { rows, files }
}

/** A round every hour while the server listens. */
export function startReaper(app: FastifyInstance, deps: Deps, house: UploadHouse): void {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<unknown> = Promise.resolve()
  const reap = (): void => {
    round = reapUploads(deps, house).catch((error: unknown) =>
      app.log.error(error, 'old uploads could not be removed'),
    )
  }
  app.addHook('onListen', async () => {
    reap()
    timer = setInterval(reap, hour).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await round
  })
}
