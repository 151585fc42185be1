// One way to speak to the database, whichever it is: rows checked, transactions retried.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { z } from 'zod/mini'
import { DatabaseAway, isRetryable, meaningOf } from './failures.ts'
import type { Db, Sql, Statement } from './sql.ts'

type Run = (statement: Statement) => Promise<QueryResult<Record<string, unknown>>>

const queryOf = (statement: Statement) => ({
  text: statement.text,
  ...(statement.name === undefined ? {} : { name: statement.name }),
  ...(statement.values === undefined ? {} : { values: [...statement.values] }),
})

function checked<T extends z.ZodMiniType>(row: T, value: unknown, statement: Statement): z.output<T> {
  const result = row.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new TypeError(
    `A row of "${statement.name ?? statement.text.slice(0, 80)}" is not as expected: ` +
      `${first?.path.join('.') ?? ''} ${first?.message ?? ''}`,
  )
}

class Statements implements Sql {
  readonly #run: Run
  constructor(run: Run) {
    this.#run = run
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
  /** Ends the pool and what stands behind it. */
  close: () => Promise<void>
}

export class Database extends Statements implements Db {
  readonly kind: Db['kind']
  readonly #pool: Pool
  readonly #close: () => Promise<void>
  readonly #inside = new AsyncLocalStorage<true>()
  #closing: Promise<void> | undefined
  #writes = 0

  constructor(parts: DatabaseParts) {
    super(async (statement) => {
      this.#refuseInside()
      try {
        const query = queryOf(statement)
        const result = await this.#borrow((client) => client.query<Record<string, unknown>>(query))
        if (wrote(result)) this.#writes += 1
        return result
      } catch (error) {
        this.#writes += 1
        throw meaningOf(error)
      }
    })
    this.kind = parts.kind
    this.#pool = parts.pool
    this.#close = parts.close
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

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #once<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#borrow(async (client) => {
      let over = false
      let written = false
      const sql = new Statements(async (statement) => {
        if (over) throw new Error('A statement came after the end of its transaction.')
        const result = await client.query<Record<string, unknown>>(queryOf(statement))
        written ||= wrote(result)
        return result
      })
      try {
        await client.query('begin')
        const result = await this.#inside.run(true, () => work(sql))
        over = true
        await client.query('commit')
        return result
      } catch (error) {
        over = true
        // Fails only with a lost connection, which the error at hand is about already.
        await client.query('rollback').catch((failure: Error) => client.emit('error', failure))
        throw error
      } finally {
        // Also when it failed: of a commit whose answer was lost nobody knows.
        if (written) this.#writes += 1
      }
    })
  }

  /** A client whose connection broke must not go back into the pool, nor bring the process down. */
  async #borrow<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw Object.assign(new DatabaseAway('No connection to the database.'), { cause: error })
    }
    let broken: Error | undefined
    const onError = (error: Error): void => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** The embedded database has one connection: a second one, asked for inside a transaction, would wait for ever. */
  #refuseInside(): void {
    if (this.#inside.getStore()) throw new Error('Use the sql of the transaction inside a transaction.')
  }
}
