// Random histories: `npm run test:model -- --runs 1000000 --seed 42` of the outbox, `npm run test:chaos -- --runs 200 --seed 1`
// of a real phone in Chromium against the real server behind a broken network. One that breaks a law names its seed, and
// `--runs 1 --seed N` tells it again; that of the outbox comes in its shortest form as well, as a test to keep.
import { parseArgs } from 'node:util'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, run, stop } from './project.mjs'

const [kind, ...args] = process.argv.slice(2)
const whole = { type: 'string' }
const { values } = parseArgs({ args, options: { runs: whole, seed: whole } })
for (const [name, value] of Object.entries(values)) {
  if (!/^-?\d+$/.test(value)) stop(`--${name} takes a whole number, not "${String(value)}".`)
}
const { runs, seed } = kind === 'chaos' ? { runs: '200', seed: '1', ...values } : values
const env = {
  ...(runs && { [`${kind.toUpperCase()}_RUNS`]: runs }),
  ...(seed && { [`${kind.toUpperCase()}_SEED`]: seed }),
}
await ensureDependencies()
if (kind === 'chaos') {
  // Another build may be named; ours is brought up to date first.
  if (!process.env.DIST_DIR) await ensureBuild()
  env.CHROMIUM_PATH = await ensureChromium()
}
// A single history of Chromium lies in one of its two files.
const files = { model: ['model'], chaos: ['e2e', '--passWithNoTests', 'tests/chaos'] }[kind]
await run(bin('vitest'), ['run', '--project', ...files], { env }).catch(() => {
  process.exitCode = 1
})
