// Keeps one market in memory for this process: loaded in the background, followed up every moment, rebuilt beside the
// old one when the database is not what it was. Says nothing until it is sure; then the database is asked as before.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../kernel/db/sql.ts'
import { clicksOf } from '../clicks.ts'
import { IndexKeeper, type KeeperTimes } from './index-keeper.ts'
import { Market, type MarketLimits } from './market.ts'

export interface ListIndexOptions {
  limits: MarketLimits
  /** Milliseconds between two looks at what other processes wrote. */
  every?: number | undefined
  /** Where the index is kept from one start to the next; nowhere when left out. */
  file?: string | undefined
  /** Milliseconds to its next writing. */
  writes?: KeeperTimes | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}
export interface ListIndexDeps {
  db: Db
  now: () => Date
}

/** What another process wrote is seen within a second; an embedded database has no other process. */
const looksEvery = { postgres: 400, embedded: 1000 } as const
/** Milliseconds that an answer may be behind without anybody trying to do better. */
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

export class ListIndex {
  readonly #deps: ListIndexDeps
  readonly #o: ListIndexOptions
  #market: Market | undefined
  /** The look under way, and the `writes` of the database when it began, all of which it will see. */
  #looking: { done: Promise<void>; writes: number } | undefined
  #next: Promise<void> | undefined
  #waiting: { look: Promise<void>; enough: Promise<unknown> } | undefined
  #building: Promise<void> | undefined
  #stocking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** The market is to be replaced. */
  #replace = false
  #notBefore = 0
  #unlisten = (): void => undefined
  #stopped = false
  /** The file was looked at: whatever is loaded later comes from the database. */
  #tried = false
  readonly #keeper: IndexKeeper | undefined
  /** How the market came to be; for whoever looks at the numbers. */
  loaded = { fromFile: false, ms: 0 }

  constructor(deps: ListIndexDeps, o: ListIndexOptions) {
    this.#deps = deps
    this.#o = o
    const { file: path, limits, log, writes: every } = o
    if (path !== undefined) this.#keeper = new IndexKeeper(deps, { path, limits, log, every })
  }

  /** Begins to load, and to follow; returns at once. */
  start(): void {
    if (this.#o.limits.maxCars === 0) return
    this.#unlisten = clicksOf(this.#deps.db).onWritten((ids) => this.#market?.cards.viewed(ids))
    this.#build()
    this.#follow()
  }

  /** Ends when nothing of it uses the database any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unlisten()
    clearTimeout(this.#timer)
    const market = this.#replace ? undefined : this.#market
    this.#market = undefined
    await this.#building
    await this.#stocking
    await this.#next
    await this.#looking?.done
    await this.#keeper?.stop(market)
  }

  /** Settles when the cards that there is room for are read. */
  get stocked(): Promise<void> {
    return this.#stocking ?? Promise.resolve()
  }

  /** There is none yet, and one is being loaded. */
  get warming(): boolean {
    return this.#market === undefined && this.#building !== undefined
  }

  /** The market there is, however far behind. */
  get state(): Market | undefined {
    return this.#market
  }

  /** The market, when it has all that this process wrote and is hardly behind others; else wait for `upToDate`. */
  get fresh(): Market | undefined {
    const market = this.#market
    return market && this.#isFresh(market) ? market : undefined
  }

  /** The market, when it is hardly behind all that was written anywhere. */
  get recent(): Market | undefined {
    const market = this.#market
    return market && this.#isRecent(market) ? market : undefined
  }

  /** The market after a look at the database if it needs one; undefined: the database itself has to be asked. */
  async upToDate(): Promise<Market | undefined> {
    if (!this.#market || this.fresh) return this.#market
    const { writes } = this.#deps.db
    await this.#patiently()
    const market = this.#market
    if (!market) return undefined
    const behind = Math.abs(this.#deps.now().getTime() - market.asOf)
    // What was written while one waited is for those who ask later.
    return market.writes >= writes && behind < bearableFor ? market : undefined
  }

  /** A look, or as long as one waits for it; whoever waits for the same look shares the waiting. */
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

  #isFresh(market: Market): boolean {
    return market.writes === this.#deps.db.writes && this.#isRecent(market)
  }

  #isRecent(market: Market): boolean {
    const behind = this.#deps.now().getTime() - market.asOf
    return behind >= 0 && behind <= freshFor
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
    const market = this.#market
    if (!market || this.#stopped) return
    if ((await market.refresh()) === 'restarted') {
      // Of a crash it is not certain that no number of a transaction is used again, so a new one is due in any case. But
      // what has seen a time that is lost must not answer any more; until there is a new one the database does.
      if (!(await market.goOn()) && this.#market === market) this.#market = undefined
      this.#replace = true
      this.#build()
      return
    }
    if (market.engine.size > this.#o.limits.maxCars) {
      this.#market = undefined
      this.#notBefore = performance.now() + countAgain
    } else if (market.engine.size > market.room * 0.97) this.#replace = true
  }

  /** Loads a market beside the one there is, and puts it in its place in one step. */
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
    const kept = this.#tried ? undefined : await this.#keeper?.load(stopped)
    this.#tried = true
    const market = kept ?? (await Market.load(this.#deps, limits, stopped))
    if (this.#stopped) return
    if (!market) {
      this.#notBefore = performance.now() + countAgain
      log.info({ maxCars: limits.maxCars }, 'too many cars for the list index')
      return
    }
    this.#market = market
    this.#replace = kept !== undefined && this.#deps.now().getTime() - kept.readAt > trustedFor
    this.loaded = { fromFile: kept !== undefined, ms: performance.now() - begun }
    this.#keeper?.begin()
    const isOver = () => this.#stopped || this.#market !== market
    this.#stocking = market
      .prepare(isOver)
      .then(() => market.stock(isOver))
      .catch((error: unknown) => log.error(error, 'cards could not be read ahead'))
    const from = kept ? 'file' : 'database'
    log.info({ cars: market.engine.size, from, ms: Math.round(this.loaded.ms) }, 'list index loaded')
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
    if (!this.#market || this.#replace) this.#build()
    await this.look()
    await this.#market?.cards
      .sweep()
      .catch((error: unknown) => this.#o.log.error(error, 'views could not be looked up'))
    if (this.#market && !this.#replace) this.#keeper?.tick(this.#market)
  }
}
