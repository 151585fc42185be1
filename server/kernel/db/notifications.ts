// Passes short notices between the parts of a server and, on PostgreSQL, between processes. A notice only says that there are
// rows to read. Listeners learn when notices may have been lost.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Listener, Statement } from './sql.ts'

export interface DatabaseNotice {
  topic: string
  payload: string
}

/** Milliseconds before a lost connection is opened again. */
const pause = 1000
/** Channel of PostgreSQL; the topic is part of the notice. */
const channel = 'motorkin'

export interface Remote {
  url: string
  onError: (error: Error) => void
}

export class Notifications {
  /** Id of this process. PostgreSQL returns the process's own notices, which it has already passed on. */
  readonly #self = randomUUID()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #remote: Remote | undefined
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Without `remote` notices stay in this process; with it other processes on that database send and receive them too. */
  constructor(remote?: Remote) {
    this.#remote = remote
  }

  /** Sends a notice to other processes, which receive it when the transaction of `run` commits. */
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

  /** Opens a dedicated connection, and another one each time it is lost. */
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
    // Notices from before this connection listened are lost.
    for (const topic of this.#listeners.keys()) this.#pass(topic, undefined)
  }

  #came(text: string): void {
    const [, from, topic = '', payload = ''] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? []
    if (from !== this.#self) this.#pass(topic, payload)
  }
}
