// Holds one index in memory for this process: it is loaded in the background, refreshed at short intervals, and rebuilt beside
// the old one after a restart of the database. Without a current index the caller must query the database.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { followViews } from '../clicks.ts'
import { IndexPersistence, type WriteTimes } from './index-persistence.ts'
import { ListingIndex, type IndexDeps, type IndexLimits } from './listing-index.ts'

/** Durations in milliseconds; each has a default. */
export interface IndexTimes {
  /** Interval of checks for writes of other processes. */
  every?: number | undefined
  /** Time until the next write of the file. */
  writes?: WriteTimes | undefined
  /** Maximum wait for the file to be read, from the start of reading. */
  fileWait?: number | undefined
}
interface LiveIndexOptions extends IndexTimes {
  limits: IndexLimits
  /** Path of the index file; without a path the index is not saved. */
  file?: string | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}
/**
 * Interval of refreshes. On PostgreSQL it shows writes of other processes within a second; on an embedded database it only renews
 * `asOf`.
 */
const looksEvery = { postgres: 400, embedded: 1000 } as const
/** Milliseconds that the index may be behind other processes before a request refreshes it. */
const freshFor = 1000
/** Milliseconds that the index may be behind when the database is too slow for a refresh. */
const bearableFor = 10_000
/** Milliseconds that a caller waits for a refresh. */
const patience = 2000
/** Milliseconds until the next attempt after a failed load, and after a load that found too many cars. */
const tryAgain = 5000
const countAgain = 600_000
/** Milliseconds after which an index from a file is replaced by a full read from the database. */
const trustedFor = 7 * 86_400_000

export class LiveIndex {
  readonly #deps: IndexDeps
  readonly #o: LiveIndexOptions
  #index: ListingIndex | undefined
  /** The running refresh, and `writes` of the database when it began: the refresh sees all these writes. */
  #looking: { done: Promise<void>; writes: number } | undefined
  #next: Promise<void> | undefined
  #waiting: { look: Promise<void>; enough: Promise<unknown> } | undefined
  #building: Promise<void> | undefined
  #stocking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Whether the index is to be replaced. */
  #replace = false
  #notBefore = 0
  #unlisten = (): void => undefined
  #stopped = false
  /** Whether the file was read. Later loads read the database. */
  #tried = false
  #fileRead: Promise<unknown> = Promise.resolve()
  readonly #persistence: IndexPersistence | undefined
  /** Source and duration of the last load, for metrics. */
  loaded = { fromFile: false, ms: 0 }

  constructor(deps: IndexDeps, o: LiveIndexOptions) {
    this.#deps = deps
    this.#o = o
    const { file: path, limits, log, writes: every } = o
    if (path !== undefined) this.#persistence = new IndexPersistence(deps, { path, limits, log, every })
  }

  /** Starts to load and to refresh; returns at once. */
  start(): void {
    if (this.#o.limits.maxCars === 0) return
    this.#unlisten = followViews(this.#deps.db, (ids) => this.#index?.cards.viewed(ids))
    this.#build()
    this.#follow()
  }

  /** Waits until nothing here uses the database. */
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

  /** Resolves when the cards that fit the cache are read. */
  get stocked(): Promise<void> {
    return this.#stocking ?? Promise.resolve()
  }

  /** Whether there is no index yet and one is being loaded. */
  get warming(): boolean {
    return this.#index === undefined && this.#building !== undefined
  }

  /**
   * Resolves when the file is read or the wait is over. A request that queries the database meanwhile takes as long and slows the
   * reading.
   */
  get fileRead(): Promise<unknown> {
    return this.#fileRead
  }

  /** The index, however old its state is. */
  get state(): ListingIndex | undefined {
    return this.#index
  }

  /** The index, if it has all writes of this process and is at most slightly behind others; else wait for `upToDate`. */
  get fresh(): ListingIndex | undefined {
    const index = this.#index
    return index && this.#isFresh(index) ? index : undefined
  }

  /** The index, if it is at most slightly behind all writers. */
  get recent(): ListingIndex | undefined {
    const index = this.#index
    return index && this.#isRecent(index) ? index : undefined
  }

  /** Returns the index after a refresh if one is needed; undefined: query the database. */
  async upToDate(): Promise<ListingIndex | undefined> {
    if (!this.#index || this.fresh) return this.#index
    const { writes } = this.#deps.db
    await this.#patiently()
    const index = this.#index
    if (!index) return undefined
    const behind = Math.abs(this.#deps.now().getTime() - index.asOf)
    // Writes that happen during the wait matter only to later requests.
    return index.writes >= writes && behind < bearableFor ? index : undefined
  }

  /** Waits for a refresh, but no longer than `patience`. Callers that wait for the same refresh share the wait. */
  #patiently(): Promise<unknown> {
    const look = this.#looking?.writes === this.#deps.db.writes ? this.#looking.done : this.look()
    if (this.#waiting?.look !== look) {
      const enough = Promise.race([look, pause(patience, undefined, { ref: false })])
      this.#waiting = { look, enough }
    }
    return this.#waiting.enough
  }

  /** Returns a refresh that starts after this call; several callers share the refresh. Never rejects. */
  look(): Promise<void> {
    if (!this.#looking) return this.#lookNow()
    this.#next ??= this.#looking.done.then(() => {
      this.#next = undefined
      return this.#lookNow()
    })
    return this.#next
  }

  /**
   * Returns whether the index is current. Only this process writes an embedded database, so with all its writes nothing is
   * missing.
   */
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
      // After a crash, transaction numbers may be used again, so a new index is needed in any case. An index that contains lost
      // transactions must no longer answer; until the new one is ready, the database answers.
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

  /** Loads an index beside the current one and replaces that in one step. */
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
