import pg from 'pg'
import { columnTypes } from './types.ts'

/** Milliseconds. A statement that takes longer is cancelled, a lock that is not free by then is given up. */
const statementTimeout = 15_000
const lockTimeout = 5_000

/**
 * Set by a statement and not at the start-up: connection poolers refuse settings they do not know.
 * The pool waits for what this returns.
 */
const prepared = (client: pg.ClientBase): unknown =>
  client.query(
    `set statement_timeout = ${statementTimeout}; set lock_timeout = ${lockTimeout}; set timezone = 'UTC'`,
  )

/** A pool of connections to a PostgreSQL server. */
export function postgresPool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: columnTypes,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'motorkin',
    onConnect: prepared,
  })
  pool.on('error', onError)
  return pool
}
