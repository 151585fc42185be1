// Saves the list index in a file, so that it is available soon after a start. The file is read once and written when the index
// has changed.
import type { FastifyBaseLogger } from 'fastify'
import { rm } from 'node:fs/promises'
import { mintId } from '../../kernel/ids.ts'
import { headOf } from '../feed/feed-store.ts'
import { identityOf, IndexFile, unfinished, writeIndexFile } from './index-file.ts'
import { forget, isProven, prove } from './index-proof.ts'
import { ListingIndex, type IndexDeps, type IndexLimits } from './listing-index.ts'
import { changesSince } from './index-store.ts'
import { Yielder } from './yielder.ts'

export interface PersistenceOptions {
  path: string
  limits: IndexLimits
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Milliseconds from loading, or from the last write, to the next write. */
  every?: WriteTimes | undefined
}
export interface WriteTimes {
  first: number
  next: number
}

const usually: WriteTimes = { first: 5000, next: 600_000 }
/** Milliseconds until the next check while another process is writing. */
const later = 60_000
/** Milliseconds that a write may take when the process stops. */
const patience = 3000

type Why = 'damaged or of another version' | 'not of this database' | 'too many cars'

export class IndexPersistence {
  readonly #deps: IndexDeps
  readonly #o: PersistenceOptions
  readonly #times: WriteTimes
  /** Version of the index in the file. */
  #version = -1
  #token: string | undefined
  /** Identity of the file at the last check. */
  #knownIdentity: string | undefined
  /** Identity of another process's unfinished file at the last check. */
  #others: string | undefined
  #due = Infinity
  #writing: Promise<void> | undefined
  #deadline = Infinity
  /** Duration of the last write in milliseconds. */
  #took = 0

  constructor(deps: IndexDeps, o: PersistenceOptions) {
    this.#deps = deps
    this.#o = o
    this.#times = o.every ?? usually
  }

  /** Returns the index from the file with all changes committed since; undefined when no file is proven right. */
  async load(stopped: () => boolean): Promise<ListingIndex | undefined> {
    const { path, log } = this.#o
    try {
      this.#knownIdentity = await identityOf(path)
      const found = await this.#read(stopped)
      if (typeof found === 'object' || found === undefined) return found
      log.info({ path, why: found }, 'the file of the list index is not used')
    } catch (error) {
      log.error(error, 'the file of the list index could not be read')
    }
    return undefined
  }

  async #read(stopped: () => boolean): Promise<ListingIndex | Why | undefined> {
    const file = await IndexFile.open(this.#o.path)
    if (file === undefined) return undefined
    if (file === 'damaged') return 'damaged or of another version'
    try {
      const { head } = file
      const { db } = this.#deps
      const { limits } = this.#o
      if (head.cars > limits.maxCars) return 'too many cars'
      // `headOf` records a start of the database if no write has done so, and begins a new history after a move to another
      // cluster.
      const place = await headOf(db)
      if (!(await isProven(db, head))) return 'not of this database'
      // This query only warms the query plan while the file is read.
      const [index] = await Promise.all([
        ListingIndex.from(file, this.#deps, limits, place, stopped),
        changesSince(db, head.picture, { tx: '0', id: '' }, 1),
      ])
      if (stopped()) return undefined
      if (!index) return 'damaged or of another version'
      const { version } = index
      // The proof is checked again at the end, because the database may have deleted old changes while they were read.
      if ((await index.refresh()) !== 'current' || !(await isProven(db, head))) return 'not of this database'
      this.#version = version
      this.#token = head.token
      return index
    } finally {
      await file.close()
    }
  }

  /** Schedules the first write, later if the index came from the file. */
  begin(): void {
    const { first, next } = this.#times
    this.#due = performance.now() + (this.#token === undefined ? first : next)
  }

  /** Starts a write when it is due. Call it regularly, with an index that is not about to be replaced. */
  tick(index: ListingIndex): void {
    if (this.#writing || performance.now() < this.#due) return
    this.#due = performance.now() + this.#times.next
    this.#write(index)
  }

  /** Waits for the running write, then saves the last state if a write is fast enough. */
  async stop(index: ListingIndex | undefined): Promise<void> {
    this.#deadline = performance.now() + patience
    await this.#writing
    if (index && this.#took < patience) this.#write(index)
    await this.#writing
  }

  #write(index: ListingIndex): void {
    if (index.version === this.#version) return
    this.#writing = this.#written(index)
      .catch((error: unknown) => this.#o.log.error(error, 'the file of the list index could not be written'))
      .finally(() => {
        this.#writing = undefined
      })
  }

  async #written(index: ListingIndex): Promise<void> {
    const { path } = this.#o
    const { db } = this.#deps
    if (await this.#isWrittenByOthers()) return
    const begun = performance.now()
    const token = mintId()
    const { version } = index
    const yielder = new Yielder()
    const goOn = async () => {
      if (yielder.isDue()) await yielder.pause()
      return performance.now() < this.#deadline
    }
    const { head, mark, pieces } = index.saved()
    const proven = () => prove(db, { token, epoch: head.epoch, mark })
    const whole = await writeIndexFile(path, { head: { ...head, token }, pieces, goOn, prove: proven })
    if (!whole) return
    this.#took = performance.now() - begun
    this.#version = version
    this.#knownIdentity = await identityOf(path)
    const before = this.#token
    this.#token = token
    if (before !== undefined) await forget(db, before)
  }

  /**
   * Returns whether another process has written the file since the last check, or is writing it. An unfinished file that has not
   * changed since the last check belongs to a dead process and is deleted.
   */
  async #isWrittenByOthers(): Promise<boolean> {
    const { path } = this.#o
    const [there, making] = [await identityOf(path), await identityOf(unfinished(path))]
    const [seen, others] = [this.#knownIdentity, this.#others]
    this.#knownIdentity = there
    this.#others = making
    if (there !== undefined && there !== seen) return true
    if (making === undefined) return false
    if (making === others) {
      await rm(unfinished(path), { force: true })
      return false
    }
    this.#due = Math.min(this.#due, performance.now() + later)
    return true
  }
}
