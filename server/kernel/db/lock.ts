// Guarantees that only one process uses a data directory. Two processes would silently lose each other's rows. The lock is a
// socket on which the process listens, so the lock ends with the process, even after a crash.
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from './failures.ts'

export class DirectoryInUse extends Error {
  constructor(dir: string) {
    super(`Another Motorkin process is using ${dir}. Stop it first, or set DATA_DIR to another directory.`)
    this.name = 'DirectoryInUse'
  }
}

/** Maximum bytes of a socket path: Linux allows 108, macOS 104. */
const longestPath = 100

export function lockPathOf(dir: string): string {
  const real = realpathSync(dir)
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\motorkin-${hash}`
  const beside = `${real}.lock`
  return Buffer.byteLength(beside) <= longestPath ? beside : join(tmpdir(), `motorkin-${hash}.lock`)
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => resolve(server.unref()))
  })
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => {
      if (['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))) resolve(false)
      else if (['EAGAIN', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))) resolve(true)
      else reject(error)
    })
  })
}

/** Deletes a dead socket. Only one process at a time may do so, else it could delete the live socket of a faster process. */
async function clearDead(path: string): Promise<void> {
  const guard = `${path}.taking`
  try {
    mkdirSync(guard)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 5000) rmSync(guard, { recursive: true, force: true })
    await pause(20)
    return
  }
  try {
    if (!(await isAlive(path))) rmSync(path, { force: true })
  } finally {
    rmdirSync(guard)
  }
}

/** Locks `dir`, which must exist; throws `DirectoryInUse` when another process holds the lock. */
export async function lockDirectory(dir: string): Promise<{ release: () => Promise<void> }> {
  const path = lockPathOf(dir)
  for (;;) {
    const server = await listen(path)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    if (await isAlive(path)) throw new DirectoryInUse(dir)
    await clearDead(path)
  }
}
