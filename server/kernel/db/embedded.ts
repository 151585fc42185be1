// Promises an embedded PostgreSQL that keeps what it acknowledged: one process, real fsync, in a worker thread.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { DatabaseWorker, workerFile } from './database-worker.ts'
import { lockDirectory } from './lock.ts'
import { PortStream } from './port-stream.ts'
import type { Stats } from './serve-database.ts'
import { columnTypes } from './types.ts'

/** PostgreSQL's major version inside PGlite: a directory of another one cannot be opened. */
const engineVersion = '18'

export interface Embedded {
  pool: pg.Pool
  stats: () => Promise<Stats>
  /** Ends the worker and gives the directory free. */
  end: () => Promise<void>
}

/** Files made by the first start were written without fsync. */
async function syncTree(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const file = await open(join(entry.parentPath, entry.name), 'r')
    await file.sync()
    await file.close()
  }
  const self = await open(dir, 'r')
  await self.sync()
  await self.close()
}

/** Makes the database beside its place and moves it there complete: a first start that is cut short leaves nothing. */
async function createDatabase(dir: string, file: URL): Promise<void> {
  const fresh = `${dir}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const worker = new DatabaseWorker({ dir: fresh, create: true }, file)
  await worker.ready
  await worker.ended
  await syncTree(fresh)
  await rm(dir, { recursive: true, force: true })
  await rename(fresh, dir)
  const parent = await open(dirname(dir), 'r')
  await parent.sync()
  await parent.close()
}

function checkVersion(dir: string): void {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version === engineVersion) return
  throw new Error(
    `${dir} was made by PostgreSQL ${version}, this version of Motorkin brings PostgreSQL ${engineVersion}. ` +
      'Export it with the version that made it, then import it here.',
  )
}

/** Opens the database in `dir` (made when it is not there), locked against a second process. */
export async function openEmbedded(
  dir: string,
  o: { onError: (error: Error) => void; worker?: URL },
): Promise<Embedded> {
  const file = o.worker ?? workerFile()
  await mkdir(dir, { recursive: true })
  const lock = await lockDirectory(dir)
  let worker: DatabaseWorker
  try {
    if (!existsSync(join(dir, 'PG_VERSION'))) await createDatabase(dir, file)
    checkVersion(dir)
    // PGlite writes files that everybody may change, so nobody else gets into the directory.
    await chmod(dir, 0o700)
    worker = new DatabaseWorker({ dir }, file)
    await worker.ready
  } catch (error) {
    await lock.release()
    throw error
  }
  const pool = new pg.Pool({
    // Named statements and transactions belong to the one session there is.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    types: columnTypes,
    // Said in full, so that PG* variables of the environment do not matter.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => {
      // A thread that died, say of exhausted memory, is replaced: the rows are on the disk.
      if (worker.gone) worker = new DatabaseWorker({ dir }, file)
      return new PortStream(worker)
    },
  })
  pool.on('error', o.onError)
  return {
    pool,
    stats: () => worker.ask('stats'),
    end: async () => {
      if (!worker.gone) await worker.ask('close')
      await worker.ended
      await lock.release()
    },
  }
}
