// Passes short notices between the parts of a server and, on PostgreSQL, between processes: the rows are the truth, a
// notice only says that there is something to read. Nothing is lost in silence: listeners are told when it may be.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Listener, Statement } from './sql.ts'

export interface DatabaseNotice {
  topic: string
  payload: string
}

/** Milliseconds until a lost connection is opened again. */
const pause = 1000
/** PostgreSQL's own channel; the topic is part of the notice. */
const channel = 'motorkin'

export interface Remote {
  url: string
  onError: (error: Error) => void
}

export class Notifications {
  /** This process: its own notices come back from PostgreSQL, and were passed on before. */
  readonly #self = randomUUID()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #remote: Remote | undefined
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** With an address notices also go to the other processes on that database, and come from them. */
  constructor(remote?: Remote) {
    this.#remote = remote
  }

  /** Runs in a transaction what other processes learn of it by when it commits. */
  async tell({ topic, payload }: DatabaseNotice, run: (statement: Statement) => Promise<unknown>) {
    const values = [channel, `${this.#self} ${topic} ${payload}`]
    if (this.#remote) await run({ text: 'select pg_notify($1, $2)', values })
  }

  committed(notices: readonly DatabaseNotice[]): void {
    for (const { topic, payload } of notices) this.#pass(topic, payload)
  }

  listen(topic: string, listener: Listener): () => void {
    const all = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, all.add(listener))
    if (!this.#client && this.#timer === undefined) void this.#connect()
    return () => all.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  #pass(topic: string, payload: string | undefined): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload)
  }

  /** One connection of its own for as long as it lasts; another one after that. */
  async #connect(): Promise<void> {
    if (!this.#remote || this.#closed) return
    const { url, onError } = this.#remote
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'motorkin-listen',
    })
    this.#client = client
    const lost = (): void => {
      if (this.#client !== client) return
      this.#client = undefined
      if (this.#closed) return
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        void this.#connect()
      }, pause).unref()
    }
    client.on('error', onError)
    client.on('end', lost)
    client.on('notification', ({ payload = '' }) => this.#came(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      lost()
      await client.end().catch(onError)
      return
    }
    // Notifications from before this connection listened are lost.
    for (const topic of this.#listeners.keys()) this.#pass(topic, undefined)
  }

  #came(text: string): void {
    const [, from, topic = '', payload = ''] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? []
    if (from !== this.#self) this.#pass(topic, payload)
  }
}
