// A PostgreSQL cluster in a temporary folder, which tests may kill.
import { spawn, type ChildProcess, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns the folder of the newest PostgreSQL programs on this machine. */
export function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Returns another user of the machine when the tests run as root, because PostgreSQL refuses to run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (Number.isInteger(id('-u')) && id('-u') > 0) return { uid: id('-u'), gid: id('-g') }
  }
  return undefined
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface Cluster {
  url: string
  version: string
  /** Kills all of its processes at once, like a machine failure. */
  kill: () => Promise<void>
  /** Starts the cluster again after `kill`, with the same files. */
  restart: () => Promise<void>
  /** Stops the cluster and removes its files. */
  remove: () => Promise<void>
}

/** Creates and starts a cluster with the programs in `bin`; throws the output of PostgreSQL when it fails. */
export async function startCluster(bin: string): Promise<Cluster> {
  const owner = findOwner()
  const home = mkdtempSync(join(tmpdir(), 'motorkin-pg-'))
  const clear = () => rmSync(home, { recursive: true, force: true })
  if (owner) chownSync(home, owner.uid, owner.gid)
  const data = join(home, 'data')
  const as = { ...owner, cwd: home, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'motorkin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    clear()
    throw new Error(`initdb failed:\n${made.stderr}${made.error ?? ''}`)
  }
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200'].flatMap((s) => ['-c', s])
  const ready = ['-h', '127.0.0.1', '-p', String(port), '-q']
  const said: string[] = []
  let server: ChildProcess
  let ended: Promise<unknown>

  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended
  }
  const start = async () => {
    const program = join(bin, 'postgres')
    const args = ['-D', data, '-p', String(port), '-k', home, ...settings]
    server = spawn(program, args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
    ended = new Promise((done) => server.once('exit', done))
    server.stderr?.on('data', (chunk) => said.push(String(chunk)))
    const until = Date.now() + 30_000
    while (spawnSync(join(bin, 'pg_isready'), ready, as).status !== 0) {
      if (server.exitCode !== null || Date.now() > until) {
        await end('SIGINT')
        clear()
        throw new Error(`PostgreSQL did not start:\n${said.join('')}`)
      }
      await pause(100)
    }
  }
  await start()
  const children = () =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' }).stdout.match(
      /\d+/g,
    ) ?? []
  return {
    url: `postgres://motorkin@127.0.0.1:${port}/postgres`,
    version: spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim(),
    kill: async () => {
      const orphans = children()
      await end('SIGKILL')
      // Children that noticed the death of their parent have exited.
      spawnSync('kill', ['-9', ...orphans])
    },
    restart: start,
    remove: async () => {
      await end('SIGINT')
      clear()
    },
  }
}
