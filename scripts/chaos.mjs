// Random histories of a real phone in Chromium against the real server behind a broken network:
// `npm run test:chaos -- --runs 200 --seed 1`. A failure names its seed, and `--runs 1 --seed N` tells it again.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, root, stop } from './project.mjs'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) stop(`--${name} takes a whole number, not "${value}".`)
}
await ensureDependencies()
// Another build may be named; ours is brought up to date first.
if (!process.env.DIST_DIR) await ensureBuild()
// A single history lies in one of the two files.
const child = spawn(bin('vitest'), ['run', '--project', 'e2e', '--passWithNoTests', 'tests/chaos'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM_PATH: await ensureChromium(),
    CHAOS_RUNS: values.runs,
    CHAOS_SEED: values.seed,
  },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
