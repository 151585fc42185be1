import { ignoreExpected } from '#contract/values/expected.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isDatabaseAway } from '../kernel/db/failures.ts'
import type { Db } from '../kernel/db/sql.ts'
import { onePer } from '../kernel/deps.ts'

/** Milliseconds for which views are collected, so that a single view causes no write. */
const gathered = 3_000

const topic = 'views'
/** Maximum number of ids in one notification; ids of any allowed length fit. */
const together = 25
/**
 * Notifies the listener of cars whose view counts have changed in the database, by any process; undefined: any car may have
 * changed. Returns an unsubscribe function.
 */
export const followViews = (db: Db, listener: (ids: string[] | undefined) => void): (() => void) =>
  db.listen(topic, (ids) => listener(ids === undefined ? undefined : (JSON.parse(ids) as string[])))

/** Collects views per car until they are written. */
class Clicks {
  #waiting = new Map<string, number>()
  #underway = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  readonly #inTurn = createInTurn()
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Counts one view and returns how many views of the car are not in the database yet. */
  add(carId: string): number {
    this.#waiting.set(carId, (this.#waiting.get(carId) ?? 0) + 1)
    // A failed write puts its views back, so the next write includes them.
    this.#timer ??= setTimeout(
      () => void this.flush().catch(ignoreExpected('write-clicks', isDatabaseAway)),
      gathered,
    ).unref()
    return this.waiting(carId)
  }

  /** Returns the views of a car that are not in the database yet, including those being written. */
  waiting(carId: string): number {
    return (this.#waiting.get(carId) ?? 0) + (this.#underway.get(carId) ?? 0)
  }

  /** Writes the collected views, one flush after the other. Call it before the database closes. */
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
      // Only a transaction is retried when two processes count the same cars at once.
      await this.#db.tx(async (sql) => {
        const ids = [...batch.keys()]
        await sql.exec`update cars c set clicks = c.clicks + s.n
          from unnest(${ids}::text[], ${[...batch.values()]}::int[]) as s (id, n) where c.id = s.id`
        for (let from = 0; from < ids.length; from += together)
          await sql.notify(topic, JSON.stringify(ids.slice(from, from + together)))
      })
    } catch (error) {
      for (const [id, n] of batch) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + n)
      throw error
    } finally {
      this.#underway = new Map()
    }
  }
}

/** Returns the counter of a database; the process has one per database. */
export const clicksOf = onePer((db: Db) => new Clicks(db))
