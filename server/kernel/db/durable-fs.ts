// Promises that a commit PostgreSQL calls durable has reached the disk.
// PGlite's own file system has no fsync, and starts PostgreSQL with it turned off: after a simulated power cut its
// directory does not open at all. This adds the missing operation. It touches PGlite's inner `NODEFS`, so PGlite is
// pinned to one exact version and the start checks that the counter really rises.
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/** The part of an open file that we need: its descriptor in Node. */
export interface OpenFile {
  nfd: number
}
export interface StreamOps {
  fsync?: (stream: OpenFile) => number
}
/** PGlite's inner file system, as far as it is used here. */
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
 * PGlite's own start parameters without `-F`, with the one sync method that is real, a small buffer, and samples
 * small enough that questions do not wait for `analyze`.
 */
export const startParams: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=64MB',
    'timezone=UTC',
    'default_statistics_target=10',
  ].flatMap((s) => ['-c', s]),
]
