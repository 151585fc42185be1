import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/sql.ts'

/** Everything the server is handed from outside; tests hand in their own. */
export interface Deps {
  config: Config
  db: Db
  /** The only source of time. */
  now: () => Date
  /** A new id: UUIDv7, so that newer rows sort later. */
  newId: () => string
  log?: FastifyBaseLogger | boolean
}
