// All cars for sale in the memory of this process, as of one picture of the database, and brought up to date by what
// was committed since. Nobody writes here but the loading and `refresh`, one after the other.
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

/** Changes of one reading. */
const stride = 1000
/** Cars of one reading, which are taken in without a pause as rows, and then piece by piece. */
const walked = 250
const taken = 125
/** Cards of one reading ahead, and milliseconds of rest after it. */
const batch = 100
const rest = 5
/** Up to so many cars, what a first question needs takes no longer to make than a question takes of the database. */
const madeWhenAsked = 200_000
/** Cars of one piece of a file. */
const written = 2048
/** Changes that are made without a pause. */
const few = 40
/** What everybody asks for first. */
const everything = readQuery(readListQuery({}), { brands: [], provinces: [], cities: [] })

export type IndexDeps = Pick<Deps, 'db' | 'now'>
export interface IndexLimits {
  maxCars: number
  cardBytes: number
}

/** How a refresh found the database. */
export type RefreshResult =
  | 'current'
  /** It was restarted, or is another history; the index is as it was. */
  | 'restarted'

/** Of all indexes of this process, so that no two states have the same number. */
let versions = 0
let indexes = 0

export class ListingIndex {
  readonly id = ++indexes
  readonly engine: CarSearchIndex = createSearchIndex(bitmapMemory())
  readonly cards: Cards
  /** Rises with every change that an answer could show, also from one index to the next. */
  version = ++versions
  /** Milliseconds: everything that was committed before is in. */
  asOf = 0
  /** Of the database's `writes`: all up to here are in. */
  writes = -1
  /** Cars that fit before the engine has to stop and grow. */
  room = 0
  readonly #recent = new RecentChanges(this.version)
  #picture = ''
  /** Of the database when all cars were read from it, and when that was. */
  #origin = { schema: 0, read: 0 }
  /** No car has a slot from here on. */
  #slots = 0
  #place: FeedPosition = { epoch: '', mark: '', tx: '0', id: '' }
  readonly #deps: IndexDeps

  private constructor(deps: IndexDeps, limits: IndexLimits) {
    this.#deps = deps
    this.cards = new Cards(deps.db, this.engine, () => this.#picture, limits.cardBytes)
  }

  /** Reads all cars in the background; undefined when there are more than the limit. */
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
    // The changes since this picture are read when all is loaded, so a car may well come twice or have gone.
    index.#begin(place, { ...origin, cars, picture: await pictureOf(db) })
    await index.#walk(stopped)
    if (stopped()) return undefined
    if ((await index.refresh()) === 'current') return index
    throw new Error('The database was started anew while its cars were read.')
  }

  /**
   * Takes the cars of a file; undefined when it is damaged. Right after a `refresh`, where the database has all that was
   * in it when the file was written.
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

  /** Milliseconds: when all cars were last read from the database, be it by another process. */
  get readAt(): number {
    return this.#origin.read
  }

  /**
   * What a file needs: what comes first, the start of the database it belongs to, and the cars. These may change while the
   * pieces are taken: the reader lays all changes since the picture over them, so a car may well come twice or have gone.
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

  /** Makes what else would be made when it is first asked for; what changes meanwhile is tried again a few times. */
  async prepare(stopped: () => boolean): Promise<void> {
    const yielder = new Yielder()
    for (let tries = 0; tries < 3; tries += 1) {
      for (const _ of this.engine.prepare()) {
        if (stopped()) return
        if (yielder.isDue()) await yielder.pause()
      }
    }
  }

  /** Brings in everything that is committed by now; not to be called again before it is done. */
  async refresh(): Promise<RefreshResult> {
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
   * since other queries of the database come first.
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

  /** Whether an answer is surely what it would be if it were made now. */
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

  /** After a start of the database: goes on if what is here is still part of its history, else says no. */
  async goOn(): Promise<boolean> {
    const { db } = this.#deps
    const { epoch, mark } = await headOf(db)
    if (epoch !== this.#place.epoch || !(await knows(db, this.#place))) return false
    this.#place = { ...this.#place, mark }
    return true
  }
}
