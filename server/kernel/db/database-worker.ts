// The server's side of the port to the thread that holds the embedded database.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { findBeside, isSource } from '../place.ts'
import { DatabaseAway } from './failures.ts'
import type { DatabasePort } from './port-stream.ts'
import type { Answer, Ask, DatabasePlace, Stats } from './serve-database.ts'

/** Where the worker's code is: beside the bundle, or its source. */
export function workerFile(): URL {
  const path = findBeside(import.meta.url, [
    './pglite-worker.js',
    '../pglite-worker.js',
    './pglite-worker.ts',
  ])
  if (path === undefined) throw new Error('pglite-worker is missing beside the server.')
  return pathToFileURL(path)
}

/** From sources a thread needs tsx of its own, whatever started the main one. */
function startThread(file: URL, workerData: DatabasePlace): Worker {
  if (!isSource(file.href)) return new Worker(file, { workerData })
  const tsx = new URL('./esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx')))
    .href
  const code = `import('${tsx}').then((tsx) => { tsx.register(); return import('${file.href}') })`
  return new Worker(code, { workerData, eval: true, execArgv: [] })
}

export class DatabaseWorker implements DatabasePort {
  readonly #worker: Worker
  readonly #asked = new Map<number, { done: (stats: Stats) => void; lost: (error: Error) => void }>()
  #take: (bytes: Uint8Array) => void = () => {}
  #lost: (error: Error) => void = () => {}
  #gone: Error | undefined
  #last = 0
  readonly ready: Promise<void>
  readonly ended: Promise<void>

  constructor(place: DatabasePlace, file: URL) {
    this.#worker = startThread(file, place)
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Uint8Array | Answer) => {
        if (message instanceof Uint8Array) this.#take(message)
        else if ('ready' in message) resolve()
        else if ('failed' in message)
          reject(new Error(`The embedded database does not open: ${message.failed}`))
        else if ('broken' in message) this.#end(new DatabaseAway(message.broken))
        else this.#asked.get(message.id)?.done(message.stats)
      })
      this.#worker.once('error', reject)
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#end(new DatabaseAway(`The embedded database ended with code ${code}.`))
        resolve()
      })
    })
    this.#worker.on('error', (error) => this.#end(new DatabaseAway(error.message)))
  }

  get gone(): boolean {
    return this.#gone !== undefined
  }
  async session(): Promise<void> {
    await this.ready
    await this.ask('session')
  }
  send(batch: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage(batch, [batch.buffer])
  }
  onAnswer(take: (bytes: Uint8Array) => void, lost: (error: Error) => void): void {
    this.#take = take
    this.#lost = lost
  }
  ask(what: Ask['ask']): Promise<Stats> {
    if (this.#gone) return Promise.reject(this.#gone)
    return new Promise((done, lost) => {
      const id = (this.#last += 1)
      this.#asked.set(id, {
        done: (stats) => {
          this.#asked.delete(id)
          done(stats)
        },
        lost,
      })
      this.#worker.postMessage({ ask: what, id } satisfies Ask)
    })
  }
  /** Nothing more can be expected: everyone who waits is told, and the thread ends. */
  #end(error: Error): void {
    if (this.#gone) return
    this.#gone = error
    for (const { lost } of this.#asked.values()) lost(error)
    this.#asked.clear()
    this.#lost(error)
    void this.#worker.terminate()
  }
}
