// The list index as a file: a head, pieces of columns, and an end. Each part has a hash over itself and all earlier parts, so a
// damaged file is recognized. The file gets its name only when all of it is on the disk.
import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod/mini'
import { syncPath, unlessMissing } from '../../kernel/place.ts'
import { tagOfCode, textColumns, type CarColumns } from '#catalogue'

/** Format version. Raise it whenever an older file would be read differently or mean something else. */
const format = 2
/** Everything that determines the meaning of the bytes. The first hash includes it, so a file with another meaning is refused. */
const meaning = [
  `motorkin list index ${format}`,
  endianness(),
  ...textColumns,
  ...Array.from({ length: 256 }, (_, code) => tagOfCode(String.fromCharCode(code))),
].join('\n')

const digestSize = 32
const prefixSize = 4 + digestSize
/** Maximum length of a part; written parts are smaller. */
const mostBytes = 64 * 2 ** 20

const head = z.object({
  /** Token of the database row that proves the file. */
  token: z.string(),
  /** Id of the history of the database. */
  epoch: z.string(),
  /** Number of migrations of the database when the cars were read. */
  schema: z.int(),
  /** Database snapshot: the cars of the file plus all changes since this snapshot give the index. */
  picture: z.string(),
  /** Approximate number of cars. */
  cars: z.int(),
  /** Time of the last full read from the database, in milliseconds. */
  read: z.number(),
})
export type IndexHead = z.output<typeof head>
const end = z.object({ pieces: z.int() })

const hashOf = (before: Buffer, bytes: Buffer) => createHash('sha256').update(before).update(bytes).digest()
const firstHash = () => hashOf(Buffer.alloc(0), Buffer.from(meaning))

/** Returns a text that differs between two files of the same name; undefined without a file. */
export async function identityOf(path: string): Promise<string | undefined> {
  const found = await unlessMissing(stat(path))
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`
}

/** Returns the temporary path. Opening it fails if it exists, so only one process writes at a time. */
export const unfinished = (path: string): string => `${path}.new`

export interface IndexWriting {
  head: IndexHead
  pieces: Iterable<CarColumns>
  /** Called before each piece; false cancels the write. */
  goOn: () => Promise<boolean>
  /** Called when all data is on the disk; false discards the file. */
  prove: () => Promise<boolean>
}

/** Writes a file and replaces the old one atomically; returns whether it did. */
export async function writeIndexFile(
  path: string,
  { head, pieces, goOn, prove }: IndexWriting,
): Promise<boolean> {
  const made = unfinished(path)
  await mkdir(dirname(path), { recursive: true })
  const file = await open(made, 'wx', 0o600)
  let whole = false
  try {
    if ((await writeParts(file, head, pieces, goOn)) && (await prove())) {
      await rename(made, path)
      whole = true
    }
  } finally {
    await file.close()
    if (!whole) await rm(made, { force: true })
  }
  if (whole) await syncPath(dirname(path))
  return whole
}

async function writeParts(
  file: FileHandle,
  first: IndexHead,
  pieces: Iterable<CarColumns>,
  goOn: () => Promise<boolean>,
): Promise<boolean> {
  let hash = firstHash()
  const write = async (bytes: Buffer) => {
    hash = hashOf(hash, bytes)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    await file.writev([length, hash, bytes])
  }
  await write(Buffer.from(JSON.stringify(first)))
  let count = 0
  for (const piece of pieces) {
    if (!(await goOn())) return false
    await write(serialize(piece))
    count += 1
  }
  await write(Buffer.from(JSON.stringify({ pieces: count } satisfies z.output<typeof end>)))
  await file.sync()
  return goOn()
}

/** Yields the parts of a file with a checked hash; undefined for a damaged part. */
async function* partsOf(file: FileHandle): AsyncGenerator<Buffer | undefined, void> {
  const { size } = await file.stat()
  let [hash, at] = [firstHash(), 0]
  const next = async (count: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(count), 0, count, at)
    at += bytesRead
    return bytesRead === count ? buffer : undefined
  }
  while (at < size) {
    const prefix = await next(prefixSize)
    const length = prefix?.readUInt32LE() ?? 0
    const bytes = prefix && length <= mostBytes ? await next(length) : undefined
    if (bytes) hash = hashOf(hash, bytes)
    yield prefix && hash.equals(prefix.subarray(4)) ? bytes : undefined
  }
}

export class IndexFile {
  readonly head: IndexHead
  readonly #file: FileHandle
  readonly #parts: ReturnType<typeof partsOf>

  private constructor(file: FileHandle, parts: ReturnType<typeof partsOf>, first: IndexHead) {
    this.#file = file
    this.#parts = parts
    this.head = first
  }

  /** Opens a file and reads its head; undefined without a file. */
  static async open(path: string): Promise<IndexFile | 'damaged' | undefined> {
    const file = await unlessMissing(open(path, 'r'))
    if (!file) return undefined
    const parts = partsOf(file)
    const { value: first } = await parts.next()
    if (first) return new IndexFile(file, parts, head.parse(JSON.parse(first.toString())))
    await file.close()
    return 'damaged'
  }

  /** Passes each piece to `take`; returns false as soon as a part is damaged or missing. */
  async read(take: (piece: CarColumns) => Promise<void>): Promise<boolean> {
    for (let count = 0; ; count += 1) {
      const { value: part } = await this.#parts.next()
      if (!part) return false
      if (isText(part)) {
        const { pieces } = end.parse(JSON.parse(part.toString()))
        return pieces === count && (await this.#parts.next()).done === true
      }
      await take(deserialize(part) as CarColumns)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Returns whether a part is the head or the end: both are JSON, and no piece begins like JSON. */
const isText = (bytes: Buffer) => bytes.subarray(0, 2).toString() === '{"'
