import { ignoreExpected } from '#contract/values/expected.ts'
import { createInTurn } from '#contract/values/in-turn.ts'
import { isDatabaseAway } from '../kernel/db/failures.ts'
import type { Db } from '../kernel/db/sql.ts'
import { onePer } from '../kernel/deps.ts'

/** Views wait this long before they are written, so that looking at a car writes nothing by itself. */
const gathered = 3_000

const topic = 'views'
/** Ids of one notice: of any length they fit. */
const together = 25
/**
 * Tells a holder of copies which cars have other views in the database now, whichever process counted them; undefined: any
 * may have. Returns an unsubscribe function.
 */
export const followViews = (db: Db, listener: (ids: string[] | undefined) => void): (() => void) =>
  db.listen(topic, (ids) => listener(ids === undefined ? undefined : (JSON.parse(ids) as string[])))

/** Views that are not written yet, per car. */
class Clicks {
  #waiting = new Map<string, number>()
  #underway = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  readonly #inTurn = createInTurn()
  readonly #db: Db

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

/** The counter of a database; one for all who use it in this process. */
export const clicksOf = onePer((db: Db) => new Clicks(db))
