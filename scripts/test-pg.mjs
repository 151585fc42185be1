// npm run test:pg: the API and model tests on a real PostgreSQL, in a throw-away cluster that is gone afterwards.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..')
const printLine = (line) => process.stdout.write(`${line}\n`)

const unregister = register()
const { findPrograms, startCluster } = await import('../tests/support/cluster.ts')
await unregister()

const bin = findPrograms()
if (!bin) {
  printLine(
    'There are no PostgreSQL programs here (initdb and postgres): nothing was tested on a real PostgreSQL.',
  )
  printLine(
    'Install them (Debian: apt-get install postgresql) or set TEST_DATABASE_URL and run vitest yourself.',
  )
  process.exit(1)
}
let cluster
try {
  cluster = await startCluster(bin)
} catch (error) {
  printLine(error.message)
  process.exit(1)
}
let tests
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests?.kill(signal))
printLine(cluster.version)

const chosen = process.argv.slice(2)
const projects = ['--project', 'api', '--project', 'api-long', '--project', 'model']
tests = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: cluster.url, TEST_POSTGRES_PROGRAMS: bin },
  },
)
const code = await new Promise((done) => tests.once('exit', (status, signal) => done(signal ? 1 : status)))
await cluster.remove()
process.exit(code ?? 1)
