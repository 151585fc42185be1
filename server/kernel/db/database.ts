import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg'
import type { z } from 'zod/mini'
import { DatabaseAway, isRetryable, meaningOf } from './failures.ts'
import { type DatabaseNotice, Notifications } from './notifications.ts'
import { type Db, type Listener, type Sql, sqlForms, type Statement } from './sql.ts'

// One way to speak to the database, whichever it is: rows checked, transactions retried.

type Result = QueryResult<Record<string, unknown>>
type Run = (statement: Statement) => Promise<Result>
/** Sends a query on the one connection that was borrowed. */
type Query = (query: QueryConfig | string) => Promise<Result>

/** Texts that are prepared; there are fewer in the code. */
const mostNames = 2000
const names = new Map<string, string>()
/** By this name the database knows the plan of a text: the same on every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

function queryOf({ text, values, once = false }: Statement): QueryConfig {
  if (values === undefined) return { text }
  const name = once ? undefined : nameOf(text)
  return { text, values: [...values], ...(name !== undefined && { name }) }
}

function checked<T extends z.ZodMiniType>(row: T, value: unknown, statement: Statement): z.output<T> {
  const result = row.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new TypeError(
    `A row of "${statement.text.replaceAll(/\s+/g, ' ').slice(0, 80)}" is not as expected: ` +
      `${first?.path.join('.') ?? ''} ${first?.message ?? ''}`,
  )
}

class Statements implements Sql {
  readonly #run: Run
  readonly #notify: Sql['notify']
  readonly all: Sql['all']
  readonly first: Sql['first']
  readonly exec: Sql['exec']
  constructor(run: Run, notify: Sql['notify']) {
    this.#run = run
    this.#notify = notify
    ;({ all: this.all, first: this.first, exec: this.exec } = sqlForms(this))
  }
  notify(topic: string, payload: string): Promise<void> {
    return this.#notify(topic, payload)
  }
  async rows<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T>[]> {
    const { rows } = await this.#run(statement)
    return rows.map((value) => checked(row, value, statement))
  }
  async row<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T> | undefined> {
    const { rows } = await this.#run(statement)
    return rows[0] === undefined ? undefined : checked(row, rows[0], statement)
  }
  async run(statement: Statement): Promise<number> {
    // Several statements in one text, as migrations have them, give one result each.
    const results: QueryResult | QueryResult[] = await this.#run(statement)
    return [results].flat().reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
  }
}

/** Statements that only look, by what the database calls them when they are done. */
const looks = new Set(['SELECT', 'SET', 'SHOW', 'EXPLAIN'])
/** Several statements in one text give one result each. */
const wrote = (results: QueryResult | QueryResult[]): boolean =>
  [results].flat().some((result) => !looks.has(result.command))

const mostAttempts = 6

export interface DatabaseParts {
  kind: Db['kind']
  pool: Pool
  /** Of this process alone when left out. */
  notifications?: Notifications
  /** Ends the pool and what follows it. */
  close: () => Promise<void>
  /**
   * Finds out whether a query of the pool is made inside a transaction, which waits for a connection that it holds
   * itself. Tests do: before Node 24 it makes every promise of the process dearer, a tenth of what a list costs.
   */
  refuseNested?: boolean | undefined
}

export class Database extends Statements implements Db {
  readonly kind: Db['kind']
  readonly #pool: Pool
  /** Connections that were lent, each with how it broke. */
  readonly #lent = new WeakMap<PoolClient, { broken?: Error }>()
  readonly #close: () => Promise<void>
  readonly #notifications: Notifications
  readonly #inside: AsyncLocalStorage<true> | undefined
  #closing: Promise<void> | undefined
  #writes = 0

