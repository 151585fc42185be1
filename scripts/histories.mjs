// Runs random histories: `npm run test:model -- --runs 1000000 --seed 42` of the outbox, `npm run test:chaos -- --runs 200
// --seed 1` of a real phone in Chromium against the real server behind a broken network. A history that breaks a law prints
// its seed, and `--runs 1 --seed N` repeats it. A history of the outbox is also printed in its shortest form, as a test to
// add.
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
  // `DIST_DIR` names another build; without it the build of this project is brought up to date.
  if (!process.env.DIST_DIR) await ensureBuild()
  env.CHROMIUM_PATH = await ensureChromium()
}
// A single history of Chromium is in only one of the two test files; the other file then has no tests.
const files = { model: ['model'], chaos: ['e2e', '--passWithNoTests', 'tests/chaos'] }[kind]
await run(bin('vitest'), ['run', '--project', ...files], { env }).catch(() => {
  process.exitCode = 1
})
