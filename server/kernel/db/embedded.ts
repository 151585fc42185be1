import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { lockDirectory } from './lock.ts'
import { type DatabasePort, PortStream } from './port-stream.ts'
import type { Ask, DatabasePlace, DatabaseReply, Stats } from './serve-database.ts'
import { columnTypes } from './database.ts'
import type { Worker } from 'node:worker_threads'
import { startThread, syncPath, threadFile } from '../place.ts'
import { DatabaseAway } from './failures.ts'

// Server side of the message port to the thread that runs the embedded database.

class DatabaseWorker implements DatabasePort {
  readonly #worker: Worker
  readonly #asked = new Map<number, { done: (stats: Stats) => void; lost: (error: Error) => void }>()
  #take: (bytes: Uint8Array) => void = () => {}
  #lost: (error: Error) => void = () => {}
  #gone: Error | undefined
  #last = 0
  readonly ready: Promise<void>
  readonly ended: Promise<void>

  constructor(place: DatabasePlace, file: URL) {
    this.#worker = startThread(file, { workerData: place })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Uint8Array | DatabaseReply) => {
        if (message instanceof Uint8Array) this.#take(message)
        else if ('ready' in message) resolve()
        else if ('failed' in message)
          reject(new Error(`The embedded database does not open: ${message.failed}`))
        else if ('broken' in message) this.#end(new DatabaseAway(message.broken))
        else this.#answered(message.id, message.stats)
      })
      this.#worker.once('error', reject)
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#end(new DatabaseAway(`The embedded database ended with code ${code}.`))
        resolve()
      })
    })
    this.#worker.on('error', (error) => this.#end(new DatabaseAway(error.message)))
  }

  get gone(): boolean {
    return this.#gone !== undefined
  }
  async session(): Promise<void> {
    await this.ready
    await this.ask('session')
  }
  send(batch: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage(batch, [batch.buffer])
  }
  onAnswer(take: (bytes: Uint8Array) => void, lost: (error: Error) => void): void {
    this.#take = take
    this.#lost = lost
  }
  ask(what: Ask['ask']): Promise<Stats> {
    if (this.#gone) return Promise.reject(this.#gone)
    return new Promise((done, lost) => {
      const id = (this.#last += 1)
      this.#asked.set(id, { done, lost })
      this.#worker.postMessage({ ask: what, id } satisfies Ask)
    })
  }
  #answered(id: number, stats: Stats): void {
    this.#asked.get(id)?.done(stats)
    this.#asked.delete(id)
  }
  /** Rejects all open requests and ends the thread. */
  #end(error: Error): void {
    if (this.#gone) return
    this.#gone = error
    for (const { lost } of this.#asked.values()) lost(error)
    this.#asked.clear()
    this.#lost(error)
    void this.#worker.terminate()
  }
}

// Runs an embedded PostgreSQL in a worker thread. Guarantees that acknowledged commits are durable: only one process uses the
// directory, and fsync is real.

/** Major version of PostgreSQL in PGlite, which cannot open a directory of another version. */
const engineVersion = '18'

export interface Embedded {
  pool: pg.Pool
  stats: () => Promise<Stats>
  /** Ends the worker and unlocks the directory. */
  end: () => Promise<void>
}

/** Flushes a directory to the disk: the first start writes its files without fsync. */
async function syncTree(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }))
    if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name))
  await syncPath(dir)
}

/**
 * Creates the database beside its final place and moves it there when it is complete, so that an interrupted first start
 * leaves no partial database.
 */
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
  await syncPath(dirname(dir))
}

function checkVersion(dir: string): void {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version === engineVersion) return
  throw new Error(
    `${dir} was made by PostgreSQL ${version}, this version of Motorkin brings PostgreSQL ${engineVersion}. ` +
      'Export it with the version that made it, then import it here.',
  )
}

/** Opens the database in `dir`, creates it when it does not exist, and locks it against a second process. */
export async function openEmbedded(
  dir: string,
  o: { onError: (error: Error) => void; worker?: URL },
): Promise<Embedded> {
  const file = o.worker ?? threadFile(import.meta.url, 'pglite-worker')
  await mkdir(dir, { recursive: true })
  const lock = await lockDirectory(dir)
  let worker: DatabaseWorker
  try {
    if (!existsSync(join(dir, 'PG_VERSION'))) await createDatabase(dir, file)
    checkVersion(dir)
    // PGlite writes files that every user may change, so only the owner may enter the directory.
    await chmod(dir, 0o700)
    worker = new DatabaseWorker({ dir }, file)
    await worker.ready
  } catch (error) {
    await lock.release()
    throw error
  }
  const pool = new pg.Pool({
    // Prepared statements and transactions belong to the only session.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    types: columnTypes,
    // All values are set, so that the PG* environment variables have no effect.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => {
      // A thread that died, for example out of memory, is replaced: the rows are on the disk.
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
