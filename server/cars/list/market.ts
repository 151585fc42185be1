// All cars for sale in the memory of this process, as of one picture of the database, and brought up to date by what
// was committed since. Nobody writes here but the loading and `refresh`, one after the other.
import { setTimeout as pause } from 'node:timers/promises'
import {
  columnsOf,
  createEngine,
  touches,
  type CarEngine,
  type CarFilter,
  type Move,
  type Search,
  type SearchableCar,
} from '#catalogue'
import type { Place } from '../feed/cursor.ts'
import { headOf, knows } from '../feed/feed-store.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Cards } from './cards.ts'
import { carsFrom, changesSince, countUpTo, pictureOf, walkStart, type Change } from './market-store.ts'
import { Turns } from './turns.ts'

/** Changes of one reading. */
const stride = 1000
/** Cars of one reading, which are taken in without a pause as rows, and then piece by piece. */
const walked = 250
/** Cards of one reading ahead, and milliseconds of rest after it. */
const batch = 100
const rest = 5
/** Changes that are made without a pause. */
const few = 40
/** The last changes, by which older answers are looked through; beyond them a new answer costs less. */
const remembered = 128

const anything: CarFilter = {
  makes: [],
  places: [],
  bodytypes: [],
  years: [],
  before: undefined,
  fueltypes: [],
  transmissions: [],
  minPrice: 0,
  maxPrice: undefined,
  minKms: 0,
  maxKms: undefined,
  creator: undefined,
  tags: [],
  words: [],
  wishes: [],
  wished: 'ranked',
}

export interface MarketDeps {
  db: Db
  now: () => Date
}
export interface MarketLimits {
  maxCars: number
  cardBytes: number
}

/** Where and when an answer was found. */
export interface State {
  /** Slots of the cars in it. */
  slots: Uint32Array
  /** The market and its version then. */
  market: number
  version: number
}
export interface Asked {
  search: Search
  facets: boolean
  /** The free text was longer than what is searched; the answer says so. */
  cut?: boolean
}

/** How a refresh found the database. */
export type Refreshed =
  | 'current'
  /** It was started anew, or is another history; the market is as it was. */
  | 'restarted'

/** Of all markets of this process, so that no two states have the same number. */
let versions = 0
let markets = 0

export class Market {
  readonly id = ++markets
  readonly engine: CarEngine = createEngine()
  readonly cards: Cards
  /** Rises with every change that an answer could show, also from one market to the next. */
  version = ++versions
  /** Milliseconds: everything that was committed before is in. */
  asOf = 0
  /** Of the database's `writes`: all up to here are in. */
  writes = -1
  /** Cars that fit before the engine has to stop and grow. */
  room = 0
  /** The last moves, oldest first, each with the version that it led to. */
  #moves: { version: number; move: Move }[] = []
  /** From this version on all moves are remembered. */
  #movesFrom = this.version
  #picture = ''
  #place: Place = { epoch: '', mark: '', tx: '0', id: '' }
  readonly #deps: MarketDeps

