import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { keepHouse } from './housekeeping.ts'
import { Notifications } from './notifications.ts'
import { postgresPool } from './postgres.ts'
import type { Db } from './sql.ts'

/** What opening needs of the settings. */
export type DbConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

/** The database of these settings: PostgreSQL when there is an address, else the embedded one in `DATA_DIR/db`. */
export async function openDb(config: DbConfig, log: Pick<FastifyBaseLogger, 'error' | 'info'>): Promise<Db> {
  const onError = (error: Error): void => log.error(error, 'the connection to the database was lost')
  if (config.databaseUrl !== undefined) {
    const pool = postgresPool(config.databaseUrl, onError)
    const notifications = new Notifications({ url: config.databaseUrl, onError })
    return new Database({ kind: 'postgres', pool, notifications, close: () => pool.end() })
  }
  const { pool, end } = await openEmbedded(join(resolve(config.dataDir), 'db'), { onError })
  const housekeeping = keepHouse(pool, log, Date.now)
  const close = async (): Promise<void> => {
    await housekeeping.stop()
    await pool.end()
    await end()
  }
  return new Database({ kind: 'embedded', pool, close })
}
