// Runs the server as one process or several: settings, database, demo data, listening, and an orderly end.
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { buildApp } from './app.ts'
import { startJobs } from './start-jobs.ts'
import type { Config } from './kernel/config.ts'
import type { Deps } from './kernel/deps.ts'
import { codeOf } from './kernel/db/failures.ts'
import { mailboxOf } from './kernel/mail/transport.ts'
import { onSupervisorStop, supervise } from './kernel/workers.ts'
import { findBeside } from './kernel/place.ts'
import { printError, openDeps, readSettings, startFailureOf, printLine } from './cli/open-deps.ts'
import { uploadServiceOf } from './pictures/uploads/upload-service.ts'
import { writeReference } from './reference/reference-rows.ts'

/** Milliseconds that requests in progress may take when the server is told to stop. */
const grace = 10_000
const mostWorkers = 64

const contents = z.object({ people: z.boolean(), makes: z.boolean() })

/** Loads the demo when it is on; a server of real cars never has it in memory. */
const loadDemo = async ({ demo }: Config) => (demo ? import('#demo') : undefined)
type Demo = Awaited<ReturnType<typeof loadDemo>>

/** Fills a new database with the demo, or at least with the reference data that every server needs: makes, places, plans. */
async function fillWhenEmpty(deps: Deps, demo: Demo): Promise<void> {
  const there = await deps.db.first(contents)`select exists (select 1 from users) as people,
    exists (select 1 from makes) as makes`
  if (demo && !there?.people) {
    printLine('Preparing demo data …')
    await demo.seedDemo(deps, { log: printLine })
  } else if (!there?.makes) await deps.db.tx((sql) => writeReference(sql))
}

/**
 * Throws when pictures cannot be stored, so that the server does not start: a refused upload would reveal the problem too
 * late.
 */
async function provePictures(deps: Deps): Promise<void> {
  try {
    await uploadServiceOf(deps).store.check(true)
  } catch (error) {
    // The new error has no code, because the code could be taken for one of the database.
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the names of settings that may be set but are not used yet, so that nobody relies on them. */
const unused = (config: Config): string[] =>
  Object.entries({
    // Without AI_API_KEY a template writes the texts.
    AI_BASE_URL: config.aiApiKey === undefined ? config.aiBaseUrl : undefined,
    VAPID_PUBLIC_KEY: config.vapidPublicKey,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Returns advice about settings that work, but not as well as they could. */
function adviceOn({ payfastMerchantId, payfastPassphrase }: Config): string[] {
  if (payfastMerchantId === undefined) return []
  if (payfastPassphrase === undefined)
    return [
      'PAYFAST_PASSPHRASE is not set: signatures prove nothing without one. Set one here and at PayFast',
    ]
  return /^[A-Za-z\d]+$/.test(payfastPassphrase)
    ? []
    : ['PAYFAST_PASSPHRASE has other signs than letters and digits, which programs write in different ways']
}

function greet(config: Config, demo: Demo): void {
  printLine(`\nMotorkin is ready: ${config.publicUrl}`)
  if (!demo) return
  printLine(`\n${demo.signIns.join('\n')}`)
  if (config.smtpUrl === undefined)
    printLine(`\nE-mails: ${config.showsEmails ? `${config.publicUrl}/dev/mail` : mailboxOf(config)}\n`)
}

/** Calls `close` once when the process is told to end; a second signal ends the process at once. */
function endInOrder(close: () => Promise<void>, onError: (error: unknown) => void): void {
  let ending = false
  const end = (): void => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), grace).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        onError(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  // A terminal sends SIGINT to every process. A worker ignores it, because its supervisor ends it.
  process.on('SIGINT', cluster.isWorker ? () => undefined : end)
  if (cluster.isWorker) onSupervisorStop(end)
}

/** Puts the port into the public URL when the server listens at port 0, for which the system chooses one. */
function noteAddress(config: Config, port: number): void {
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)
}

/** Migrates and fills the database once, then starts `count` workers and restarts those that end. */
async function startWorkers(config: Config, count: number): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new Error(
      'Several workers need a PostgreSQL: the embedded database belongs to one process. Set DATABASE_URL.',
    )
  const { log, ...deps } = await openDeps(config)
  const demo = await loadDemo(config)
  await fillWhenEmpty(deps, demo)
  await deps.db.close()
  const workers = supervise(count, {
    log,
    ready: (port) => {
      noteAddress(config, port)
      greet(config, demo)
    },
    failed: () => {
      printError('Motorkin ends: its workers end again and again right after their start.')
      process.exit(1)
    },
  })
  endInOrder(workers.end, (error) => log.error(error, 'the workers could not be ended'))
}

/** Returns the number of processes that serve: `--workers`, or 1. */
function workersWanted(): number {
  const { workers } = parseArgs({ options: { workers: { type: 'string', default: '1' } } }).values
  const count = Number(workers)
  if (Number.isInteger(count) && count >= 1 && count <= mostWorkers) return count
  throw new Error(`--workers takes a number from 1 to ${mostWorkers}.`)
}

async function start(config: Config): Promise<void> {
  const demo = await loadDemo(config)
  const deps = { ...(await openDeps(config)), drawn: demo?.openDrawn(config) }
  const { db, log } = deps
  // Code that expects one kind of failure reports every other one here: it is a bug, but no reason to end.
  Object.assign(globalThis, { reportError: (error: unknown) => log.error(error, 'a bug') })
  await provePictures(deps)
  await fillWhenEmpty(deps, demo)

  const app = await buildApp(deps, { webRoot: findBeside(import.meta.url, ['../app', '../dist/app']) })
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  if (typeof address === 'object' && address) noteAddress(config, address.port)
  for (const name of unused(config)) log.warn(`${name} is not used yet: the built-in stand-in does its work`)
  for (const advice of adviceOn(config)) log.warn(advice)
  const jobs = startJobs(deps, log)

  endInOrder(
    async () => {
      await app.close()
      await jobs.stop()
      await db.close()
    },
    (error) => log.error(error, 'the server could not close'),
  )
  if (!cluster.isWorker) greet(config, demo)
}

function whyNot(error: unknown, config: Config): string {
  // Errors of files have the same codes with another meaning.
  const listening = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  const code = codeOf(error)
  const where = `Port ${config.port} on ${config.host}`
  if (code === 'EADDRINUSE') return `${where} is taken by another program. Set PORT to another number.`
  if (listening && code === 'EACCES')
    return `${where} may not be opened by this user. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && config.databaseUrl === undefined))
    return `HOST ${config.host} is no address of this machine.`
  return startFailureOf(error, config)
}

const config = readSettings()
try {
  const workers = cluster.isWorker ? 1 : workersWanted()
  await (workers > 1 ? startWorkers(config, workers) : start(config))
} catch (error) {
  printError(`Motorkin could not start. ${whyNot(error, config)}`)
  const detailed = ['debug', 'trace'].includes(config.logLevel)
  if (detailed && error instanceof Error) printError(error.stack ?? '')
  process.exit(1)
}
