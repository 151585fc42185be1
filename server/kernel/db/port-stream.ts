// Replaces the socket of the ordinary `pg` driver: carries the same bytes to the worker over its port.
import { Duplex } from 'node:stream'

/** Port to the database: opens a clean session, sends batches and receives answers. */
export interface DatabasePort {
  session(): Promise<void>
  send(batch: Uint8Array<ArrayBuffer>): void
  onAnswer(take: (bytes: Uint8Array) => void, lost: (error: Error) => void): void
}

// Sync, Query, Terminate, Flush, CopyDone, CopyFail: after these the driver waits for an answer.
const ends = new Set(['S', 'Q', 'X', 'H', 'c', 'f'].map((letter) => letter.charCodeAt(0)))

export class PortStream extends Duplex {
  readonly #port: DatabasePort
  #pending: Buffer[] = []
  #started = false

  constructor(port: DatabasePort) {
    super()
    this.#port = port
  }

  /** Replaces `net.Socket.connect`; the driver calls this method. */
  connect(): this {
    this.#port.onAnswer(
      (bytes) => {
        if (!this.destroyed) this.push(bytes)
      },
      (error) => this.destroy(error),
    )
    this.#port.session().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return this
  }
  // The driver calls these methods of a socket; they have no effect here.
  readonly setNoDelay = (): this => this
  readonly setKeepAlive = (): this => this
  readonly ref = (): this => this
  readonly unref = (): this => this

  override _read(): void {
    // Answers are pushed when they arrive; a batch has exactly one.
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#take(chunk)
    done()
  }
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    for (const { chunk } of chunks) this.#take(chunk)
    done()
  }
  override _final(done: (error?: Error) => void): void {
    this.push(null)
    done()
  }

  /**
   * Collects messages and sends them as a batch. The driver writes whole messages; a batch is complete when its last message
   * requires an answer.
   */
  #take(chunk: Buffer): void {
    this.#pending.push(chunk)
    if (this.#started && !ends.has(lastMessage(chunk))) return
    this.#started = true
    const batch = joined(this.#pending)
    this.#pending = []
    this.#port.send(batch)
  }
}

/** Copies all parts into one new buffer, which can be transferred to another thread. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function lastMessage(chunk: Buffer): number {
  let at = 0
  for (;;) {
    const next = at + 1 + chunk.readInt32BE(at + 1)
    if (next >= chunk.length) return chunk[at] ?? 0
    at = next
  }
}
