// The worker of the embedded database with a shadow of its directory that contains what a power cut would leave: the bytes
// that were fsynced, and the current names (creating, renaming, removing and truncating files apply at once).
import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
} from 'node:fs'
import { readlinkSync, renameSync, rmdirSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type DatabasePlace,
  DurableFs,
  type InnerFs,
  type OpenFile,
  serveDatabase,
} from '../../server/kernel/db/serve-database.ts'

interface FileNode {
  mode: number
}
interface DiskChange {
  size?: number
}
interface NodeOps {
  mknod: (parent: FileNode, name: string, mode: number, dev: number) => FileNode
  rename: (old: FileNode, parent: FileNode, name: string) => void
  unlink: (parent: FileNode, name: string) => void
  rmdir: (parent: FileNode, name: string) => void
  setattr: (node: FileNode, change: DiskChange) => void
}
interface ShadowedFs extends InnerFs {
  realPath: (node: FileNode) => string
  node_ops: NodeOps
  stream_ops: InnerFs['stream_ops'] & {
    setattr: (stream: OpenFile, change: DiskChange) => void
    write: (stream: OpenFile, buffer: Uint8Array, offset: number, length: number, at: number) => number
  }
}

/** Returns the path of a descriptor; `undefined` when its file was removed. */
function pathOf(stream: OpenFile): string | undefined {
  const path = readlinkSync(`/proc/self/fd/${stream.nfd}`)
  return path.endsWith(' (deleted)') ? undefined : path
}

/** Writes to each file since its last fsync, as positions and lengths. */
const unsynced = new Map<number, [at: number, length: number][]>()

/** Copies writes over the old bytes without emptying the file first: a cut in the middle leaves old and new bytes. */
function copyWritten(stream: OpenFile, from: string, to: string): void {
  const { ino, size } = fstatSync(stream.nfd)
  const [source, target] = [openSync(from, 'r'), openSync(to, 'r+')]
  for (const [at, length] of unsynced.get(ino) ?? []) {
    const bytes = Buffer.alloc(length)
    writeSync(target, bytes, 0, readSync(source, bytes, 0, length, at), at)
  }
  ftruncateSync(target, size)
  for (const file of [source, target]) closeSync(file)
  unsynced.delete(ino)
}

class ShadowFs extends DurableFs {
  protected override amend(inner: InnerFs): void {
    super.amend(inner)
    const fs = inner as ShadowedFs
    const twin = (path: string): string => join(shadow, relative(this.rootDir, path))
    const inFolder = (parent: FileNode, name: string): string => join(fs.realPath(parent), name)
    const { fsync, setattr: cut, write } = fs.stream_ops
    const { mknod, rename, unlink, rmdir, setattr } = fs.node_ops
    fs.stream_ops.write = (stream, buffer, offset, length, at) => {
      const { ino } = fstatSync(stream.nfd)
      const written = unsynced.get(ino) ?? []
      unsynced.set(ino, [...written, [at, length]])
      return write(stream, buffer, offset, length, at)
    }
    fs.stream_ops.fsync = (stream) => {
      const done = fsync?.(stream) ?? 0
      const path = pathOf(stream)
      if (path !== undefined && lstatSync(path).isFile()) copyWritten(stream, path, twin(path))
      return done
    }
    fs.stream_ops.setattr = (stream, change) => {
      const path = pathOf(stream)
      if (change.size !== undefined && path !== undefined) truncateSync(twin(path), change.size)
      cut(stream, change)
    }
    fs.node_ops.mknod = (parent, name, mode, dev) => {
      const made = mknod(parent, name, mode, dev)
      const path = inFolder(parent, name)
      if (lstatSync(path).isDirectory()) mkdirSync(twin(path))
      else closeSync(openSync(twin(path), 'w'))
      return made
    }
    fs.node_ops.rename = (old, parent, name) => {
      const from = twin(fs.realPath(old))
      rename(old, parent, name)
      renameSync(from, twin(inFolder(parent, name)))
    }
    fs.node_ops.unlink = (parent, name) => {
      rmSync(twin(inFolder(parent, name)), { force: true })
      unlink(parent, name)
    }
    fs.node_ops.rmdir = (parent, name) => {
      rmdirSync(twin(inFolder(parent, name)))
      rmdir(parent, name)
    }
    fs.node_ops.setattr = (node, change) => {
      if (change.size !== undefined) truncateSync(twin(fs.realPath(node)), change.size)
      setattr(node, change)
    }
  }
}

const place = workerData as DatabasePlace
const shadow = `${place.dir}.shadow`
rmSync(shadow, { recursive: true, force: true })
cpSync(place.dir, shadow, { recursive: true })
if (parentPort) await serveDatabase(parentPort, place, (dir) => new ShadowFs(dir))
