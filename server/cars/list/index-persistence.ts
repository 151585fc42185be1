// Keeps the list index in a file, so that it is there soon after a start: read once, written when the index has moved.
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
  /** Milliseconds from the loading, or a writing, to the next writing. */
  every?: WriteTimes | undefined
}
export interface WriteTimes {
  first: number
  next: number
}

const usually: WriteTimes = { first: 5000, next: 600_000 }
/** Milliseconds after which another process that is writing is looked at again. */
const later = 60_000
/** Milliseconds that a writing may take when the process ends. */
const patience = 3000

type Why = 'damaged or of another version' | 'not of this database' | 'too many cars'

export class IndexPersistence {
  readonly #deps: IndexDeps
  readonly #o: PersistenceOptions
  readonly #times: WriteTimes
  /** Of the index as the file has it. */
  #version = -1
  #token: string | undefined
  /** The file as it was last seen. */
  #knownIdentity: string | undefined
  /** What another process was writing when it was last looked at. */
  #others: string | undefined
  #due = Infinity
  #writing: Promise<void> | undefined
  #deadline = Infinity
  /** Milliseconds that the last writing took. */
  #took = 0

  constructor(deps: IndexDeps, o: PersistenceOptions) {
    this.#deps = deps
    this.#o = o
    this.#times = o.every ?? usually
  }

  /** The index of the file with all that was committed since; undefined when there is none that is surely right. */
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
      // A process that has not written since the database was started makes it a new history where it is one.
      const place = await headOf(db)
      if (!(await isProven(db, head))) return 'not of this database'
      // The database makes its plans meanwhile.
      const [index] = await Promise.all([
        ListingIndex.from(file, this.#deps, limits, place, stopped),
        changesSince(db, head.picture, { tx: '0', id: '' }, 1),
      ])
      if (stopped()) return undefined
      if (!index) return 'damaged or of another version'
      const { version } = index
      // Asked last: what is forgotten while the changes since are read must not be missing from them.
      if ((await index.refresh()) !== 'current' || !(await isProven(db, head))) return 'not of this database'
      this.#version = version
      this.#token = head.token
      return index
    } finally {
      await file.close()
    }
  }

  /** An index is there: it is written soon, or later when it is the one of the file. */
  begin(): void {
    const { first, next } = this.#times
    this.#due = performance.now() + (this.#token === undefined ? first : next)
  }

  /** Begins to write when it is time; called now and then with an index that is in no doubt. */
  tick(index: ListingIndex): void {
    if (this.#writing || performance.now() < this.#due) return
    this.#due = performance.now() + this.#times.next
    this.#write(index)
  }

  /** Ends when nothing is written any more, and the last state is, if that takes no time. */
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

  /** Another process has written the file since it was last seen, or is writing it; one that died while writing is not. */
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
