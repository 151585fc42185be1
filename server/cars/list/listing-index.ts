// All cars for sale in the memory of this process, as of one database snapshot, updated with the changes committed since. Only
// loading and `refresh` write the index, one after the other.
import { setTimeout as pause } from 'node:timers/promises'
import {
  columnsOf,
  createSearchIndex,
  readQuery,
  type CarColumns,
  type CarSearchIndex,
  type CarChange,
  type SearchableCar,
} from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import type { FeedPosition } from '../feed/cursor.ts'
import { headOf, knows } from '../feed/feed-store.ts'
import type { Deps } from '../../kernel/deps.ts'
import { bitmapMemory } from './bitmaps/fast-memory.ts'
import { Cards } from './cards.ts'
import type { IndexFile, IndexHead } from './index-file.ts'
import { schemaOf } from './index-proof.ts'
import { carsFrom, changesSince, countUpTo, pictureOf, walkStart, type ListingChange } from './index-store.ts'
import { RecentChanges, type ListRequest, type AnswerState } from './recent-changes.ts'
import { Yielder } from './yielder.ts'

/** Maximum number of changes of one query. */
const stride = 1000
/** Number of cars of one query, and number of cars that are added without a pause. */
const walked = 250
const taken = 125
/** Number of cards of one query of `stock`, and milliseconds of pause after it. */
const batch = 100
const rest = 5
/** Number of cars up to which the first request builds the missing orders no slower than the database answers it. */
const madeWhenAsked = 200_000
/** Number of cars of one piece of a file. */
const written = 2048
/** Number of changes that are applied without a pause. */
const few = 40
/** The search without any filter, the most frequent first request. */
const everything = readQuery(readListQuery({}), { brands: [], provinces: [], cities: [] })

export type IndexDeps = Pick<Deps, 'db' | 'now'>
export interface IndexLimits {
  maxCars: number
  cardBytes: number
}

/** Result of a refresh. */
export type RefreshResult =
  | 'current'
  /** The database was restarted or has another history; the index is unchanged. */
  | 'restarted'

/** Counters of all indexes of this process, so that no two states have the same number. */
let versions = 0
let indexes = 0

export class ListingIndex {
  readonly id = ++indexes
  readonly engine: CarSearchIndex = createSearchIndex(bitmapMemory())
  readonly cards: Cards
  /** Increases with every change that a response could show, also from one index to the next. */
  version = ++versions
  /** Time in milliseconds: the index contains everything committed before. */
  asOf = 0
  /** Value of the database's `writes`: the index contains all writes of this process up to this one. */
  writes = -1
  /** Number of cars that fit before the engine must pause to grow. */
  room = 0
  readonly #recent = new RecentChanges(this.version)
  #picture = ''
  /** Schema of the database at the last full read, and the time of that read. */
  #origin = { schema: 0, read: 0 }
  /** Upper bound of the used slots. */
  #slots = 0
  #place: FeedPosition = { epoch: '', mark: '', tx: '0', id: '' }
  readonly #deps: IndexDeps

  private constructor(deps: IndexDeps, limits: IndexLimits) {
    this.#deps = deps
    this.cards = new Cards(deps.db, this.engine, () => this.#picture, limits.cardBytes)
  }

  /** Reads all cars in the background; undefined when there are more than the limit or `stopped()` is true. */
  static async load(
    deps: IndexDeps,
    limits: IndexLimits,
    stopped: () => boolean,
  ): Promise<ListingIndex | undefined> {
    const { db, now } = deps
    const cars = await countUpTo(db, limits.maxCars)
    if (cars > limits.maxCars) return undefined
    const origin = { schema: await schemaOf(db), read: now().getTime() }
    const place = await headOf(db)
    const index = new ListingIndex(deps, limits)
    // The changes since this snapshot are read at the end, so a car that is read twice or removed meanwhile does no harm.
    index.#begin(place, { ...origin, cars, picture: await pictureOf(db) })
    await index.#walk(stopped)
    if (stopped()) return undefined
    if ((await index.refresh()) === 'current') return index
    throw new Error('The database was started anew while its cars were read.')
  }

  /**
   * Builds an index from a file; undefined when the file is damaged or `stopped()` is true. The index is current after a
   * `refresh`, provided that the database has everything it had when the file was written.
   */
  static async from(
    file: IndexFile,
    deps: IndexDeps,
    limits: IndexLimits,
    place: FeedPosition,
    stopped: () => boolean,
  ): Promise<ListingIndex | undefined> {
    const index = new ListingIndex(deps, limits)
    index.#begin(place, file.head)
    const yielder = new Yielder()
    const whole = await file.read(async (piece) => {
      if (!stopped()) index.#admit(piece)
      if (yielder.isDue()) await yielder.pause()
    })
    if (!whole || stopped()) return undefined
    if (index.engine.size > madeWhenAsked) await index.prepare(stopped)
    return index
  }

  #begin(place: FeedPosition, { schema, read, picture, cars }: Omit<IndexHead, 'token' | 'epoch'>): void {
    this.#place = place
    this.#picture = picture
    this.#origin = { schema, read }
    this.room = Math.ceil(cars * 1.1) + 1000
    this.engine.reserve(this.room)
  }

