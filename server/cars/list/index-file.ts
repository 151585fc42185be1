// The list index as a file: a head, pieces of columns, and an end. Each part is hashed together with all before it, so
// nothing is believed that is not whole, and the file gets its name only when everything of it is on the disk.
import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname } from 'node:path'
import { z } from 'zod/mini'
import { tagOfCode, textColumns, type CarColumns } from '#catalogue'
import { packColumns, unpackColumns } from './packed-columns.ts'

/** Rises whenever a file written before would be read, or mean, something else. */
const format = 1
/** What decides about the meaning of the bytes; another one, and a file is of another version. */
const meaning = [
  `motorkin list index ${format}`,
  endianness(),
  ...textColumns,
  ...Array.from({ length: 256 }, (_, code) => tagOfCode(String.fromCharCode(code))),
].join('\n')

const digestSize = 32
const prefixSize = 4 + digestSize
/** No part of ours is as long. */
const mostBytes = 64 * 2 ** 20

const head = z.object({
  /** Names the row in the database that proves the file. */
  token: z.string(),
  /** The history of the database. */
  epoch: z.string(),
  /** Migrations of the database that the cars were read from. */
  schema: z.int(),
  /** The picture of the database whose changes since, laid over the cars, give the index. */
  picture: z.string(),
  /** About how many cars there are. */
  cars: z.int(),
  /** When all of it was last read from the database, in milliseconds. */
  read: z.number(),
})
export type IndexHead = z.output<typeof head>
const end = z.object({ pieces: z.int() })

const hashOf = (before: Buffer, bytes: Buffer) => createHash('sha256').update(before).update(bytes).digest()
const firstHash = () => hashOf(Buffer.alloc(0), Buffer.from(meaning))

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Tells one file of a name from another; undefined when there is none. */
export async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeMs, size } = await stat(path)
    return `${ino} ${mtimeMs} ${size}`
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Where a file is made; only one process at a time makes one. */
export const unfinished = (path: string): string => `${path}.new`

export interface IndexWriting {
  head: IndexHead
  pieces: Iterable<CarColumns>
  /** Called before each piece; false ends the writing. */
  goOn: () => Promise<boolean>
  /** Called when everything is on the disk; false, and the file gets no name. */
  prove: () => Promise<boolean>
}

/** Writes a file in the place of the one there is, in one step; says whether it did. */
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
  if (whole) await syncFolder(dirname(path))
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
    await write(packColumns(piece))
    count += 1
  }
  await write(Buffer.from(JSON.stringify({ pieces: count } satisfies z.output<typeof end>)))
  await file.sync()
  return goOn()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

export class IndexFile {
  readonly head: IndexHead
  readonly #parts: Parts

  private constructor(first: IndexHead, parts: Parts) {
    this.head = first
    this.#parts = parts
  }

  /** A file whose head is right; undefined when there is none. */
  static async open(path: string): Promise<IndexFile | 'damaged' | undefined> {
    let file: FileHandle
    try {
      file = await open(path, 'r')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
    const parts = new Parts(file)
    const first = await parts.next()
    if (first) return new IndexFile(head.parse(JSON.parse(first.toString())), parts)
    await parts.close()
    return 'damaged'
  }

  /** Hands over each piece; false as soon as something is not as it was written. */
  async read(take: (piece: CarColumns) => Promise<void>): Promise<boolean> {
    let before = await this.#parts.next()
    for (let count = 0; before; count += 1) {
      const next = await this.#parts.next()
      if (!next) {
        const last = isText(before) ? end.safeParse(JSON.parse(before.toString())) : undefined
        return last?.success === true && last.data.pieces === count && (await this.#parts.isOver())
      }
      await take(unpackColumns(before))
      before = next
    }
    return false
  }

  close(): Promise<void> {
    return this.#parts.close()
  }
}

/** Heads and ends are JSON; no piece begins like it, since it would have two billion cars. */
const isText = (bytes: Buffer) => bytes.subarray(0, 2).toString() === '{"'

/** Bytes of one reading of the disk. */
const readAhead = 2 ** 20

/** The parts of a file, each with its hash checked. */
class Parts {
  readonly #file: FileHandle
  #hash = firstHash()
  #at = 0
  #ahead: Buffer = Buffer.alloc(0)
  constructor(file: FileHandle) {
    this.#file = file
  }

  async next(): Promise<Buffer | undefined> {
    const prefix = await this.#bytes(prefixSize)
    const length = prefix?.readUInt32LE() ?? 0
    if (!prefix || length > mostBytes) return undefined
    const bytes = await this.#bytes(length)
    if (!bytes) return undefined
    this.#hash = hashOf(this.#hash, bytes)
    return this.#hash.equals(prefix.subarray(4)) ? bytes : undefined
  }

  async isOver(): Promise<boolean> {
    return (await this.#file.stat()).size === this.#at
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #bytes(count: number): Promise<Buffer | undefined> {
    if (this.#ahead.length < count) this.#ahead = await this.#filled(Math.max(count, readAhead))
    if (this.#ahead.length < count) return undefined
    const bytes = this.#ahead.subarray(0, count)
    this.#ahead = this.#ahead.subarray(count)
    this.#at += count
    return bytes
  }

  /** What is read ahead, and as much more as makes `count` bytes of it; fewer at the end of the file. */
  async #filled(count: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(count)
    let got = this.#ahead.copy(bytes)
    while (got < count) {
      const { bytesRead } = await this.#file.read(bytes, got, count - got, this.#at + got)
      if (bytesRead === 0) break
      got += bytesRead
    }
    return bytes.subarray(0, got)
  }
}
