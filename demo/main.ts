// Fills the database of the settings with demo data: `npm run seed -- --cars 600 --seed 1`.
import { parseArgs } from 'node:util'
import { seedDemo } from './seed.ts'
import type { Config } from '../server/kernel/config.ts'
import { exitWithError, openDeps, readSettings, startFailureOf, printLine } from '../server/cli/open-deps.ts'

const most = 1_000_000

function whole(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value <= max) return value
  return exitWithError(`--${name} must be a whole number up to ${max.toLocaleString('en-US')}.`)
}

async function fill(config: Config, cars: number, seed: number): Promise<void> {
  const deps = await openDeps(config)
  try {
    const started = performance.now()
    const written = await seedDemo(deps, { cars, seed, log: printLine })
    const seconds = (performance.now() - started) / 1000
    printLine(
      written
        ? `Done in ${seconds.toFixed(1)} s, ${Math.round(cars / seconds)} cars a second.`
        : 'There are people in this database already; nothing was written. Use another DATA_DIR or an empty database; an unfinished seed goes on with the same --cars and --seed.',
    )
    if (!config.demo)
      printLine('Start the server with DEMO=1: without it the pictures of these cars are not drawn.')
  } finally {
    await deps.db.close()
  }
}

const { values } = parseArgs({ options: { cars: { type: 'string' }, seed: { type: 'string' } } })
const cars = whole('cars', values.cars, most) ?? 600
const seed = whole('seed', values.seed, 4_294_967_295) ?? 1
const config = readSettings()
try {
  await fill(config, cars, seed)
} catch (error) {
  exitWithError(`The demo data could not be written. ${startFailureOf(error, config)}`)
}
