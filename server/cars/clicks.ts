import { ignoreExpected } from '#contract/values/expected.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isDatabaseAway } from '../kernel/db/failures.ts'
import type { Db } from '../kernel/db/sql.ts'

/** Views wait this long before they are written, so that looking at a car writes nothing by itself. */
const gathered = 3_000

/** Views that are not written yet, per car. */
class Clicks {
  #waiting = new Map<string, number>()
  #underway = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  readonly #inTurn = createInTurn()
  readonly #db: Db
  readonly #listeners = new Set<(ids: readonly string[]) => void>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Notes one view and returns how many of the car are not in the database yet. */
  add(carId: string): number {
    this.#waiting.set(carId, (this.#waiting.get(carId) ?? 0) + 1)
    // A failed write has put its views back; the next one takes them along.
    this.#timer ??= setTimeout(
      () => void this.flush().catch(ignoreExpected('write-clicks', isDatabaseAway)),
      gathered,
    ).unref()
    return this.waiting(carId)
  }

  /** Tells subscribers with copies of cars which of them have other views in the database now; ends it when called. */
  onWritten(listener: (ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Those being written count until they are. */
  waiting(carId: string): number {
    return (this.#waiting.get(carId) ?? 0) + (this.#underway.get(carId) ?? 0)
  }

  /** Writes what waits, one flush after the other; to be called before the database closes. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#inTurn(() => this.#write())
  }

  async #write(): Promise<void> {
    const batch = this.#waiting
    if (batch.size === 0) return
    this.#waiting = new Map()
    this.#underway = batch
    try {
      // In a transaction because that is what is retried when two processes count the same cars at once.
      await this.#db.tx((sql) =>
        sql.run({
          text: `update cars c set clicks = c.clicks + s.n
            from unnest($1::text[], $2::int[]) as s (id, n) where c.id = s.id`,
          values: [[...batch.keys()], [...batch.values()]],
        }),
      )
      for (const listener of this.#listeners) listener([...batch.keys()])
    } catch (error) {
      for (const [id, n] of batch) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + n)
      throw error
    } finally {
      this.#underway = new Map()
    }
  }
}

const counters = new WeakMap<Db, Clicks>()

/** The counter of a database; one for all who use it in this process. */
export function clicksOf(db: Db): Clicks {
  const counter = counters.get(db) ?? new Clicks(db)
  counters.set(db, counter)
  return counter
}
