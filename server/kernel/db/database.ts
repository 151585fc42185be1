import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg'
import type { z } from 'zod/mini'
import { DatabaseAway, isRetryable, meaningOf } from './failures.ts'
import { type DatabaseNotice, Notifications } from './notifications.ts'
import { type Db, type Listener, type Sql, sqlForms, type Statement } from './sql.ts'

// One interface to both databases: rows are validated, transactions are retried.

type Result = QueryResult<Record<string, unknown>>
type Run = (statement: Statement) => Promise<Result>
/** Sends a query on the borrowed connection. */
type Query = (query: QueryConfig | string) => Promise<Result>

/** Maximum prepared statements; the code has fewer. */
const mostNames = 2000
const names = new Map<string, string>()
/**
 * Returns the name of the prepared statement of a text, the same on every connection; undefined for a text over the maximum.
 */
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

/** Commands that do not write, as the database names them in a result. */
const looks = new Set(['SELECT', 'SET', 'SHOW', 'EXPLAIN'])
/** Returns whether a statement may have written. Several statements in one text give one result each. */
const wrote = (results: QueryResult | QueryResult[]): boolean =>
  [results].flat().some((result) => !looks.has(result.command))

const mostAttempts = 6

export interface DatabaseParts {
  kind: Db['kind']
  pool: Pool
  /** Notifications; limited to this process when left out. */
  notifications?: Notifications
  /** Ends the pool and everything that depends on it. */
  close: () => Promise<void>
  /**
   * Whether a query on the pool inside a transaction throws: it would wait for the connection that its own transaction holds.
   * Tests turn this on. Before Node 24 it slows down every promise of the process: a list takes a tenth longer.
   */
  refuseNested?: boolean | undefined
}

export class Database extends Statements implements Db {
  readonly kind: Db['kind']
  readonly #pool: Pool
  /** Connections of the pool, each with the error that broke it. */
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
    // A connection is watched from `connect` on: it can break while the pool hands it over, before its user listens.
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
        // `rollback` fails only on a lost connection, which `error` already reports.
        await query('rollback').catch(giveUp)
        throw error
      } finally {
        // A failure counts too: a commit whose response was lost may have succeeded.
        if (written) this.#writes += 1
      }
    })
  }

  /**
   * Borrows a connection for `work`. A broken connection does not return to the pool and does not end the process. The driver
   * reports the break by an event; its errors for current and later queries are often plain text without a code. So after
   * that event every query on the connection fails with `DatabaseAway`.
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

// Types of columns in TypeScript, the same for both databases.

/** Parses an int8. A value above 2^53 would silently lose digits, so it throws. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, wholeNumber],
  [types.builtins.NUMERIC, Number],
])

/**
 * Parsers of columns. int8 and numeric become numbers; the driver parses the rest, timestamptz to Date and json to its value.
 */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format as 'text'),
}
