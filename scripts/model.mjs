// Runs the model of the outbox: `npm run test:model -- --runs 1000000 --seed 42`. Says how many histories a second it
// lived through and, when one breaks a law, its seed and the shortest form of it as a test to keep.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })
for (const [name, value] of Object.entries(values)) {
  if (!/^-?\d+$/.test(value)) {
    process.stderr.write(`--${name} takes a whole number, not "${value}"\n`)
    process.exit(2)
  }
}
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run', '--project', 'model'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.runs ? { MODEL_RUNS: values.runs } : {}),
      ...(values.seed ? { MODEL_SEED: values.seed } : {}),
    },
  },
)
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
