// npm run test:pg: the API and model tests on a real PostgreSQL, in a throw-away cluster that is gone afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..')
const say = (line) => process.stdout.write(`${line}\n`)

/** The newest PostgreSQL programs of this machine. */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root: then somebody else does it. */
function findOwner() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (Number.isInteger(id('-u')) && id('-u') > 0) return { uid: id('-u'), gid: id('-g') }
  }
  return undefined
}

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

const bin = findPrograms()
if (!bin) {
  say('There are no PostgreSQL programs here (initdb and postgres): nothing was tested on a real PostgreSQL.')
  say('Install them (Debian: apt-get install postgresql) or set TEST_DATABASE_URL and run vitest yourself.')
  process.exit(1)
}
const owner = findOwner()
const home = mkdtempSync(join(tmpdir(), 'motorkin-pg-'))
if (owner) chownSync(home, owner.uid, owner.gid)
const data = join(home, 'data')
const as = { ...owner, cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }

const made = spawnSync(
  join(bin, 'initdb'),
  ['-D', data, '-U', 'motorkin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  { ...as, encoding: 'utf8' },
)
if (made.status !== 0) {
  rmSync(home, { recursive: true, force: true })
  say(`initdb failed:\n${made.stderr}${made.error ?? ''}`)
  process.exit(1)
}
const port = await freePort()
const server = spawn(
  join(bin, 'postgres'),
  [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    home,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=200',
  ],
  { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
)
const said = []
server.stderr.on('data', (chunk) => said.push(String(chunk)))
const ended = new Promise((done) => server.once('exit', done))

async function stopServer() {
  server.kill('SIGINT')
  await ended
  rmSync(home, { recursive: true, force: true })
}
let tests
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests?.kill(signal))

function isReady() {
  const check = spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'], as)
  return check.status === 0
}
const until = Date.now() + 30_000
while (!isReady()) {
  if (server.exitCode !== null || Date.now() > until) {
    await stopServer()
    say(`PostgreSQL did not start:\n${said.join('')}`)
    process.exit(1)
  }
  await new Promise((next) => setTimeout(next, 100))
}
const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim()
say(`${version}, port ${port}`)

const chosen = process.argv.slice(2)
const projects = ['--project', 'api', '--project', 'model']
tests = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: `postgres://motorkin@127.0.0.1:${port}/postgres` },
  },
)
const code = await new Promise((done) => tests.once('exit', (status, signal) => done(signal ? 1 : status)))
await stopServer()
process.exit(code ?? 1)
