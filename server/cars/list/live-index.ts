// Keeps one index in memory for this process: loaded in the background, followed up every moment, rebuilt beside the
// old one when the database is not what it was. Says nothing until it is sure; then the database is asked as before.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { followViews } from '../clicks.ts'
import { IndexPersistence, type WriteTimes } from './index-persistence.ts'
import { ListingIndex, type IndexDeps, type IndexLimits } from './listing-index.ts'

/** In milliseconds; what is left out is as usual. */
export interface IndexTimes {
  /** Between two looks at what other processes wrote. */
  every?: number | undefined
  /** To the next writing of the file. */
  writes?: WriteTimes | undefined
  /** From its start, while the reading of a file is waited for. */
  fileWait?: number | undefined
}
interface LiveIndexOptions extends IndexTimes {
  limits: IndexLimits
  /** Where the index is kept from one start to the next; nowhere when left out. */
  file?: string | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}
/** What another process wrote is seen within a second; a look at an embedded database keeps the times of answers young. */
const looksEvery = { postgres: 400, embedded: 1000 } as const
/** Milliseconds that an answer may be behind others without anybody trying to do better. */
const freshFor = 1000
/** Milliseconds that it may be behind when the database is too slow to tell. */
const bearableFor = 10_000
/** Milliseconds that a caller waits for a look. */
const patience = 2000
/** Milliseconds until a loading that failed is tried again, or one that found too many cars. */
const tryAgain = 5000
const countAgain = 600_000
/** Milliseconds after which all is read from the database again beside what came from a file. */
const trustedFor = 7 * 86_400_000

export class LiveIndex {
  readonly #deps: IndexDeps
  readonly #o: LiveIndexOptions
  #index: ListingIndex | undefined
  /** The look under way, and the `writes` of the database when it began, all of which it will see. */
  #looking: { done: Promise<void>; writes: number } | undefined
  #next: Promise<void> | undefined
  #waiting: { look: Promise<void>; enough: Promise<unknown> } | undefined
  #building: Promise<void> | undefined
  #stocking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** The index is to be replaced. */
  #replace = false
  #notBefore = 0
  #unlisten = (): void => undefined
  #stopped = false
  /** The file was looked at: whatever is loaded later comes from the database. */
  #tried = false
  #fileRead: Promise<unknown> = Promise.resolve()
  readonly #persistence: IndexPersistence | undefined
  /** How the index came to be; for metrics. */
  loaded = { fromFile: false, ms: 0 }

  constructor(deps: IndexDeps, o: LiveIndexOptions) {
    this.#deps = deps
    this.#o = o
    const { file: path, limits, log, writes: every } = o
    if (path !== undefined) this.#persistence = new IndexPersistence(deps, { path, limits, log, every })
  }

  /** Begins to load, and to follow; returns at once. */
  start(): void {
    if (this.#o.limits.maxCars === 0) return
    this.#unlisten = followViews(this.#deps.db, (ids) => this.#index?.cards.viewed(ids))
    this.#build()
    this.#follow()
  }

  /** Ends when nothing of it uses the database any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unlisten()
    clearTimeout(this.#timer)
    const index = this.#replace ? undefined : this.#index
    this.#index = undefined
    await this.#building
    await this.#stocking
    await this.#next
    await this.#looking?.done
    await this.#persistence?.stop(index)
  }

  /** Settles when the cards that there is room for are read. */
  get stocked(): Promise<void> {
    return this.#stocking ?? Promise.resolve()
  }

  /** There is none yet, and one is being loaded. */
  get warming(): boolean {
    return this.#index === undefined && this.#building !== undefined
  }

  /**
   * Settles when a file of usual size is read. A list that asks the database meanwhile takes as long, and the reading
   * longer.
   */
  get fileRead(): Promise<unknown> {
    return this.#fileRead
  }

  /** The index there is, however far behind. */
  get state(): ListingIndex | undefined {
    return this.#index
  }

  /** The index, when it has all that this process wrote and is hardly behind others; else wait for `upToDate`. */
  get fresh(): ListingIndex | undefined {
    const index = this.#index
    return index && this.#isFresh(index) ? index : undefined
  }

  /** The index, when it is hardly behind all that was written anywhere. */
  get recent(): ListingIndex | undefined {
    const index = this.#index
    return index && this.#isRecent(index) ? index : undefined
  }

  /** The index after a look at the database if it needs one; undefined: the database itself has to be asked. */
  async upToDate(): Promise<ListingIndex | undefined> {
    if (!this.#index || this.fresh) return this.#index
    const { writes } = this.#deps.db
    await this.#patiently()
    const index = this.#index
    if (!index) return undefined
    const behind = Math.abs(this.#deps.now().getTime() - index.asOf)
    // What was written while one waited is for those who ask later.
    return index.writes >= writes && behind < bearableFor ? index : undefined
  }

  /** A look, or as long as one waits for it; callers that wait for the same look share the wait. */
  #patiently(): Promise<unknown> {
    const look = this.#looking?.writes === this.#deps.db.writes ? this.#looking.done : this.look()
    if (this.#waiting?.look !== look) {
      const enough = Promise.race([look, pause(patience, undefined, { ref: false })])
      this.#waiting = { look, enough }
    }
    return this.#waiting.enough
  }

  /** A look that begins after this call; several callers share it. Never fails. */
  look(): Promise<void> {
    if (!this.#looking) return this.#lookNow()
    this.#next ??= this.#looking.done.then(() => {
      this.#next = undefined
      return this.#lookNow()
    })
    return this.#next
  }

  /** Nobody but this process writes into an embedded database: with all its writes nothing is missing. */
  #isFresh(index: ListingIndex): boolean {
    const { kind, writes } = this.#deps.db
    return index.writes === writes && this.#isRecent(index, kind === 'embedded' ? bearableFor : freshFor)
  }

