// npm run test:pg: runs the API and model tests on a real PostgreSQL, in a temporary cluster that is removed afterwards.
import { spawn } from 'node:child_process'
import { register } from 'tsx/esm/api'
import { bin, printLine, root, stop } from './project.mjs'

const unregister = register()
const { findPrograms, startCluster } = await import('../tests/support/cluster.ts')
await unregister()

const programs = findPrograms()
if (!programs) {
  stop(`There are no PostgreSQL programs here (initdb and postgres): nothing was tested on a real PostgreSQL.
Install them (Debian: apt-get install postgresql) or set TEST_DATABASE_URL and run vitest yourself.`)
}
const cluster = await startCluster(programs).catch((error) => stop(error.message))
let tests
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests?.kill(signal))
printLine(cluster.version)

const chosen = process.argv.slice(2)
const projects = ['--project', 'api', '--project', 'api-long', '--project', 'model']
tests = spawn(bin('vitest'), ['run', ...projects, ...chosen], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: cluster.url, TEST_POSTGRES_PROGRAMS: programs },
})
const code = await new Promise((done) => tests.once('exit', (status, signal) => done(signal ? 1 : status)))
await cluster.remove()
process.exit(code ?? 1)
