import type { Kind } from '#contract/values/expected.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { codeOf } from './db/failures.ts'

/**
 * Finds what is beside the running code. Bundled, everything sits in or beside `dist/server`; from sources it sits
 * where the map of the house says. So every caller names both, nearest first.
 */
export function findBeside(from: string, candidates: readonly string[]): string | undefined {
  return candidates
    .map((candidate) => fileURLToPath(new URL(candidate, from)))
    .find((path) => existsSync(path))
}

/** What a disk says of a file; every such failure names the call that failed. */
export const isFileFailure: Kind = (error) => error instanceof Error && 'syscall' in error

/** What a missing file answers; every other failure is one. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Has a file, or the names in a directory, on the disk when it resolves: after a power cut a renamed file has its new one. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Puts a file in its place whole or not at all: a crash leaves at most one that ends with `.part`. */
export async function writeWhole(path: string, bytes: Buffer, o: { flush: boolean }): Promise<void> {
  // Two processes may share the folder.
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeFile(part, bytes, o)
    await rename(part, path)
  } catch (error) {
    // A full disk keeps no halves.
    await rm(part, { force: true })
    throw error
  }
}

/** Where the code of a thread is: beside the bundle, or its source beside `from`. @param name without its ending */
export function threadFile(from: string, name: string): URL {
  const path = findBeside(from, [`./${name}.js`, `../${name}.js`, `./${name}.ts`])
  if (path === undefined) throw new Error(`${name} is missing beside the server.`)
  return pathToFileURL(path)
}

/** Starts a thread. From a source in TypeScript it needs tsx of its own, whatever started the main one. */
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
