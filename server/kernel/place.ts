import type { Kind } from '#contract/values/expected.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { codeOf } from './db/failures.ts'

/**
 * Finds a file beside the running code. The bundle has all files in or beside `dist/server`, the sources have them in their
 * own folders. So every caller names both candidates, nearest first.
 */
export function findBeside(from: string, candidates: readonly string[]): string | undefined {
  return candidates
    .map((candidate) => fileURLToPath(new URL(candidate, from)))
    .find((path) => existsSync(path))
}

/** Returns whether an error comes from the file system: each such error names the system call that failed. */
export const isFileFailure: Kind = (error) => error instanceof Error && 'syscall' in error

/** Returns the result, or undefined when the file does not exist; throws every other error. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a file, or the names in a directory, to the disk. A renamed file then has its new name even after a power cut. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a file completely or not at all: a crash leaves at most a file that ends with `.part`. */
export async function writeWhole(path: string, bytes: Buffer, o: { flush: boolean }): Promise<void> {
  // Two processes may write to the same folder, so each needs its own temporary name.
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeFile(part, bytes, o)
    await rename(part, path)
  } catch (error) {
    // A failed write, for example on a full disk, must not leave a partial file.
    await rm(part, { force: true })
    throw error
  }
}

/** Returns the file of a worker thread: beside the bundle, or the source beside `from`. @param name without its extension */
export function threadFile(from: string, name: string): URL {
  const path = findBeside(from, [`./${name}.js`, `../${name}.js`, `./${name}.ts`])
  if (path === undefined) throw new Error(`${name} is missing beside the server.`)
  return pathToFileURL(path)
}

/** Starts a worker thread. For a TypeScript source the thread registers tsx itself, however the main thread was started. */
export function startThread(
  file: URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>,
): Worker {
  if (!file.pathname.endsWith('.ts')) return new Worker(file, options)
  const tsx = new URL('./esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx')))
    .href
  const code = `import('${tsx}').then((tsx) => { tsx.register(); return import('${file.href}') })`
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}
