// First steps of every program of the server: settings, then a database that is up to date.
import { existsSync } from 'node:fs'
import { AppError } from '#contract/errors.ts'
import { fillTokens } from '../cars/cars-write.ts'
import { makeLog } from '../kernel/base-app.ts'
import { type Config, readConfig } from '../kernel/config.ts'
import { codeOf } from '../kernel/db/failures.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDb } from '../kernel/db/open.ts'
import type { Deps } from '../kernel/deps.ts'
import { mintId } from '../kernel/ids.ts'

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)
/** Prints a sentence and ends the program with status 1. */
export function exitWithError(sentence: string): never {
  printError(sentence)
  return process.exit(1)
}

/** Reads the settings of the environment and of `.env`; ends the process when they are wrong, with a sentence per problem. */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const result = readConfig(process.env)
  if (result.ok) return result.config
  printError('Motorkin cannot start with these settings:')
  for (const problem of result.problems) printError(`  ${problem}`)
  return process.exit(1)
}

const deepest = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? deepest(error.cause) : error

/** Returns a sentence that says why a program could not start. */
export function startFailureOf(error: unknown, config: Pick<Config, 'databaseUrl'>): string {
  const root = deepest(error)
  const text = root instanceof Error ? root.message || codeOf(root) : String(root)
  const away = error instanceof AppError && error.code === 'unavailable' && config.databaseUrl !== undefined
  return away ? `The database of DATABASE_URL does not answer (${text}).` : text
}

/** Opens and migrates the database; `deps.db.close()` ends it. */
export async function openDeps(config: Config): Promise<Deps & { log: ReturnType<typeof makeLog> }> {
  const log = makeLog(config.logLevel)
  const db = await openDb(config, log)
  await migrate(db)
  await fillTokens(db)
  return { config, db, now: () => new Date(), newId: () => mintId(), log }
}