  #admit(columns: CarColumns): void {
    for (const slot of this.engine.load(columns)) this.#slots = Math.max(this.#slots, slot + 1)
  }

  /** Time in milliseconds of the last full read from the database, possibly by another process. */
  get readAt(): number {
    return this.#origin.read
  }

  /**
   * Returns the contents of a file: head, start of the database, and cars. Cars may change while the pieces are written: the
   * reader applies all changes since the snapshot, so a car that is written twice or left out does no harm.
   */
  saved(size = written) {
    const { epoch, mark } = this.#place
    const head = { epoch, ...this.#origin, picture: this.#picture, cars: this.engine.size }
    return { head, mark, pieces: this.#pieces(size) }
  }

  *#pieces(size: number): Generator<CarColumns> {
    for (let from = 0; from < this.#slots; from += size) {
      const to = Math.min(from + size, this.#slots)
      const slots = Array.from({ length: to - from }, (_, i) => from + i)
      yield columnsOf(slots.flatMap((slot) => this.engine.carAt(slot) ?? []))
    }
  }

  async #walk(stopped: () => boolean): Promise<void> {
    const yielder = new Yielder()
    for (let step = walkStart; !stopped();) {
      const { cars, last } = await carsFrom(this.#deps.db, step, walked)
      for (let from = 0; from < cars.length; from += taken) {
        if (yielder.isDue()) await yielder.pause()
        this.#admit(columnsOf(cars.slice(from, from + taken)))
      }
      if (!last || cars.length < walked) break
      step = last
    }
    if (!stopped()) await this.prepare(stopped)
  }

  /** Builds the orders that the first requests would build. A change cancels one pass, so there are up to three. */
  async prepare(stopped: () => boolean): Promise<void> {
    const yielder = new Yielder()
    for (let tries = 0; tries < 3; tries += 1) {
      for (const _ of this.engine.prepare()) {
        if (stopped()) return
        if (yielder.isDue()) await yielder.pause()
      }
    }
  }

  /** Applies everything committed so far. Must not be called while another call is running. */
  async refresh(): Promise<RefreshResult> {
    const { db, now } = this.#deps
    const { writes } = db
    const at = now().getTime()
    let picture: string | undefined
    let from = { tx: '0', id: '' }
    for (;;) {
      const found = await changesSince(db, this.#picture, from, stride)
      if (found.epoch !== this.#place.epoch || found.mark !== this.#place.mark) return 'restarted'
      // Of several queries the first one's snapshot counts: changes after it are read again at the next refresh.
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
   * Reads cards in advance, newest cars first, until the cache is full. A pause after each query gives other queries of the
   * database precedence.
   */
  async stock(stopped: () => boolean): Promise<void> {
    const { engine, cards } = this
    for (let page = 1; !stopped() && !cards.full && (page - 1) * batch < engine.size; page += 1) {
      const missing = [...engine.find({ ...everything, limit: batch, page }).slots].filter(
        (slot) => !cards.has(slot),
      )
      if (missing.length > 0) await cards.read(missing)
      await pause(rest, undefined, { ref: false })
    }
  }

  /** Returns whether a response is known to be unchanged in the current state. */
  shows(state: AnswerState, asked: ListRequest): boolean {
    return state.index === this.id && this.#recent.spare(state, asked, this.engine)
  }

  #remember(made: readonly CarChange[]): void {
    this.version = ++versions
    this.#recent.add(this.version, made)
  }

  async #apply(changes: readonly ListingChange[]): Promise<void> {
    const { engine, cards } = this
    const yielder = new Yielder()
    for (let from = 0; from < changes.length; from += few) {
      const some = changes.slice(from, from + few)
      const before = some.map(({ id }) => engine.slotOf(id))
      const made = some.map(({ car }, i): CarChange => {
        const slot = before[i]
        return { slot: slot ?? -1, before: slot === undefined ? undefined : engine.carAt(slot), after: car }
      })
      engine.remove(some.filter(({ car }) => !car).map(({ id }) => id))
      engine.put(some.flatMap(({ car }): SearchableCar[] => (car ? [car] : [])))
      for (const slot of before) if (slot !== undefined) cards.changed(slot)
      for (const { id, tx } of some) {
        const slot = engine.slotOf(id)
        if (slot !== undefined) {
          cards.changed(slot)
          this.#slots = Math.max(this.#slots, slot + 1)
        }
        if (BigInt(tx) > BigInt(this.#place.tx)) this.#place = { ...this.#place, tx, id }
      }
      this.#remember(made)
      if (yielder.isDue() && from + few < changes.length) await yielder.pause()
    }
  }

  /** Returns, after a restart of the database, whether the index is still part of its history and may continue to be used. */
  async goOn(): Promise<boolean> {
    const { db } = this.#deps
    const { epoch, mark } = await headOf(db)
    if (epoch !== this.#place.epoch || !(await knows(db, this.#place))) return false
    this.#place = { ...this.#place, mark }
    return true
  }
}