  constructor(parts: DatabaseParts) {
    const run: Run = async (statement) => {
      this.#refuseInside()
      try {
        const result = await this.#borrow((query) => query(queryOf(statement)))
        if (wrote(result)) this.#writes += 1
        return result
      } catch (error) {
        this.#writes += 1
        throw meaningOf(error)
      }
    }
    super(run, async (topic, payload) => {
      const notice = { topic, payload }
      await this.#notifications.tell(notice, run)
      this.#notifications.committed([notice])
    })
    this.#inside = parts.refuseNested === true ? new AsyncLocalStorage() : undefined
    this.kind = parts.kind
    this.#pool = parts.pool
    // From its first moment on: one can break while it is handed over, when nobody who uses it listens yet.
    this.#pool.on('connect', (client) => this.#watched(client))
    this.#pool.on('error', (error, client) => {
      this.#watched(client).broken ??= error
    })
    this.#close = parts.close
    this.#notifications = parts.notifications ?? new Notifications()
  }

  get writes(): number {
    return this.#writes
  }

  async tx<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    this.#refuseInside()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(work)
      } catch (error) {
        if (!isRetryable(error) || attempt === mostAttempts) throw meaningOf(error)
      }
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }

  listen(topic: string, listener: Listener): () => void {
    return this.#notifications.listen(topic, listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#notifications.close().then(() => this.#close())
    return this.#closing
  }

  #once<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#borrow(async (query, giveUp) => {
      let over = false
      let written = false
      const notices: DatabaseNotice[] = []
      const run: Run = async (statement) => {
        if (over) throw new Error('A statement came after the end of its transaction.')
        const result = await query(queryOf(statement))
        written ||= wrote(result)
        return result
      }
      const sql = new Statements(run, async (topic, payload) => {
        const notice = { topic, payload }
        await this.#notifications.tell(notice, run)
        notices.push(notice)
      })
      try {
        await query('begin')
        const result = await (this.#inside ? this.#inside.run(true, () => work(sql)) : work(sql))
        over = true
        await query('commit')
        this.#notifications.committed(notices)
        return result
      } catch (error) {
        over = true
        // Fails only with a lost connection, which the error at hand is about already.
        await query('rollback').catch(giveUp)
        throw error
      } finally {
        // Also when it failed: of a commit whose answer was lost nobody knows.
        if (written) this.#writes += 1
      }
    })
  }

  /**
   * Lends a connection. One that broke does not go back into the pool, nor does it end the process. The driver tells of
   * it by an event; what it rejects queries with then, and later ones, is often a mere sentence. So from that event on
   * every query on it fails with `DatabaseAway`, whatever the driver says.
   */
  async #borrow<T>(work: (query: Query, giveUp: (error: Error) => void) => Promise<T>): Promise<T> {
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (cause) {
      throw new DatabaseAway('No connection to the database.', { cause })
    }
    const watched = this.#watched(client)
    const giveUp = (error: Error): void => {
      watched.broken ??= error
    }
    const query: Query = async (asked) => {
      try {
        return await client.query<Record<string, unknown>>(asked)
      } catch (error) {
        if (!watched.broken) throw error
        throw new DatabaseAway('The connection to the database was lost.', { cause: error })
      }
    }
    try {
      return await work(query, giveUp)
    } finally {
      client.release(watched.broken)
    }
  }

  #watched(client: PoolClient): { broken?: Error } {
    const known = this.#lent.get(client)
    if (known) return known
    const watched: { broken?: Error } = {}
    this.#lent.set(client, watched)
    client.on('error', (error) => {
      watched.broken ??= error
    })
    return watched
  }

  #refuseInside(): void {
    if (this.#inside?.getStore()) throw new Error('Use the sql of the transaction inside a transaction.')
  }
}

// What a column becomes in TypeScript, the same for both databases.

/** A count or a sum above 2^53 would lose digits in silence, so it is refused. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, wholeNumber],
  [types.builtins.NUMERIC, Number],
])

/** int8 and numeric arrive as numbers, timestamptz as Date, json as its value; the rest as the driver does it. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format as 'text'),
}
