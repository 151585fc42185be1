import pg from 'pg'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { columnTypes, Database, type DatabaseParts } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { startMaintenance } from './maintenance.ts'
import { Notifications } from './notifications.ts'
import type { Db } from './sql.ts'

/** Milliseconds after which a statement is cancelled, and after which waiting for a lock fails. */
const statementTimeout = 15_000
export const lockTimeout = 5_000

/**
 * Configures a new connection; the pool waits for the result. A statement does it instead of start-up parameters, because
 * connection poolers refuse parameters that they do not know.
 */
const prepared = (client: pg.ClientBase): unknown =>
  client.query(
    `set statement_timeout = ${statementTimeout}; set lock_timeout = ${lockTimeout}; set timezone = 'UTC'`,
  )

/** Opens the database of these settings: PostgreSQL when `DATABASE_URL` is set, else the embedded database in `DATA_DIR/db`. */
export async function openDb(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  { refuseNested }: Pick<DatabaseParts, 'refuseNested'> = {},
): Promise<Db> {
  const onError = (error: Error): void => log.error(error, 'the connection to the database was lost')
  const { databaseUrl: url } = config
  if (url !== undefined) {
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
    const notifications = new Notifications({ url, onError })
    return new Database({ kind: 'postgres', pool, notifications, close: () => pool.end(), refuseNested })
  }
  const { pool, end } = await openEmbedded(join(resolve(config.dataDir), 'db'), { onError })
  const maintenance = startMaintenance(pool, log, Date.now)
  const close = async (): Promise<void> => {
    await maintenance.stop()
    await pool.end()
    await end()
  }
  return new Database({ kind: 'embedded', pool, close, refuseNested })
}
