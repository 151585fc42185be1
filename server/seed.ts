// Fills the database of the settings with demo data: `npm run seed -- --cars 600 --seed 1`.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { seedDemo } from './demo/seed.ts'
import { readConfig } from './kernel/config.ts'
import { makeLog } from './kernel/base-app.ts'
import { migrate } from './kernel/db/migrate.ts'
import { openDb } from './kernel/db/open.ts'
import { newId } from './kernel/ids.ts'

const most = 1_000_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const stop = (line: string): never => {
  process.stderr.write(`${line}\n`)
  return process.exit(1)
}

function whole(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return value <= max ? value : stop(`--${name} must be a whole number up to ${max.toLocaleString('en-US')}.`)
}

const { values } = parseArgs({
  options: { cars: { type: 'string' }, seed: { type: 'string' } },
})
const cars = whole('cars', values.cars, most) ?? 600
const seed = whole('seed', values.seed, 4_294_967_295) ?? 1

if (existsSync('.env')) process.loadEnvFile('.env')
const result = readConfig(process.env)
const config = result.ok ? result.config : stop(result.problems.join('\n'))
const db = await openDb(config, makeLog(config.logLevel))
try {
  await migrate(db)
  const started = performance.now()
  const deps = { config, db, now: () => new Date(), newId: () => newId() }
  const written = await seedDemo(deps, { cars, seed, log: say })
  const seconds = (performance.now() - started) / 1000
  say(
    written
      ? `Done in ${seconds.toFixed(1)} s, ${Math.round(cars / seconds)} cars a second.`
      : 'There are people in this database already; nothing was written. Use another DATA_DIR or an empty database.',
  )
} finally {
  await db.close()
}