  #isRecent(index: ListingIndex, most = freshFor): boolean {
    const behind = this.#deps.now().getTime() - index.asOf
    return behind >= 0 && behind <= most
  }

  #lookNow(): Promise<void> {
    if (this.#looking) return this.#looking.done
    const { writes } = this.#deps.db
    const done = this.#refresh()
      .catch((error: unknown) => this.#o.log.error(error, 'the list index could not be brought up to date'))
      .finally(() => {
        this.#looking = undefined
      })
    this.#looking = { done, writes }
    return done
  }

  async #refresh(): Promise<void> {
    const index = this.#index
    if (!index || this.#stopped) return
    if ((await index.refresh()) === 'restarted') {
      // Of a crash it is not certain that no number of a transaction is used again, so a new one is due in any case. But
      // what has seen a time that is lost must not answer any more; until there is a new one the database does.
      if (!(await index.goOn()) && this.#index === index) this.#index = undefined
      this.#replace = true
      this.#build()
      return
    }
    if (index.engine.size > this.#o.limits.maxCars) {
      this.#index = undefined
      this.#notBefore = performance.now() + countAgain
    } else if (index.engine.size > index.room * 0.97) this.#replace = true
  }

  /** Loads an index beside the one there is, and puts it in its place in one step. */
  #build(): void {
    if (this.#stopped || this.#building || performance.now() < this.#notBefore) return
    this.#building = this.#loaded()
      .catch((error: unknown) => {
        this.#notBefore = performance.now() + tryAgain
        this.#o.log.error(error, 'the list index could not be loaded')
      })
      .finally(() => {
        this.#building = undefined
      })
  }

  async #loaded(): Promise<void> {
    const { limits, log } = this.#o
    const begun = performance.now()
    const stopped = () => this.#stopped
    const reading = this.#tried ? undefined : this.#persistence?.load(stopped)
    const { fileWait = 2000 } = this.#o
    if (reading) this.#fileRead = Promise.race([reading, pause(fileWait, undefined, { ref: false })])
    this.#tried = true
    const saved = await reading
    const index = saved ?? (await ListingIndex.load(this.#deps, limits, stopped))
    if (this.#stopped) return
    if (!index) {
      this.#notBefore = performance.now() + countAgain
      log.info({ maxCars: limits.maxCars }, 'too many cars for the list index')
      return
    }
    this.#index = index
    this.#replace = saved !== undefined && this.#deps.now().getTime() - saved.readAt > trustedFor
    this.loaded = { fromFile: saved !== undefined, ms: performance.now() - begun }
    this.#persistence?.begin()
    const isOver = () => this.#stopped || this.#index !== index
    this.#stocking = index
      .prepare(isOver)
      .then(() => index.stock(isOver))
      .catch((error: unknown) => log.error(error, 'cards could not be read ahead'))
    const from = saved ? 'file' : 'database'
    log.info({ cars: index.engine.size, from, ms: Math.round(this.loaded.ms) }, 'list index loaded')
  }

  #follow(): void {
    const every = this.#o.every ?? looksEvery[this.#deps.db.kind]
    this.#timer = setTimeout(() => {
      void this.#tick().finally(() => {
        if (!this.#stopped) this.#follow()
      })
    }, every).unref()
  }

  async #tick(): Promise<void> {
    if (!this.#index || this.#replace) this.#build()
    await this.look()
    if (this.#index && !this.#replace) this.#persistence?.tick(this.#index)
  }
}