  private constructor(deps: MarketDeps, limits: MarketLimits) {
    this.#deps = deps
    this.cards = new Cards(deps.db, this.engine, () => this.#picture, limits.cardBytes)
  }

  /** Reads all cars in the background; undefined when there are more than the limit. */
  static async load(
    deps: MarketDeps,
    limits: MarketLimits,
    stopped: () => boolean,
  ): Promise<Market | undefined> {
    const market = new Market(deps, limits)
    const count = await countUpTo(deps.db, limits.maxCars)
    if (count > limits.maxCars) return undefined
    market.#place = await headOf(deps.db)
    // The changes since this picture are read when all is loaded, so a car may well come twice or have gone.
    market.#picture = await pictureOf(deps.db)
    market.room = Math.ceil(count * 1.1) + 1000
    market.engine.reserve(market.room)
    await market.#walk(stopped)
    if (stopped()) return undefined
    if ((await market.refresh()) === 'current') return market
    throw new Error('The database was started anew while its cars were read.')
  }

  async #walk(stopped: () => boolean): Promise<void> {
    const { engine } = this
    const turns = new Turns()
    // Tokens that are there from the start are kept up piece by piece, instead of all at once by whoever asks first.
    engine.total({ ...anything, words: [{ text: 'a', loose: false }] })
    for (let step = walkStart; !stopped();) {
      const { cars, last } = await carsFrom(this.#deps.db, step, walked)
      for (let from = 0; from < cars.length;) {
        if (turns.over()) await turns.next()
        // A piece that is large beside what is there would make the engine start its tokens anew.
        const size = Math.max(few, Math.min(125, Math.floor(engine.size / 21)))
        engine.load(columnsOf(cars.slice(from, from + size)))
        from += size
      }
      if (!last || cars.length < walked) break
      step = last
    }
    for (const _ of engine.prepare()) if (turns.over()) await turns.next()
  }

  /** Brings in everything that is committed by now; not to be called again before it is done. */
  async refresh(): Promise<Refreshed> {
    const { db, now } = this.#deps
    const { writes } = db
    const at = now().getTime()
    let picture: string | undefined
    let from = { tx: '0', id: '' }
    for (;;) {
      const found = await changesSince(db, this.#picture, from, stride)
      if (found.epoch !== this.#place.epoch || found.mark !== this.#place.mark) return 'restarted'
      // Of several readings the first one counts: what came after it is read again next time.
      picture ??= found.picture
      await this.#apply(found.changes)
      const last = found.changes.at(-1)
      if (!last || found.changes.length < stride) break
      from = last
    }
    this.#picture = picture
    this.asOf = at
    this.writes = writes
    return 'current'
  }

  /**
   * Reads cards before anybody asks for them, newest first, as many as there is room for; with a rest after each reading,
   * since whoever asks the database for something comes first.
   */
  async stock(stopped: () => boolean): Promise<void> {
    const { engine, cards } = this
    const newest = { filter: anything, sort: 'most_recent', limit: batch } as const
    for (let page = 1; !stopped() && !cards.full && (page - 1) * batch < engine.size; page += 1) {
      const missing = [...engine.find({ ...newest, page }).slots].filter((slot) => !cards.has(slot))
      if (missing.length > 0) await cards.read(missing)
      await pause(rest, undefined, { ref: false })
    }
  }

  /** Whether an answer is surely what it would be if it were made now. */
  shows({ slots, market, version }: State, { search, facets }: Asked): boolean {
    if (market !== this.id || version < this.#movesFrom) return false
    const { engine } = this
    const first = engine.carAt(slots[0] ?? -1)
    const last = engine.carAt(slots.at(-1) ?? -1)
    const answered = { search, facets, slots, first, last }
    return this.#moves.every((made) => made.version <= version || !touches(made.move, answered))
  }

  #remember(moves: readonly Move[]): void {
    this.version = ++versions
    for (const move of moves) this.#moves.push({ version: this.version, move })
    const gone = this.#moves.splice(0, Math.max(0, this.#moves.length - remembered)).at(-1)
    if (gone !== undefined) this.#movesFrom = gone.version
  }

  async #apply(changes: readonly Change[]): Promise<void> {
    const { engine, cards } = this
    const turns = new Turns()
    for (let from = 0; from < changes.length; from += few) {
      const some = changes.slice(from, from + few)
      const before = some.map(({ id }) => engine.slotOf(id))
      const moves = some.map(({ car }, i): Move => {
        const slot = before[i]
        return { slot: slot ?? -1, before: slot === undefined ? undefined : engine.carAt(slot), after: car }
      })
      engine.remove(some.filter(({ car }) => !car).map(({ id }) => id))
      engine.put(some.flatMap(({ car }): SearchableCar[] => (car ? [car] : [])))
      for (const slot of before) if (slot !== undefined) cards.changed(slot)
      for (const { id, tx } of some) {
        const slot = engine.slotOf(id)
        if (slot !== undefined) cards.changed(slot)
        if (BigInt(tx) > BigInt(this.#place.tx)) this.#place = { ...this.#place, tx, id }
      }
      this.#remember(moves)
      if (turns.over() && from + few < changes.length) await turns.next()
    }
  }

  /** After a start of the database: goes on if what is here is still part of its history, else says no. */
  async goOn(): Promise<boolean> {
    const { db } = this.#deps
    const { epoch, mark } = await headOf(db)
    if (epoch !== this.#place.epoch || !(await knows(db, this.#place))) return false
    this.#place = { ...this.#place, mark }
    return true
  }
}
