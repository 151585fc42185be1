import { PGlite, protocol } from '@electric-sql/pglite'
import type { MessagePort } from 'node:worker_threads'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'
import { joined } from './port-stream.ts'

// Guarantees that a commit that PostgreSQL calls durable is on the disk. PGlite's own file system has no fsync, and PGlite
// starts PostgreSQL with fsync off: after a simulated power cut its directory does not open at all. This class adds the
// missing operation. It changes PGlite's internal `NODEFS`, so PGlite is pinned to one exact version, and the start checks
// that the counter of fsyncs rises.

/** Open file, of which only the descriptor in Node is used. */
export interface OpenFile {
  nfd: number
}
interface StreamOps {
  fsync?: (stream: OpenFile) => number
}
/** Used part of PGlite's internal file system. */
export interface InnerFs {
  stream_ops: StreamOps
  tryFSOperation: <T>(operation: () => T) => T
}

export class DurableFs extends NodeFS {
  fsyncs = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const amend: (typeof emscriptenOpts)['preRun'] = [
      (mod) => this.amend(mod.NODEFS as unknown as InnerFs),
      ...(emscriptenOpts.preRun ?? []),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: amend } }
  }

  protected amend(inner: InnerFs): void {
    inner.stream_ops.fsync = (stream) => {
      inner.tryFSOperation(() => fsyncSync(stream.nfd))
      this.fsyncs += 1
      return 0
    }
  }
}

/**
 * PGlite's own start parameters without `-F`. They set the only sync method that works here, a small buffer, and small
 * statistics samples, so that queries do not wait long for `analyze`.
 */
const startParams: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=64MB',
    'timezone=UTC',
    'default_statistics_target=10',
  ].flatMap((s) => ['-c', s]),
]

// Database side of the message port: one session, one batch of protocol messages at a time.

/** Requests of the server to the worker; everything else on the port is protocol bytes. */
export type Ask = { ask: 'session' | 'stats' | 'close'; id: number }
export interface Stats {
  fsyncs: number
}
export type DatabaseReply =
  | { ready: true }
  | { failed: string }
  | { id: number; stats: Stats }
  /** Reason why a batch failed; the session is lost. */
  | { broken: string }

export interface DatabasePlace {
  dir: string
  /** Whether to create the directory only and then end. */
  create?: boolean
}

async function exchange(pg: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // The plain form never frees the memory of its answers, so this is the streaming form.
  await pg.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (bytes) => void parts.push(bytes.slice()),
  })
  return joined(parts)
}

/** Resets the session: a new client must not inherit an open transaction, prepared statements or settings. */
async function freshSession(pg: PGlite): Promise<void> {
  if (pg.isInTransaction()) await exchange(pg, protocol.serialize.query('rollback'))
  await exchange(pg, protocol.serialize.query('discard all'))
}

async function start(fs: DurableFs): Promise<PGlite> {
  const pg = await PGlite.create({ fs, startParams })
  const { rows } = await pg.query<{ fsync: string }>('show fsync')
  const before = fs.fsyncs
  // This is the smallest commit that writes to the log.
  await pg.query("select pg_logical_emit_message(true, 'start', '')")
  if (rows[0]?.fsync !== 'on' || fs.fsyncs === before) {
    throw new Error('The embedded database does not write its commits through to the disk.')
  }
  return pg
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Runs the database of `place` and answers on `port` until a `close` request. */
export async function serveDatabase(
  port: MessagePort,
  place: DatabasePlace,
  makeFs: (dir: string) => DurableFs = (dir) => new DurableFs(dir),
): Promise<void> {
  const send = (answer: DatabaseReply): void => port.postMessage(answer)
  const fs = makeFs(place.dir)
  let pg: PGlite
  try {
    pg = await start(fs)
    if (place.create) await pg.close()
  } catch (error) {
    send({ failed: reasonOf(error) })
    port.close()
    return
  }
  if (place.create) {
    send({ ready: true })
    port.close()
    return
  }

  const handle = async (message: Uint8Array | Ask): Promise<void> => {
    if (message instanceof Uint8Array) {
      const answer = await exchange(pg, message)
      port.postMessage(answer, [answer.buffer])
      return
    }
    if (message.ask === 'session') await freshSession(pg)
    if (message.ask === 'close') await pg.close()
    send({ id: message.id, stats: { fsyncs: fs.fsyncs } })
    if (message.ask === 'close') port.close()
  }
  let queue = Promise.resolve()
  port.on('message', (message: Uint8Array | Ask) => {
    queue = queue.then(() => handle(message)).catch((error: unknown) => send({ broken: reasonOf(error) }))
  })
  send({ ready: true })
}
