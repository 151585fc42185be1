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

/** The built server as a process of its own, with its own data, that a test may kill and start again. */
export interface Server {
  origin: string
  /** Where its data lies. */
  data: string
  /** Ends it as a power cut would: no goodbye, no flush. */
  kill: () => Promise<void>
  /** Starts it again on the same port with the same data, and with another build when one is given. */
  restart: (build?: string) => Promise<void>
  /** Ends it politely and removes its data. */
  stop: () => Promise<void>
}

/** Where the build under test lies. */
export const distDir = process.env['DIST_DIR'] ?? 'dist'

export interface ServerOptions {
  /** Where `dist` is; another build of the app may be served. */
  dist?: string
  env?: Record<string, string>
}

/** A running server on a free port over a fresh copy of the demo data. */
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
  // A failed test run must not leave it behind.
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

/** Waits until the server says that it is ready, or tells what it said when it ended instead. */
async function ready(child: ChildProcess, origin: string, said: readonly string[]): Promise<void> {
  const until = performance.now() + 90_000
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) break
    // Its own word first: another server might answer at a port that this one did not get.
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
/** What a picture's bytes depend on. */
const drawing = ['server/pictures', 'demo', 'contract/limits.ts', 'package-lock.json']
const hashOf = (path: string): string =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .map((name) => hashOf(join(path, name)))
        .join()
    : createHash('sha256').update(readFileSync(path)).digest('hex')

/**
 * Drawing a picture costs more than anything else here, and each is the same for all: it is drawn once for all runs, as
 * long as the code that draws stays the same.
 */
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
/** The demo data of this build, made once and kept for later runs of the same build. */
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
    // Another test file made the same a moment earlier.
    if (!existsSync(made)) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  return made
}

/** Below the ports that a system gives to outgoing calls; each worker of the test runner has its own row of them. */
let nextPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 20) * 500
/** A port that nobody takes while a server is down between two lives. */
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
