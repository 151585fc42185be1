// The server's side of the port to the thread that holds the embedded database.
import type { Worker } from 'node:worker_threads'
import { startThread, threadFile } from '../place.ts'
import { DatabaseAway } from './failures.ts'
import type { DatabasePort } from './port-stream.ts'
import type { DatabaseReply, Ask, DatabasePlace, Stats } from './serve-database.ts'

/** Where the code of the database's thread is. */
export const workerFile = (): URL => threadFile(import.meta.url, 'pglite-worker')

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
    this.#worker = startThread(file, { workerData: place })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Uint8Array | DatabaseReply) => {
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
