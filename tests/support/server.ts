import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The built server as a process with its own data, which a test may kill and start again. */
export interface Server {
  origin: string
  /** Path of its data. */
  data: string
  /** Kills the server like a power cut, without shutdown and flush. */
  kill: () => Promise<void>
  /** Starts the server again on the same port with the same data, and with another build if given. */
  restart: (build?: string) => Promise<void>
  /** Shuts the server down and removes its data. */
  stop: () => Promise<void>
}

/** Path of the build under test. */
export const distDir = process.env['DIST_DIR'] ?? 'dist'

export interface ServerOptions {
  /** Path of `dist`; another build of the app may be served. */
  dist?: string
  env?: Record<string, string>
}

/** Starts a server on a free port over a fresh copy of the demo data. */
export async function startServer(o: ServerOptions = {}): Promise<Server> {
  const dist = resolve(o.dist ?? distDir)
  const data = mkdtempSync(join(tmpdir(), 'motorkin-e2e-data-'))
  cpSync(await demoData(dist), data, { recursive: true })
  sharePictures(data)
  const port = await freePort()
  let running = await launchServer(dist, data, port, o.env)
  return {
    origin: running.origin,
    data,
    kill: () => running.end('SIGKILL'),
    async restart(build = dist) {
      running = await launchServer(build, data, port, o.env)
    },
    async stop() {
      await running.end('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

interface Running {
  origin: string
  end: (signal: NodeJS.Signals) => Promise<void>
}

async function launchServer(
  dist: string,
  data: string,
  port: number,
  env: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [join(dist, 'server/main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      DEMO: '1',
      ...env,
    },
  })
  // A failed test run must not leave the process running.
  const reap = () => child.kill('SIGKILL')
  process.once('exit', reap)
  const said: string[] = []
  const listen = (chunk: Buffer) => {
    said.push(chunk.toString('utf8'))
    if (said.length > 200) said.shift()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const origin = `http://127.0.0.1:${port}`
  await ready(child, origin, said)
  return {
    origin,
    end: (signal) =>
      new Promise((done) => {
        process.off('exit', reap)
        if (child.exitCode !== null || child.signalCode !== null) return done()
        child.once('exit', () => done())
        child.kill(signal)
      }),
  }
}

/** Waits until the server reports that it is ready; throws its output when it exits instead. */
async function ready(child: ChildProcess, origin: string, said: readonly string[]): Promise<void> {
  const until = performance.now() + 90_000
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) break
    // The output is checked first, because another server may answer on the port if this one did not get it.
    if (said.some((line) => line.includes('Motorkin is ready'))) {
      const reply = fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) })
      const status = await reply.then(
        ({ status }) => status,
        () => 0,
      )
      if (status === 200) return
    }
    await new Promise((next) => setTimeout(next, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not get ready:\n${said.join('').slice(-4000)}`)
}

const home = join(tmpdir(), 'motorkin-e2e-demo')

const cache = resolve('node_modules/.cache/motorkin')
/** Paths of the code that determines the bytes of a picture. */
const drawing = ['server/pictures', 'demo', 'contract/limits.ts', 'package-lock.json']
const hashOf = (path: string): string =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .map((name) => hashOf(join(path, name)))
        .join()
    : createHash('sha256').update(readFileSync(path)).digest('hex')

/** Shares the drawn pictures between all runs with the same drawing code, because drawing is the slowest step. */
function sharePictures(data: string): void {
  const name = `pictures-${createHash('sha256').update(drawing.map(hashOf).join()).digest('hex').slice(0, 16)}`
  const drawn = join(cache, name)
  if (!existsSync(drawn)) {
    mkdirSync(drawn, { recursive: true })
    for (const old of readdirSync(cache))
      if (old.startsWith('pictures-') && old !== name)
        rmSync(join(cache, old), { recursive: true, force: true })
  }
  rmSync(join(data, 'pictures'), { recursive: true, force: true })
  symlinkSync(drawn, join(data, 'pictures'))
}

const making = new Map<string, Promise<string>>()
/** Returns the demo data of this build, which later runs of the same build reuse. */
function demoData(dist: string): Promise<string> {
  const begun = making.get(dist)
  if (begun) return begun
  const made = makeDemoData(dist)
  making.set(dist, made)
  return made
}
async function makeDemoData(dist: string): Promise<string> {
  const build = createHash('sha256')
    .update(readFileSync(join(dist, 'server/main.js')))
    .digest('hex')
    .slice(0, 16)
  const made = join(home, build)
  if (existsSync(made)) return made
  mkdirSync(home, { recursive: true })
  const fresh = mkdtempSync(join(home, 'making-'))
  sharePictures(fresh)
  const server = await launchServer(dist, fresh, await freePort())
  await server.end('SIGTERM')
  rmSync(join(fresh, 'pictures'))
  try {
    renameSync(fresh, made)
  } catch (error) {
    // Another test file has just created the same data.
    if (!existsSync(made)) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  return made
}

/** Next port to try, below the system's ephemeral ports; each worker of the test runner has its own range. */
let nextPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 20) * 500
/** Returns a free port that stays free while a server restarts. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const port = nextPort++
    if (await isFree(port)) return port
  }
  throw new Error('No port is free.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
